#include "document/block/paragraphs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/utf8.h"

namespace octavo::document {
namespace {

enum class IndentMode : uint8_t { kNone, kFirstLine, kHanging };

// A step in the left edge that counts, and one that is too far to be an indent; in ems.
constexpr float kLeastIndent = 0.7f, kMostIndent = 9;
constexpr float kSameEdge = 0.5f;

bool starts_lower(const Row& row) { return is_lower(first_char(row.text)); }

// A comma, a hyphen or a word that something must follow.
bool ends_inside_phrase(std::string_view text) {
  if (text.ends_with(',') || text.ends_with('-') || text.ends_with('&')) return true;
  constexpr std::array<std::string_view, 20> kWords{"of", "the",  "and", "for", "in",  "to",   "a",
                                                    "an", "with", "by",  "on",  "at",  "from", "or",
                                                    "de", "la",   "und", "der", "die", "et"};
  const std::string_view last = text.substr(text.find_last_of(' ') + 1);
  return std::find(kWords.begin(), kWords.end(), last) != kWords.end();
}

// A mail address, a web address or a telephone number alone on its row.
bool is_contact(std::string_view text) {
  const bool phone = text.starts_with('+') || text.starts_with('(');
  const auto digits =
      std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (phone && static_cast<size_t>(digits) * 2 > text.size()) return true;
  if (text.find(' ') != std::string_view::npos) return false;
  const size_t dot = text.find('.');
  return text.find('@') != std::string_view::npos || text.find("://") != std::string_view::npos ||
         (dot != std::string_view::npos && text.find('/', dot) != std::string_view::npos);
}

class Splitter {
 public:
  Splitter(const std::vector<Row>& rows, const Column& column, const PageFacts& facts,
           const std::vector<Marker>& starts)
      : rows_(rows), column_(column), facts_(facts), starts_(starts) {
    find_pitch();
    find_flush();
    find_margins();
    find_slack();
    find_mode();
  }

  std::vector<Paragraph> run() {
    std::vector<bool> breaks(rows_.size(), false), gaps(rows_.size(), false);
    for (size_t i = 0; i + 1 < rows_.size(); ++i) {
      gaps[i + 1] = gap(i);
      breaks[i + 1] = gaps[i + 1] || is_start(i + 1) || changes_type(i) || indent_break(i);
    }
    std::vector<Paragraph> out;
    for (size_t begin = 0; begin < rows_.size();) {
      size_t end = begin + 1;
      while (end < rows_.size() && !breaks[end]) ++end;
      split_group(begin, end, gaps[begin], out);
      begin = end;
    }
    return out;
  }

 private:
  bool is_start(size_t i) const { return i < starts_.size() && starts_[i]; }
  float pitch(size_t i) const { return rows_[i + 1].baseline - rows_[i].baseline; }
  float em(size_t i) const { return rows_[i].size; }
  bool ocr(size_t i) const { return rows_[i].ocr || rows_[i + 1].ocr; }

  void find_pitch() {
    std::vector<float> pitches;
    for (size_t i = 0; i + 1 < rows_.size(); ++i)
      if (pitch(i) > 0.6f * em(i) && pitch(i) < 5 * em(i)) pitches.push_back(pitch(i));
    const float size = rows_.empty() ? facts_.body_size : rows_[rows_.size() / 2].size;
    const float usual = facts_.pitch * size;
    constexpr size_t kEnough = 4;
    typical_ = usual;
    if (pitches.empty()) return;
    // The tighter distances are those inside paragraphs.
    const size_t rank = pitches.size() >= kEnough ? pitches.size() * 3 / 10 : 0;
    std::nth_element(pitches.begin(), pitches.begin() + static_cast<std::ptrdiff_t>(rank),
                     pitches.end());
    const float own = pitches[rank];
    typical_ = pitches.size() >= kEnough ? own : std::min(own, 1.3f * usual);
  }

  // The left edge of most rows that are not indented: the leftmost one that several share.
  void find_flush() {
    std::vector<float> lefts;
    lefts.reserve(rows_.size());
    for (const Row& row : rows_) lefts.push_back(row.left);
    std::sort(lefts.begin(), lefts.end());
    if (lefts.empty()) return;
    flush_ = lefts.front();
    const float tolerance = kSameEdge * em(0);
    const size_t needed = std::max<size_t>(1, rows_.size() * 15 / 100);
    for (size_t first = 0, last = 0; first < lefts.size(); ++first) {
      while (last < lefts.size() && lefts[last] - lefts[first] <= tolerance) ++last;
      if (last - first >= needed) {
        flush_ = lefts[first];
        return;
      }
    }
  }

