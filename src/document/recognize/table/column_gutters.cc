#include "document/recognize/table/column_gutters.h"

#include <algorithm>

#include "document/recognize/table/cell_kind.h"

namespace octavo::document {
namespace {

// All lengths in font sizes (em) of the table.
constexpr float kTouching = 0.12f;    // words nearer than this are one
constexpr float kChunkGap = 0.7f;     // surely wider than a word space, also in justified text
constexpr float kWideGap = 0.9f;      // wide enough for a gutter without further evidence
constexpr float kLoneWideGap = 1.2f;  // the same with one row only
constexpr float kMiddleGap = 0.45f;   // wider than a word space in ragged text
constexpr float kLeastGutter = 0.1f;
// Rows that show a gutter of a middling or narrow gap.
constexpr int kMiddleRows = 3, kManyRows = 6, kNarrowRows = 4;
// A column's text covers its middle in more than this share of the rows (by weight).
constexpr int kCoreShare = 20;  // per cent
// Weights of rows, in units: text that is wide and unbroken says little about columns.
constexpr int kFullWeight = 64, kProseWeight = 6, kShortWeight = 32, kHeadingWeight = 20;
constexpr float kWideRow = 0.5f;

// A stretch of a row without room for a gutter.
struct Interval {
  float x0 = 0, x1 = 0;
  float chunk_x0 = 0, chunk_x1 = 0;  // of the text it is part of, up to the next wide gap
  uint32_t row = 0;
  uint32_t first = 0, last = 0;  // words: positions in the row
  int weight = 0;
};

struct Strip {
  float x0 = 0, x1 = 0;
};

class GutterFinder {
 public:
  GutterFinder(const TableInput& input, const GutterRequest& request)
      : input_(input), request_(request) {
    for (uint32_t r = 0; r < request.rows.size(); ++r) add_row(r);
    weigh_rows();
  }

  std::vector<Gutter> find() const {
    std::vector<Gutter> gutters;
    for (const Strip& low : low_strips())
      for (const Strip& free : free_strips(low)) {
        Gutter gutter{free.x0, free.x1};
        if (accept(gutter)) gutters.push_back(gutter);
      }
    return gutters;
  }

 private:
  const TableWord& word(uint32_t row, uint32_t position) const {
    return input_.words[request_.rows[row].words[position]];
  }
  const PointBox& box(uint32_t row, uint32_t position) const {
    return word(row, position).word.box;
  }

  void add_row(uint32_t r) {
    const TextRow& row = request_.rows[r];
    const float em = row.size;
    int chunks = 0;
    float end = 0;
    size_t chunk = intervals_.size();
    const bool value_row = holds_values(r);
    for (uint32_t p = 0; p < row.words.size(); ++p) {
      const PointBox& b = box(r, p);
      const float gap = p == 0 ? 0 : (b.x0 - end) / em;
      const bool joined = p > 0 && (gap < kTouching || belong_together(word(r, p - 1).word.text,
                                                                       word(r, p).word.text, gap));
      if (joined) {
        intervals_.back().x1 = std::max(intervals_.back().x1, b.x1);
        intervals_.back().last = p;
      } else {
        const bool new_chunk =
            p == 0 || gap > kChunkGap || (value_row && are_values(r, p - 1, r, p));
        if (new_chunk) close_chunk(chunk, end);
        if (new_chunk) chunk = intervals_.size();
        chunks += new_chunk;
        intervals_.push_back({b.x0, b.x1, b.x0, b.x1, r, p, p, 0});
      }
      end = std::max(end, b.x1);
    }
    close_chunk(chunk, end);
    chunks_.push_back(chunks);
    wide_.push_back(!row.words.empty() && end - box(r, 0).x0 > kWideRow * input_.width);
  }

  // Mostly numbers: then neighbours are texts of their own however near they stand.
  bool holds_values(uint32_t r) const {
    size_t values = 0;
    for (const uint32_t w : request_.rows[r].words)
      values += cell_kind(input_.words[w].word.text) != CellKind::kText;
    return values * 5 >= request_.rows[r].words.size() * 3;
  }

  void close_chunk(size_t first, float end) {
    for (size_t i = first; i < intervals_.size(); ++i) {
      intervals_[i].chunk_x0 = intervals_[first].x0;
      intervals_[i].chunk_x1 = end;
    }
  }

  bool are_values(uint32_t row, uint32_t position, uint32_t other_row, uint32_t other) const {
    return cell_kind(word(row, position).word.text) != CellKind::kText &&
           cell_kind(word(other_row, other).word.text) != CellKind::kText;
  }

  // Rows cut into fewer texts than most are less likely to show the columns.
  void weigh_rows() {
    std::vector<int> counts = chunks_;
    if (counts.empty()) return;
    const auto upper = counts.begin() + static_cast<ptrdiff_t>(counts.size() * 3 / 4);
    std::nth_element(counts.begin(), upper, counts.end());
    const int usual = std::max(1, *upper);
    std::vector<int> weights;
    for (size_t r = 0; r < chunks_.size(); ++r) {
      int weight = kFullWeight * std::min(chunks_[r], usual) / usual;
      if (chunks_[r] <= 1) weight = std::min(weight, wide_[r] ? kProseWeight : kShortWeight);
      if (r < request_.heading) weight = std::min(weight, kHeadingWeight);
      weights.push_back(weight);
      total_ += weight;
    }
    for (Interval& interval : intervals_) interval.weight = weights[interval.row];
  }

