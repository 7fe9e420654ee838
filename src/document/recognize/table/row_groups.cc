#include "document/recognize/table/row_groups.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/utf8.h"

namespace octavo::document {
namespace {

// Rows that share more than this part of their height cannot be lines of different table rows.
constexpr float kOverlap = 0.25f;
constexpr float kTooNear = 0.75f;  // font sizes
// Two sizes of distance between printed rows: the larger is at least this many times the smaller,
// and the smaller is a normal line distance (in font sizes).
constexpr float kTwoSizes = 1.18f;
constexpr float kLineDistance = 1.6f;
// The smaller distance is no line distance when this share of such pairs are table rows for other
// reasons.
constexpr float kContradicted = 0.1f;
constexpr size_t kMostJumps = 4;    // sizes of distances that are tried
constexpr float kBlankLine = 1.6f;  // of the median distance
// A filling this wide (of the table) marks rows, not single cells.
constexpr float kWideFill = 0.3f;
// A column's texts begin with small letters when so many do for each that does not; then a small
// letter does not show that a text goes on.
constexpr int kMostlySmall = 4;
constexpr float kWordSpace = 0.3f;  // font sizes

// Evidence, in votes for "goes on with the row above".
constexpr float kSmallLetter = 1.5f, kOpenEnd = 1.5f, kWouldFit = -2.0f, kFullLine = 0.2f;
constexpr float kNoLabel = 1.0f, kSecondLabel = -1.0f, kLabelAlone = -0.5f, kNewColumn = -1.0f;
constexpr float kNear = 2.0f, kFar = -3.0f, kBlank = -2.0f, kBanded = 1.5f;
constexpr float kEnough = 0.25f;

constexpr std::array<std::string_view, 14> kOpenWords{
    "of", "and", "the", "to", "with", "for", "in", "or", "by", "a", "on", "from", "&", "per"};

class RowGrouper {
 public:
  RowGrouper(const TableInput& input, std::span<const TextRow> rows,
             const std::vector<std::vector<Piece>>& pieces, const TableRules& rules, size_t from)
      : input_(input), rows_(rows), pieces_(pieces), rules_(rules), from_(from) {
    measure_columns();
    for (const Fill& fill : input.fills)
      if (fill.box.width() > kWideFill * rules.text.width()) {
        filling_edges_.push_back(fill.box.y0);
        filling_edges_.push_back(fill.box.y1);
      }
    std::sort(filling_edges_.begin(), filling_edges_.end());
    find_distances();
  }

  std::vector<bool> starts() {
    std::vector<bool> starts(rows_.size(), false);
    for (size_t i = from_; i < rows_.size(); ++i) {
      starts[i] = i == from_ || begins(i);
      if (starts[i]) group_.assign(widths_.size(), nullptr);
      for (const Piece& piece : pieces_[i])
        for (int c = piece.first; c <= piece.last; ++c) group_[static_cast<size_t>(c)] = &piece;
    }
    return starts;
  }

 private:
  void measure_columns() {
    int columns = 0;
    for (const auto& row : pieces_)
      for (const Piece& piece : row) columns = std::max(columns, piece.last + 1);
    widths_.assign(static_cast<size_t>(columns), 0);
    small_.assign(static_cast<size_t>(columns), 0);
    std::vector<int> balance(static_cast<size_t>(columns), 0);
    for (size_t i = from_; i < rows_.size(); ++i)
      for (const Piece& piece : pieces_[i])
        if (!piece.spans()) {
          float& width = widths_[static_cast<size_t>(piece.first)];
          width = std::max(width, piece.box.width());
          if (pieces_[i].size() > 1)
            balance[static_cast<size_t>(piece.first)] +=
                is_lower(first_char(first_text(piece))) ? 1 : -kMostlySmall;
        }
    for (size_t c = 0; c < small_.size(); ++c) small_[c] = balance[c] > 0;
    group_.assign(widths_.size(), nullptr);
  }

  float distance(size_t i) const { return rows_[i].baseline - rows_[i - 1].baseline; }

  // Lines of different table rows neither share height nor stand nearer than letters are high.
  bool overlaps(size_t i) const {
    const TextRow &upper = rows_[i - 1], &lower = rows_[i];
    if (distance(i) < kTooNear * std::min(upper.size, lower.size)) return true;
    const float common = std::min(upper.y1, lower.y1) - std::max(upper.y0, lower.y0);
    return common > kOverlap * std::min(upper.height(), lower.height());
  }