  // The right margin each row is set to: the column's, or a nearer one that its neighbours share
  // (text that runs around a figure).
  void find_margins() {
    margins_.assign(rows_.size(), column_.right);
    for (size_t i = 0; i < rows_.size(); ++i) {
      const size_t first = i >= 2 ? i - 2 : 0, last = std::min(rows_.size(), i + 3);
      size_t equal = 0;
      float right = rows_[i].right;
      for (size_t j = first; j < last; ++j)
        if (std::fabs(rows_[j].right - rows_[i].right) < 0.4f * em(i)) {
          ++equal;
          right = std::max(right, rows_[j].right);
        }
      constexpr size_t kShared = 3;
      const bool wide = rows_[i].width() > 12 * em(i);
      if (equal >= kShared && wide) margins_[i] = std::min(column_.right, right);
    }
  }

  // Ragged text is not always set as full as it could be. Rows whose sentence visibly goes on show
  // by how much they fall short.
  void find_slack() {
    size_t short_rows = 0;
    float most = 0;
    for (size_t i = 0; i + 1 < rows_.size(); ++i) {
      const Row& a = rows_[i];
      if (a.parts || rows_[i + 1].parts || !runs_on(i)) continue;
      const float excess = margins_[i] - a.right - rows_[i + 1].first_width - 0.25f * a.size;
      if (excess <= 0) continue;
      ++short_rows;
      most = std::max(most, excess);
    }
    constexpr size_t kEnough = 3;
    if (short_rows >= kEnough) slack_ = most;
  }

  // No sentence ends, the next row begins in lower case, and the row is not short for its column.
  bool runs_on(size_t i) const {
    const Row& a = rows_[i];
    constexpr float kShort = 0.45f;  // of the column left free
    return starts_lower(rows_[i + 1]) && !ends_sentence(a.text) &&
           margins_[i] - a.right < kShort * column_.width();
  }

  // The line ends where the page means it to.
  bool meant_end(size_t i) const {
    if (!early_end(i)) return false;
    const Row& a = rows_[i];
    const Row& b = rows_[i + 1];
    if (!column_.known && (is_contact(a.text) || is_contact(b.text))) return true;
    return a.parts || b.parts || b.raised_start || !runs_on(i);
  }

  // Indents either open paragraphs or hang below them: what the row before a step looks like tells
  // which.
  void find_mode() {
    float first_line = 0, hanging = 0;
    for (size_t i = 0; i + 1 < rows_.size(); ++i) {
      const float step = (rows_[i + 1].left - rows_[i].left) / em(i);
      if (std::fabs(step) < kLeastIndent || std::fabs(step) > kMostIndent) continue;
      if (is_start(i) || is_start(i + 1)) continue;
      const bool early = early_end(i) || gap(i);
      const float weight = early ? 1.0f : ends_sentence(rows_[i].text) ? 0.5f : 1.0f;
      // To the right after a short row: a new paragraph. To the right after a full row: the same
      // one hangs.
      const bool opens = early || (step > 0 && ends_sentence(rows_[i].text));
      if ((step > 0) == opens)
        first_line += weight;
      else
        hanging += weight;
    }
    if (first_line > hanging) mode_ = IndentMode::kFirstLine;
    if (hanging > first_line) mode_ = IndentMode::kHanging;
  }

  bool early_end(size_t i) const {
    const Row& a = rows_[i];
    // Label and value, item and price: such a row is complete in itself.
    if (a.parts || rows_[i + 1].parts) return true;
    // A raised mark never opens a wrapped row: it would stand behind its word.
    if (rows_[i + 1].raised_start) return true;
    if (!column_.known && (is_contact(a.text) || is_contact(rows_[i + 1].text))) return true;
    if (centered_pair(i)) {
      const float free = column_.width() - a.width();
      return free > rows_[i + 1].first_width + 0.6f * a.size;
    }
    return ends_early(a, rows_[i + 1], margins_[i] - slack_);
  }