  // Strips between the cores of columns, ends left out.
  std::vector<Strip> low_strips() const {
    std::vector<std::pair<float, int>> events;
    for (const Interval& i : intervals_) {
      events.push_back({i.x0, i.weight});
      events.push_back({i.x1, -i.weight});
    }
    std::sort(events.begin(), events.end());
    std::vector<Strip> strips;
    int64_t covered = 0;
    bool seen_core = false, low = true;
    float low_from = 0;
    for (const auto& [x, change] : events) {
      covered += change;
      const bool now_low = covered * 100 <= int64_t{kCoreShare} * total_;
      if (now_low == low) continue;
      if (!now_low && seen_core && x > low_from) strips.push_back({low_from, x});
      if (now_low) low_from = x;
      seen_core = true;
      low = now_low;
    }
    return strips;
  }

  // Parts of a strip between two cores that only spanning text covers. Text of a column with few
  // entries stands inside the strip; then there are several parts.
  std::vector<Strip> free_strips(const Strip& strip) const {
    constexpr float kSlack = 0.5f;  // points
    std::vector<std::pair<float, int>> events;
    for (const Interval& i : intervals_) {
      if (i.x1 <= strip.x0 || i.x0 >= strip.x1) continue;
      const bool from_left = i.chunk_x0 <= strip.x0 + kSlack;
      const bool to_right = i.chunk_x1 >= strip.x1 - kSlack;
      if (from_left && to_right) continue;
      // A row of one text: a section title, or one that reaches far over the strip.
      const bool far = i.chunk_x0 < strip.x0 && i.chunk_x1 > (strip.x0 + strip.x1) / 2;
      if (chunks_[i.row] == 1 && (far || (!from_left && !to_right))) continue;
      // Spaces inside a heading are no gutters.
      const bool heading = i.row < request_.heading;
      events.push_back({std::max(heading ? i.chunk_x0 : i.x0, strip.x0), i.weight});
      events.push_back({std::min(heading ? i.chunk_x1 : i.x1, strip.x1), -i.weight});
    }
    std::sort(events.begin(), events.end());
    std::vector<Strip> free, least;
    int64_t covered = 0, lowest = INT64_MAX;
    float from = strip.x0;
    const auto close = [&](float to) {
      if (to <= from) return;
      if (covered == 0) free.push_back({from, to});
      if (covered < lowest || (covered == lowest && to - from > least[0].x1 - least[0].x0)) {
        least = {{from, to}};
        lowest = covered;
      }
    };
    for (const auto& [x, change] : events) {
      close(x);
      covered += change;
      from = x;
    }
    close(strip.x1);
    return free.empty() ? least : free;
  }

  // Looks at the rows that have text on both sides, and fills in the gap.
  bool accept(Gutter& gutter) const {
    std::vector<float> gaps;
    int numbers = 0;
    for (size_t i = 0; i + 1 < intervals_.size(); ++i) {
      const Interval &a = intervals_[i], &b = intervals_[i + 1];
      if (a.row != b.row || a.row < request_.heading) continue;
      if (a.x1 > gutter.x0 + kTouching * input_.em || b.x0 < gutter.x1 - kTouching * input_.em)
        continue;
      gaps.push_back(b.x0 - a.x1);
      numbers += are_values(a.row, a.last, b.row, b.first);
    }
    if (gaps.empty()) return accept_heading(gutter);
    const auto middle = gaps.begin() + static_cast<ptrdiff_t>(gaps.size() / 2);
    std::nth_element(gaps.begin(), middle, gaps.end());
    gutter.gap = *middle;
    const int rows = static_cast<int>(gaps.size());
    const float em = input_.em, gap = gutter.gap / em, width = (gutter.x1 - gutter.x0) / em;
    if (rows == 1) return gap >= kLoneWideGap && width >= kLeastGutter;
    if (gap >= kWideGap) return width >= kLeastGutter;
    if (gap >= kMiddleGap)
      return width >= kLeastGutter && rows >= kMiddleRows &&
             (numbers * 2 >= rows || rows >= kManyRows);
    return rows >= kNarrowRows && numbers * 5 >= rows * 4;
  }

  // Text on both sides in heading rows only (an empty column): wide gaps count.
  bool accept_heading(Gutter& gutter) const {
    for (size_t i = 0; i + 1 < intervals_.size(); ++i) {
      const Interval &a = intervals_[i], &b = intervals_[i + 1];
      if (a.row != b.row || a.x1 > gutter.x0 + kTouching * input_.em ||
          b.x0 < gutter.x1 - kTouching * input_.em)
        continue;
      gutter.gap = std::max(gutter.gap, b.x0 - a.x1);
    }
    return gutter.gap >= kLoneWideGap * input_.em &&
           gutter.x1 - gutter.x0 >= kLeastGutter * input_.em;
  }

  const TableInput& input_;
  const GutterRequest& request_;
  std::vector<Interval> intervals_;  // by row, then x
  std::vector<int> chunks_;          // of each row
  std::vector<bool> wide_;           // rows that reach over much of the table
  int64_t total_ = 0;
};

}  // namespace

std::vector<Gutter> find_gutters(const TableInput& input, const GutterRequest& request) {
  std::vector<Gutter> gutters = GutterFinder(input, request).find();
  for (const float x : request.lines) {
    const auto at = std::find_if(gutters.begin(), gutters.end(), [&](const Gutter& g) {
      return x >= g.x0 - input.em && x <= g.x1 + input.em;
    });
    if (at != gutters.end()) {
      at->drawn = true;
      at->x0 = at->x1 = x;
    } else {
      gutters.push_back({x, x, input.em, true});
    }
  }
  std::sort(gutters.begin(), gutters.end(),
            [](const Gutter& a, const Gutter& b) { return a.x0 < b.x0; });
  return gutters;
}

}  // namespace octavo::document
