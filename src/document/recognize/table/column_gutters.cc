#include "document/recognize/table/column_gutters.h"

#include <algorithm>
#include <cmath>

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
constexpr int kMiddleRows = 3, kNarrowRows = 4;
// A column's text covers its middle in more than this share of the rows (by weight).
constexpr int kCoreShare = 20;  // per cent
// Weights of rows, in units: text that is wide and unbroken says little about columns.
constexpr int kFullWeight = 64, kProseWeight = 6, kShortWeight = 32, kHeadingWeight = 20;
constexpr size_t kMostGutters = 300;
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

float median(std::vector<float>& values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

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
      for (const Strip& free : free_strips(low))
        if (gutters.size() < kMostGutters) gutters.push_back({.x0 = free.x0, .x1 = free.x1});
    // Each gutter is judged by the texts of the columns next to it; when one goes, its neighbours'
    // columns grow. The least likely goes first.
    std::vector<Verdict> verdicts;
    verdicts.reserve(gutters.size());
    for (size_t g = 0; g < gutters.size(); ++g) verdicts.push_back(judge(gutters, g));
    for (;;) {
      size_t worst = gutters.size();
      for (size_t g = 0; g < gutters.size(); ++g)
        if (!verdicts[g].good && (worst == gutters.size() || verdicts[g].gap < verdicts[worst].gap))
          worst = g;
      if (worst == gutters.size()) break;
      gutters.erase(gutters.begin() + static_cast<ptrdiff_t>(worst));
      verdicts.erase(verdicts.begin() + static_cast<ptrdiff_t>(worst));
      if (worst > 0) verdicts[worst - 1] = judge(gutters, worst - 1);
      if (worst < gutters.size()) verdicts[worst] = judge(gutters, worst);
    }
    for (size_t g = 0; g < gutters.size(); ++g) {
      gutters[g].gap = verdicts[g].gap;
      gutters[g].rows = verdicts[g].rows;
      gutters[g].left = std::min(verdicts[g].left, gutters[g].x0);
      gutters[g].right = std::max(verdicts[g].right, gutters[g].x1);
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
    uint32_t seen_row = UINT32_MAX;
    float seen_chunk = 0;
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
      if (heading && seen_row == i.row && seen_chunk == i.chunk_x0) continue;
      seen_row = i.row, seen_chunk = i.chunk_x0;
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

  struct Verdict {
    bool good = false;
    float gap = 0;  // median, points
    int rows = 0;
    float left = 0, right = 0;  // medians of where the texts end and begin
  };

  // Rows that have text in both columns next to gutter g tell how wide the gap between them is.
  Verdict judge(const std::vector<Gutter>& gutters, size_t g) const {
    const Gutter& gutter = gutters[g];
    const float slack = kTouching * input_.em;
    const float left = g > 0 ? gutters[g - 1].x1 - slack : 0;
    const float right = g + 1 < gutters.size() ? gutters[g + 1].x0 + slack : input_.width;
    std::vector<float> gaps, heading_gaps, ends, begins;
    int numbers = 0;
    float body_end = 0, body_begin = input_.width;
    for (size_t i = 0; i + 1 < intervals_.size(); ++i) {
      const Interval &a = intervals_[i], &b = intervals_[i + 1];
      if (a.row != b.row || a.x1 > gutter.x0 + slack || b.x0 < gutter.x1 - slack) continue;
      if (a.x1 <= left || b.x0 >= right) continue;
      const bool heading = a.row < request_.heading;
      (heading ? heading_gaps : gaps).push_back(b.x0 - a.x1);
      if (!heading) numbers += are_values(a.row, a.last, b.row, b.first);
      if (!heading) {
        body_end = std::max(body_end, a.x1);
        body_begin = std::min(body_begin, b.x0);
      }
      ends.push_back(a.x1);
      begins.push_back(b.x0);
    }
    const float em = input_.em;
    if (gaps.empty()) {
      // An empty column shows in the heading only.
      const float gap = heading_gaps.empty() ? 0 : median(heading_gaps);
      return {gap >= kLoneWideGap * em && gutter.x1 - gutter.x0 >= kLeastGutter * em, gap, 0,
              gutter.x0, gutter.x1};
    }
    // Headings may narrow a gutter; the body shows how wide it is.
    const float width = std::max(gutter.x1 - gutter.x0, body_begin - body_end) / em;
    const int rows = static_cast<int>(gaps.size());
    const int shown = rows + static_cast<int>(heading_gaps.size());
    const float median_gap = median(gaps), gap = median_gap / em;
    bool good = false;
    if (gap >= kWideGap)
      good = rows > 1 || numbers > 0 || gap >= kLoneWideGap;
    else if (gap >= kMiddleGap)
      good = numbers * 2 >= rows || shown >= kMiddleRows;
    else
      good = rows >= kNarrowRows && numbers * 5 >= rows * 4;
    good = good && (width >= kLeastGutter || gap < kMiddleGap);
    return {good, median_gap, rows, median(ends), median(begins)};
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
    // The nearest gutter whose texts stand on either side of the line.
    Gutter* at = nullptr;
    const auto distance = [&](const Gutter& g) { return std::abs(g.cut() - x); };
    for (Gutter& g : gutters)
      if (!g.drawn && x >= g.left - input.em && x <= g.right + input.em &&
          (at == nullptr || distance(g) < distance(*at)))
        at = &g;
    if (at != nullptr) {
      at->drawn = true;
      at->x0 = at->x1 = x;
    } else {
      gutters.push_back({.x0 = x, .x1 = x, .gap = input.em, .left = x, .right = x, .drawn = true});
    }
  }
  std::sort(gutters.begin(), gutters.end(),
            [](const Gutter& a, const Gutter& b) { return a.x0 < b.x0; });
  return gutters;
}

}  // namespace octavo::document
