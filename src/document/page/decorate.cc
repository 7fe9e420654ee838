#include "document/page/decorate.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"

namespace octavo::document {
namespace {

// All in sizes of the line. An underline is thin, close under the baseline and as long as its
// words.
constexpr float kMaxLineThickness = 0.13f;
constexpr float kUnderlineNear = 0.0f, kUnderlineFar = 0.24f;
constexpr float kStrikeLow = 0.14f, kStrikeHigh = 0.42f;
constexpr float kOverhangLeft = 0.3f, kOverhangRight = 0.5f;
constexpr float kCovered = 0.7f;  // of a word's width
// A drop cap is this many times larger than the text, stands this close to it, and spans at least
// so much of the second line.
constexpr float kDropCapRatio = 1.7f, kDropCapGap = 1.2f, kDropCapSpan = 1.6f;
constexpr size_t kDropCapLetters = 2;

bool horizontal(const TextLine& line) { return line.angle == 0 && !line.vertical; }

// The words that a rule runs along, when it ends where they end.
std::vector<size_t> words_along(const TextLine& line, const PointBox& rule) {
  std::vector<size_t> along;
  PointBox hull_box;
  for (size_t i = 0; i < line.words.size(); ++i) {
    const PointBox& box = line.words[i].box;
    const float common = std::min(rule.x1, box.x1) - std::max(rule.x0, box.x0);
    if (common < kCovered * box.width()) continue;
    hull_box = along.empty() ? box : hull(hull_box, box);
    along.push_back(i);
  }
  if (along.empty() || rule.x0 < hull_box.x0 - kOverhangLeft * line.size ||
      rule.x1 > hull_box.x1 + kOverhangRight * line.size)
    return {};
  return along;
}

void mark_line(const Rule& rule, TextLine& line) {
  if (rule.thickness() > kMaxLineThickness * line.size) return;
  const float below = (rule.box.center_y() - line.baseline) / line.size;
  uint8_t style = kPlain;
  if (below >= kUnderlineNear && below <= kUnderlineFar) style = kUnderline;
  if (below <= -kStrikeLow && below >= -kStrikeHigh) style = kStrikethrough;
  if (style == kPlain) return;
  for (const size_t i : words_along(line, rule.box)) line.words[i].style |= style;
}

bool is_drop_cap(const TextLine& line) {
  if (!horizontal(line) || line.words.size() != 1) return false;
  const std::u32string text = to_utf32(line.words[0].text);
  if (text.empty() || text.size() > kDropCapLetters) return false;
  return std::all_of(text.begin(), text.end(), [](char32_t c) {
    return is_upper(c) || c == '"' || c == '\'' || c == 0x201C || c == 0x2018 || is_cjk(c);
  });
}

// The first line of the paragraph that a drop cap opens, and how many lines stand beside it.
TextLine* first_beside(const TextLine& cap, std::vector<TextLine>& lines) {
  TextLine* first = nullptr;
  int beside = 0;
  for (TextLine& line : lines) {
    if (&line == &cap || !horizontal(line) || line.words.empty()) continue;
    if (cap.size < kDropCapRatio * line.size) continue;
    const float gap = line.box.x0 - cap.box.x1;
    if (gap < -0.3f * line.size || gap > kDropCapGap * line.size) continue;
    if (line.baseline < cap.box.y0 || line.baseline > cap.box.y1 + 0.2f * line.size) continue;
    if (cap.box.height() < kDropCapSpan * line.size) continue;
    ++beside;
    if (first == nullptr || line.baseline < first->baseline) first = &line;
  }
  return beside >= 2 ? first : nullptr;
}

}  // namespace

void mark_underlines(const std::vector<Rule>& rules, std::vector<TextLine>& lines) {
  std::vector<const Rule*> flat;
  for (const Rule& rule : rules)
    if (rule.horizontal) flat.push_back(&rule);
  std::stable_sort(flat.begin(), flat.end(), [](const Rule* a, const Rule* b) {
    return a->box.center_y() < b->box.center_y();
  });
  for (TextLine& line : lines) {
    if (!horizontal(line)) continue;
    const float top = line.baseline - kStrikeHigh * line.size;
    const float bottom = line.baseline + kUnderlineFar * line.size;
    auto rule = std::lower_bound(flat.begin(), flat.end(), top,
                                 [](const Rule* a, float y) { return a->box.center_y() < y; });
    for (; rule != flat.end() && (*rule)->box.center_y() <= bottom; ++rule)
      if (overlap_x((*rule)->box, line.box) > 0) mark_line(**rule, line);
  }
}

void attach_links(const std::vector<Link>& links, std::vector<TextLine>& lines) {
  for (TextLine& line : lines) {
    for (size_t i = 0; i < links.size(); ++i) {
      const PointBox& box = links[i].box;
      if (box.y1 < line.box.y0 || box.y0 > line.box.y1 || box.x1 < line.box.x0 ||
          box.x0 > line.box.x1)
        continue;
      for (Word& word : line.words)
        if (word.link < 0 && box.contains(word.box.center_x(), word.box.center_y()))
          word.link = static_cast<int>(i);
    }
  }
}

void join_drop_caps(std::vector<TextLine>& lines) {
  std::vector<bool> joined(lines.size(), false);
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!is_drop_cap(lines[i])) continue;
    TextLine* first = first_beside(lines[i], lines);
    if (first == nullptr) continue;
    first->box.x0 = std::min(first->box.x0, lines[i].box.x0);
    first->words.insert(first->words.begin(), lines[i].words[0]);
    joined[i] = true;
  }
  size_t kept = 0;
  for (size_t i = 0; i < lines.size(); ++i)
    if (!joined[i]) {
      if (kept != i) lines[kept] = std::move(lines[i]);
      ++kept;
    }
  lines.resize(kept);
}

}  // namespace octavo::document