  // Both rows stand around one axis: the column's, or one of their own.
  bool centered_pair(size_t i) const {
    const Row& a = rows_[i];
    const Row& b = rows_[i + 1];
    const float axis = std::fabs((a.left + a.right) - (b.left + b.right)) / 2;
    if (axis < 0.5f * a.size && std::fabs(a.left - b.left) > 0.8f * a.size) return true;
    if (!column_.known) return false;
    const auto centered = [&](const Row& row) {
      const float before = row.left - column_.left, after = column_.right - row.right;
      return before > row.size && std::fabs(before - after) < 0.8f * row.size;
    };
    return centered(a) && centered(b);
  }

  // The sentence visibly goes on: the row is full and what follows begins in lower case at the
  // margin.
  bool flows_on(size_t i) const {
    const Row& a = rows_[i];
    const Row& b = rows_[i + 1];
    if (early_end(i) || ends_sentence(a.text) || is_start(i + 1)) return false;
    return starts_lower(b) && b.left < a.left + kLeastIndent * b.size;
  }

  bool gap(size_t i) const {
    const float distance = pitch(i);
    // Upwards: the text goes on at the top of another column, which no gap can tell apart.
    if (distance < 0.5f * em(i)) return false;
    const float factor = ocr(i) ? 1.4f : 1.28f, least = ocr(i) ? 0.35f : 0.25f;
    const float size = std::min(em(i), rows_[i + 1].size);
    if (distance > factor * typical_ && distance - typical_ > least * size)
      return distance > 1.8f * typical_ || !flows_on(i);
    return distance > 1.4f * facts_.pitch * size && early_end(i) && !centered_pair(i) &&
           !starts_lower(rows_[i + 1]);
  }

  bool changes_type(size_t i) const {
    const Row& a = rows_[i];
    const Row& b = rows_[i + 1];
    constexpr int kTooFewToJudge = 2;
    if (a.characters <= kTooFewToJudge || b.characters <= kTooFewToJudge) return false;
    const float ratio = std::max(a.size, b.size) / std::min(a.size, b.size);
    if (ratio > (ocr(i) ? 1.5f : 1.18f)) return true;
    // Exact sizes: a whole row in another font and size is a heading or what follows one.
    const bool other_font = !ocr(i) && a.font != b.font;
    if (other_font && ratio > 1.06f) return true;
    if (other_font && early_end(i) && (a.size > b.size || pitch(i) > 1.12f * typical_)) return true;
    const bool code =
        (a.monospace > 0.9f && b.monospace < 0.3f) || (a.monospace < 0.3f && b.monospace > 0.9f);
    if (code && facts_.monospace_body == false) return true;
    const bool weight = (a.bold > 0.9f && b.bold < 0.4f) || (a.bold < 0.4f && b.bold > 0.9f);
    return weight && (early_end(i) || pitch(i) > 1.12f * typical_);
  }

  bool indented(size_t i) const {
    const float indent = (rows_[i].left - flush_) / em(i);
    return indent > kLeastIndent && indent < kMostIndent;
  }

  bool indent_break(size_t i) const {
    // A row left of an item's marker: the item's own text only if the item's first row was full.
    if (is_start(i) && rows_[i + 1].left < rows_[i].left - kLeastIndent * em(i))
      return early_end(i);
    if (is_start(i) || centered_pair(i)) return false;
    const bool a = indented(i), b = indented(i + 1);
    const bool ended = early_end(i) || ends_sentence(rows_[i].text);
    if (item_hangs(i)) return true;
    if (mode_ == IndentMode::kFirstLine) {
      if (!b) return false;
      if (!a) return !flows_on(i);
      const bool returns = i + 2 >= rows_.size() || !indented(i + 2);
      return ended && returns;
    }
    if (mode_ == IndentMode::kHanging) return !b && (a || ended);
    return false;
  }

  // A row left of the hanging text of a list item does not belong to the item.
  bool item_hangs(size_t i) const {
    size_t start = i;
    constexpr size_t kReach = 40;  // rows of one item; keeps the search linear
    while (start > 0 && !is_start(start) && i - start < kReach) --start;
    if (!is_start(start) || start == i) return false;
    const float hang = rows_[start + 1].left;
    return hang > rows_[start].left + kLeastIndent * em(i) &&
           rows_[i + 1].left < hang - kLeastIndent * em(i) &&
           std::fabs(rows_[i].left - hang) < em(i);
  }

