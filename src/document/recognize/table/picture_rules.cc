#include "document/recognize/table/picture_rules.h"

#include <algorithm>
#include <cmath>

#include "document/page/rules/pixel_rules.h"

namespace octavo::document {
namespace {

constexpr float kLeastLength = 1.6f;    // font sizes: longer than a stroke of a letter or a dash
constexpr float kMostThickness = 0.4f;  // font sizes
// Less skew than this moves nothing by half a row, more is no table line.
constexpr float kLeastSkew = 0.001f;
constexpr size_t kLeastRules = 3;
constexpr float kThroughWords = 0.5f;
constexpr float kShortRule = 6.0f;    // font sizes, upright
constexpr float kShortAcross = 0.5f;  // of the table's width
// Pieces of one line: how far apart along it and across, in font sizes.
constexpr float kPieceGap = 0.6f, kSameLine = 0.2f;
// The end of a rule beyond the last line it meets: not to be told from one below the first length,
// more than strokes of letters from the second on (font sizes). How far a cut word reaches on
// either side.
constexpr float kEnd = 0.4f, kLongestEnd = 2.0f, kCut = 0.35f;
// What is left after cutting is shorter than any row is high.
constexpr float kLeastLeft = 1.1f;
constexpr float kWideMargin = 1.5f;  // font sizes
constexpr float kMiddle = 0.2f;      // of the word's height or width, kept clear on either side

// Share of the rule's length inside words. `margin`, a share of the words' height (or width), is
// left out on either side of the rule's direction, but no more than letters are wide.
float share_in_words(const Rule& rule, const TableInput& input, float margin) {
  float inside = 0;
  for (const TableWord& word : input.words) {
    const PointBox& box = word.word.box;
    const float across = rule.horizontal ? rule.box.center_y() : rule.box.center_x();
    const float from = rule.horizontal ? box.y0 : box.x0, to = rule.horizontal ? box.y1 : box.x1;
    const float spare = margin * std::min(to - from, kWideMargin * input.em);
    if (across <= from + spare || across >= to - spare) continue;
    inside += rule.horizontal ? overlap_x(box, rule.box) : overlap_y(box, rule.box);
  }
  return inside / std::max(0.01f, rule.length());
}

// A line through the middle of words is a stroke of the text, and so is one along their edge that
// is no longer than text gets: stems of letters above each other, feet of letters in a row.
bool is_stroke(const Rule& rule, const TableInput& input) {
  if (share_in_words(rule, input, kMiddle) >= kThroughWords) return true;
  const bool is_short = rule.horizontal ? rule.length() < kShortAcross * input.width
                                        : rule.length() < kShortRule * input.em;
  return is_short && share_in_words(rule, input, 0) >= kThroughWords;
}

// Joins pieces of one line that the picture shows with small gaps.
void join_pieces(std::vector<Rule>& rules, float em) {
  const auto across = [](const Rule& r) {
    return r.horizontal ? r.box.center_y() : r.box.center_x();
  };
  const auto from = [](const Rule& r) { return r.horizontal ? r.box.x0 : r.box.y0; };
  const auto to = [](const Rule& r) { return r.horizontal ? r.box.x1 : r.box.y1; };
  std::stable_sort(rules.begin(), rules.end(), [&](const Rule& a, const Rule& b) {
    return a.horizontal != b.horizontal ? a.horizontal : from(a) < from(b);
  });
  std::vector<Rule> joined;
  for (const Rule& rule : rules) {
    // The latest piece that ends where this one begins.
    const auto before = std::find_if(joined.rbegin(), joined.rend(), [&](const Rule& other) {
      const float gap = from(rule) - to(other);
      return other.horizontal == rule.horizontal &&
             std::abs(across(other) - across(rule)) <= kSameLine * em && gap <= kPieceGap * em &&
             gap > -kPieceGap * em;
    });
    if (before == joined.rend()) {
      joined.push_back(rule);
    } else if (rule.horizontal) {
      before->box.x1 = std::max(before->box.x1, rule.box.x1);
    } else {
      before->box.y1 = std::max(before->box.y1, rule.box.y1);
    }
  }
  rules = std::move(joined);
}

// Does the line at x cut a word between y0 and y1?
bool cuts_a_word(const TableInput& input, float x, float y0, float y1) {
  return std::any_of(input.words.begin(), input.words.end(), [&](const TableWord& word) {
    const PointBox& box = word.word.box;
    const float spare = kCut * word.size;
    return x > box.x0 + spare && x < box.x1 - spare && box.center_y() > y0 && box.center_y() < y1;
  });
}

// Strokes of letters lengthen an upright rule beyond the last line that it meets: such ends are cut
// off.
void trim_ends(const TableInput& input, std::vector<Rule>& rules) {
  for (Rule& rule : rules) {
    if (rule.horizontal) continue;
    const float x = rule.box.center_x(), em = input.em;
    float first = rule.box.y1,
          last = rule.box.y0;  // where it meets lines, a little inside its ends
    for (const Rule& line : rules) {
      if (!line.horizontal || line.box.x0 > x + em || line.box.x1 < x - em) continue;
      const float y = line.box.center_y();
      if (y > rule.box.y0 + kEnd * em && y < rule.box.y1) first = std::min(first, y);
      if (y < rule.box.y1 - kEnd * em && y > rule.box.y0) last = std::max(last, y);
    }
    if (first > last) continue;
    if (first - rule.box.y0 < kLongestEnd * em && cuts_a_word(input, x, rule.box.y0, first))
      rule.box.y0 = first;
    if (rule.box.y1 - last < kLongestEnd * em && cuts_a_word(input, x, last, rule.box.y1))
      rule.box.y1 = last;
  }
}

void shear(float skew, TableInput& input) {
  input.skew = skew;
  for (TableWord& word : input.words) {
    word.baseline -= skew * word.word.box.center_x();
    word.word.box = sheared(word.word.box, skew);
  }
}

}  // namespace

PointBox area_in_frame(const Raster& pixels, const UprightFrame& frame) {
  return frame.to_upright(pixels.area);
}

void add_picture_rules(const Raster& pixels, float lines_skew, TableInput& input) {
  if (pixels.image.empty()) return;
  const PointBox area = area_in_frame(pixels, input.frame);
  const float scale_x = area.width() / static_cast<float>(pixels.image.width());
  const float scale_y = area.height() / static_cast<float>(pixels.image.height());
  if (!(scale_x > 0) || !(scale_y > 0)) return;
  const float em = input.em / scale_y;  // pixels
  PixelRuleOptions options;
  options.min_length = std::max(12, static_cast<int>(kLeastLength * em));
  options.max_thickness = std::max(3, static_cast<int>(kMostThickness * em));
  const PixelRules found = find_pixel_rules(pixels.image, options);
  // Rules tell best how the table lies, when there are some.
  float skew = found.rules.size() >= kLeastRules ? found.skew * scale_y / scale_x : lines_skew;
  if (std::abs(skew) < kLeastSkew) skew = 0;
  if (skew != 0) shear(skew, input);
  std::vector<Rule> rules;
  for (const PixelRule& pixel : found.rules) {
    const auto x = [&](float v) { return area.x0 + v * scale_x; };
    const auto y = [&](float v) { return area.y0 + v * scale_y; };
    const PointBox box{x(static_cast<float>(pixel.box.x0)), y(static_cast<float>(pixel.box.y0)),
                       x(static_cast<float>(pixel.box.x1)), y(static_cast<float>(pixel.box.y1))};
    Rule rule;
    rule.horizontal = pixel.horizontal;
    const float middle = (pixel.from + pixel.to) / 2;
    if (pixel.horizontal) {
      const float at = y(middle) - skew * box.center_x(), half = pixel.thickness * scale_y / 2;
      const float shift = skew * y(middle);
      rule.box = {box.x0 + shift, at - half, box.x1 + shift, at + half};
    } else {
      const float at = x(middle) + skew * box.center_y(), half = pixel.thickness * scale_x / 2;
      const float shift = skew * x(middle);
      rule.box = {at - half, box.y0 - shift, at + half, box.y1 - shift};
    }
    if (!is_stroke(rule, input)) rules.push_back(rule);
  }
  join_pieces(rules, input.em);
  trim_ends(input, rules);
  std::erase_if(rules, [&](const Rule& rule) {
    return rule.length() < kLeastLeft * input.em || is_stroke(rule, input);
  });
  input.rules.insert(input.rules.end(), rules.begin(), rules.end());
}

}  // namespace octavo::document
