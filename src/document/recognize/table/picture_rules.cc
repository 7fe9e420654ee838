#include "document/recognize/table/picture_rules.h"

#include <algorithm>
#include <cmath>

#include "document/page/rules/pixel_rules.h"

namespace octavo::document {
namespace {

constexpr float kLeastLength = 1.6f;    // font sizes: longer than a stroke of a letter or a dash
constexpr float kMostThickness = 0.3f;  // font sizes
// Less skew than this moves nothing by half a row, more is no table line.
constexpr float kLeastSkew = 0.001f;
// A line through the middle of words, or hidden in one, is a stroke of the text.
constexpr float kThroughWords = 0.5f;
constexpr float kMiddle = 0.2f;  // of the word's height or width, kept clear on either side

// Share of the rule's length that runs through the middle of words.
float share_in_words(const Rule& rule, const TableInput& input) {
  float inside = 0;
  for (const TableWord& word : input.words) {
    const PointBox& box = word.word.box;
    const PointBox middle{box.x0 + kMiddle * (rule.horizontal ? 0 : box.width()),
                          box.y0 + kMiddle * (rule.horizontal ? box.height() : 0),
                          box.x1 - kMiddle * (rule.horizontal ? 0 : box.width()),
                          box.y1 - kMiddle * (rule.horizontal ? box.height() : 0)};
    const float across = rule.horizontal ? rule.box.center_y() : rule.box.center_x();
    const bool hit = rule.horizontal ? across > middle.y0 && across < middle.y1
                                     : across > middle.x0 && across < middle.x1;
    if (hit) inside += rule.horizontal ? overlap_x(middle, rule.box) : overlap_y(middle, rule.box);
  }
  return inside / std::max(0.01f, rule.length());
}

void shear(float skew, TableInput& input) {
  for (TableWord& word : input.words) {
    PointBox& box = word.word.box;
    const float down = skew * box.center_x(), right = skew * box.center_y();
    box = {box.x0 + right, box.y0 - down, box.x1 + right, box.y1 - down};
    word.baseline -= down;
  }
}

}  // namespace

PointBox area_in_frame(const Raster& pixels, const UprightFrame& frame) {
  return frame.to_upright(pixels.area);
}

void add_picture_rules(const Raster& pixels, TableInput& input) {
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
  const float skew = std::abs(found.skew) >= kLeastSkew ? found.skew * scale_y / scale_x : 0;
  if (skew != 0) shear(skew, input);
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
    if (share_in_words(rule, input) < kThroughWords) input.rules.push_back(rule);
  }
}

}  // namespace octavo::document