  // Most rows of a group end early: its lines are meant. Otherwise a row that ends early ends a
  // paragraph.
  void split_group(size_t begin, size_t end, bool gap_above, std::vector<Paragraph>& out) const {
    size_t early = 0;
    for (size_t i = begin; i + 1 < end; ++i) early += meant_end(i);
    const size_t joints = end - begin - 1;
    const bool lines = joints > 0 && (early * 2 > joints || capital_starts(begin, end, early));
    for (size_t first = begin; first < end;) {
      size_t last = first + 1;
      while (last < end && (lines || !meant_end(last - 1))) ++last;
      Paragraph paragraph{.begin = first, .end = last, .hard_lines = lines};
      paragraph.gap_above = first == begin && gap_above;
      paragraph.centered = is_centered(rows_, first, last, column_);
      paragraph.indented = !paragraph.centered && indented_start(first, last);
      out.push_back(paragraph);
      first = last;
    }
  }

  // Running text would begin some of its rows in lower case; lines of an address or a receipt do
  // not. Where the column is not known, few rows must do.
  bool capital_starts(size_t begin, size_t end, size_t early) const {
    constexpr size_t kEnough = 4, kFew = 2;
    if (end - begin < (column_.known ? kEnough : kFew) || (column_.known && early == 0))
      return false;
    size_t lower = 0, letters = 0;
    for (size_t i = begin; i < end; ++i) {
      const char32_t first = first_char(rows_[i].text);
      const bool caseless = is_cjk(first) || is_hangul(first) || is_right_to_left(first);
      if (i > begin && (is_lower(first) || caseless)) return false;
      if (i + 1 < end && ends_inside_phrase(rows_[i].text)) return false;
      for (const char c : rows_[i].text) {
        lower += c >= 'a' && c <= 'z';
        letters += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      }
    }
    // Capitals throughout say nothing about where sentences begin.
    return lower * 3 > letters && letters > 0;
  }

  bool indented_start(size_t first, size_t last) const {
    const float edge = last - first > 1 ? rows_[first + 1].left : column_.left;
    const float indent = (rows_[first].left - edge) / em(first);
    return indent > kLeastIndent && indent < kMostIndent;
  }

  const std::vector<Row>& rows_;
  const Column& column_;
  const PageFacts& facts_;
  const std::vector<Marker>& starts_;
  float typical_ = 0, flush_ = 0, slack_ = 0;
  std::vector<float> margins_;
  IndentMode mode_ = IndentMode::kNone;
};

}  // namespace

bool ends_early(const Row& row, const Row& next, float right_margin) {
  const bool cjk = is_cjk(first_char(next.text));
  const float space = cjk ? 0.0f : 0.25f * row.size;
  // Punctuation that must not open a line, and the stretch of ragged setting.
  const float slack = cjk ? 1.2f * row.size : (row.ocr ? 0.8f : 0.4f) * row.size;
  return right_margin - row.right > next.first_width + space + slack;
}

bool ends_sentence(std::string_view text) {
  text = trim(text);
  constexpr std::u32string_view kClosing = U"\"'”’»)）］]』」】〉》";
  constexpr std::u32string_view kEnds = U".!?。！？…:：;；";
  for (int closing = 0; closing < 3 && kClosing.find(last_char(text)) != std::u32string_view::npos;
       ++closing) {
    const std::u32string last(1, last_char(text));
    text.remove_suffix(to_utf8(last).size());
  }
  return !text.empty() && kEnds.find(last_char(text)) != std::u32string_view::npos;
}

bool is_centered(const std::vector<Row>& rows, size_t begin, size_t end, const Column& column) {
  bool away_from_margin = false;
  for (size_t i = begin; i < end; ++i) {
    const float before = rows[i].left - column.left, after = column.right - rows[i].right;
    if (std::fabs(before - after) > std::max(1.0f * rows[i].size, 0.03f * column.width()))
      return false;
    away_from_margin = away_from_margin || before > rows[i].size;
  }
  return begin < end && away_from_margin;
}

std::vector<Paragraph> split_paragraphs(const std::vector<Row>& rows, const Column& column,
                                        const PageFacts& facts, const std::vector<Marker>& starts) {
  return Splitter(rows, column, facts, starts).run();
}

}  // namespace octavo::document