  bool ruled(size_t i) const {
    const auto at = std::upper_bound(rules_.wide.begin(), rules_.wide.end(), rows_[i - 1].center());
    return at != rules_.wide.end() && *at < rows_[i].center();
  }
  bool filling_changes(size_t i) const {
    const auto at =
        std::upper_bound(filling_edges_.begin(), filling_edges_.end(), rows_[i - 1].center());
    return at != filling_edges_.end() && *at < rows_[i].center();
  }

  static bool is_value(const Piece& piece) {
    return piece.kind == CellKind::kNumber || piece.kind == CellKind::kNothing;
  }
  // Two numbers in one column, the upper one complete. Numbered labels prove nothing.
  bool are_two_values(const Piece& upper, const Piece& lower) const {
    return (lower.first > 0 || widths_.size() <= 2) && is_value(upper) && is_value(lower) &&
           !ends_open(upper);
  }
  bool numbers_meet(size_t i) const {
    for (const Piece& upper : pieces_[i - 1])
      for (const Piece& lower : pieces_[i])
        if (upper.first == lower.first && upper.last == lower.last && are_two_values(upper, lower))
          return true;
    return false;
  }
  // The same with the last texts of the open group.
  bool number_has_come(size_t i) const {
    return std::any_of(pieces_[i].begin(), pieces_[i].end(), [&](const Piece& lower) {
      const Piece* upper = group_[static_cast<size_t>(lower.first)];
      return upper != nullptr && upper->last == lower.last && are_two_values(*upper, lower);
    });
  }

  const std::string& first_text(const Piece& piece) const {
    return input_.words[piece.words.front()].word.text;
  }
  bool ends_open(const Piece& piece) const {
    const std::string& last = input_.words[piece.words.back()].word.text;
    const char32_t end = last_char(last);
    if (last.size() > 1 && (end == '-' || end == 0x2010 || end == 0x2013)) return true;
    if (end == ',' || end == '(' || end == '/') return true;
    int open = 0;
    for (const uint32_t w : piece.words)
      for (const char c : input_.words[w].word.text) open += c == '(' ? 1 : c == ')' ? -1 : 0;
    return open > 0 || std::find(kOpenWords.begin(), kOpenWords.end(), last) != kOpenWords.end();
  }

  // Would the first word of `next` have fitted behind `piece`, at the column's width?
  bool would_fit(const Piece& piece, const Piece& next) const {
    const TableWord& word = input_.words[next.words.front()];
    const bool breaks_anywhere = is_cjk(first_char(word.word.text));
    const float width = breaks_anywhere ? word.size : word.word.box.width();
    const float space = breaks_anywhere ? 0 : kWordSpace * word.size;
    return piece.box.width() + space + width <= widths_[static_cast<size_t>(next.first)];
  }

  // Votes of one piece that has text of the same column above it.
  float votes_of(const Piece& above, const Piece& piece) const {
    float votes = 0;
    if (is_lower(first_char(first_text(piece))) && !small_[static_cast<size_t>(piece.first)])
      votes += kSmallLetter;
    if (ends_open(above)) votes += kOpenEnd;
    votes += would_fit(above, piece) ? kWouldFit : kFullLine;
    return votes;
  }

  // How the text of row i goes on with the rows of the open group.
  float text_votes(size_t i) const {
    float votes = 0;
    int continued = 0, fresh = 0;
    bool label = false, others = false;
    for (const Piece& piece : pieces_[i]) {
      (piece.first == 0 ? label : others) = true;
      const Piece* above = group_[static_cast<size_t>(piece.first)];
      if (above == nullptr) {
        ++fresh;
        continue;
      }
      votes += votes_of(*above, piece);
      ++continued;
    }
    if (continued > 0) votes /= static_cast<float>(continued);
    if (fresh > 0) votes += continued > 0 ? kNewColumn / 2 : kNewColumn;
    const bool group_label = !group_.empty() && group_[0] != nullptr;
    const bool group_others = std::any_of(group_.begin() + !group_.empty(), group_.end(),
                                          [](const Piece* p) { return p != nullptr; });
    if (!label && group_label && fresh == 0) votes += kNoLabel;
    if (label && others && group_label && group_others) votes += kSecondLabel;
    if (label && !others && group_label && !group_others) votes += kLabelAlone;
    return votes;
  }

  // Finds whether distances come in two sizes, the smaller one inside table rows.
  void find_distances() {
    std::vector<float> all;
    for (size_t i = from_ + 1; i < rows_.size(); ++i) {
      if (overlaps(i)) continue;
      all.push_back(distance(i));
      ++pairs_;
      ruled_pairs_ += ruled(i);
    }
    if (all.empty()) return;
    std::sort(all.begin(), all.end());
    median_ = all[all.size() / 2];
    struct Jump {
      float ratio, split;
    };
    std::vector<Jump> jumps;
    for (size_t k = 0; k + 1 < all.size(); ++k)
      if (all[k] > 0 && all[k] <= kLineDistance * input_.em && all[k + 1] >= kTwoSizes * all[k])
        jumps.push_back({all[k + 1] / all[k], (all[k] + all[k + 1]) / 2});
    // The clearest ones; of these the widest first: lines of one cell may come in several
    // distances.
    std::stable_sort(jumps.begin(), jumps.end(),
                     [](const Jump& a, const Jump& b) { return a.ratio > b.ratio; });
    if (jumps.size() > kMostJumps) jumps.resize(kMostJumps);
    std::stable_sort(jumps.begin(), jumps.end(),
                     [](const Jump& a, const Jump& b) { return a.split > b.split; });
    for (const Jump& jump : jumps)
      if (!contradicted(jump.split)) {
        split_ = jump.split;
        break;
      }
  }

  bool contradicted(float split) const {
    int near = 0, against = 0;
    for (size_t i = from_ + 1; i < rows_.size(); ++i) {
      if (overlaps(i) || distance(i) > split) continue;
      ++near;
      against += ruled(i) || numbers_meet(i) || filling_changes(i) || repeats_shape(i);
    }
    return static_cast<float>(against) > kContradicted * static_cast<float>(near);
  }

  // Both rows fill the label column and the same other columns, and the texts had room: two table
  // rows.
  bool repeats_shape(size_t i) const {
    const auto &upper = pieces_[i - 1], &lower = pieces_[i];
    if (upper.size() < 2 || upper.size() != lower.size()) return false;
    bool room = true;
    for (size_t k = 0; k < upper.size(); ++k) {
      if (upper[k].first != lower[k].first) return false;
      room &= would_fit(upper[k], lower[k]);
    }
    return room;
  }

  // A text over several columns in which the other row has texts of their own.
  bool spans_meet(size_t i) const {
    for (const Piece& piece : pieces_[i]) {
      if (piece.spans()) {
        const Piece* seen = nullptr;
        for (int c = piece.first; c <= piece.last; ++c) {
          const Piece* above = group_[static_cast<size_t>(c)];
          if (above != nullptr && seen != nullptr && above != seen) return true;
          if (above != nullptr) seen = above;
        }
      }
      const Piece* above = group_[static_cast<size_t>(piece.first)];
      if (above == nullptr || !above->spans()) continue;
      for (const Piece& other : pieces_[i])
        if (&other != &piece && other.first > piece.first && other.first <= above->last)
          return true;
    }
    return false;
  }

  bool begins(size_t i) const {
    if (overlaps(i)) return false;
    if (spans_meet(i)) return true;
    if (ruled(i) || filling_changes(i) || number_has_come(i)) return true;
    float votes = text_votes(i);
    if (split_ > 0)
      votes += distance(i) <= split_ ? kNear : kFar;
    else if (distance(i) > kBlankLine * median_)
      votes += kBlank;
    // Rules between most rows: lines without one between them belong together.
    if (ruled_pairs_ >= 2 && ruled_pairs_ * 3 >= pairs_) votes += kBanded;
    return votes <= kEnough;
  }

  const TableInput& input_;
  std::span<const TextRow> rows_;
  const std::vector<std::vector<Piece>>& pieces_;
  const TableRules& rules_;
  size_t from_;
  std::vector<float> filling_edges_;  // upper and lower edges of wide fillings, ascending
  std::vector<float> widths_;         // widest text of each column
  std::vector<uint8_t> small_;        // columns whose texts mostly begin with small letters
  std::vector<const Piece*> group_;   // last piece in each column of the open group
  float median_ = 0;                  // distance between baselines
  float split_ = 0;  // distances up to this are inside table rows; 0: one size only
  int pairs_ = 0, ruled_pairs_ = 0;
};

}  // namespace

std::vector<bool> find_row_starts(const TableInput& input, std::span<const TextRow> rows,
                                  const std::vector<std::vector<Piece>>& pieces,
                                  const TableRules& rules, size_t from) {
  return RowGrouper(input, rows, pieces, rules, from).starts();
}

}  // namespace octavo::document
