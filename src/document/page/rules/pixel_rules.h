// Pixels -> ruling lines: for scans and pictures, which have no drawing operators to read them
// from.
//
// A rule is a long thin ridge: darker than what lies above and below it (left and right, for
// upright ones), with clear margins along most of its length. Runs of ridge pixels are linked over
// neighbouring rows, so lines that are a little askew are found whole.
#pragma once

#include <vector>

#include "image/image.h"

namespace octavo::document {

struct PixelRule {
  PixelBox box;  // thickness included, and the drift of a line that is askew
  bool horizontal = true;
  // Where it begins and ends across its direction: y at the left and right end (x at the top and
  // bottom).
  float from = 0, to = 0;
  float thickness = 1;

  float length() const { return static_cast<float>(horizontal ? box.width() : box.height()); }
};

struct PixelRuleOptions {
  int min_length = 40;    // pixels; at least twice the height of the text is a good value
  int max_thickness = 6;  // pixels
};

struct PixelRules {
  std::vector<PixelRule> rules;  // horizontal first, then by position, then by start
  float skew =
      0;  // rise per pixel to the right that most rules share; positive: falling to the right
};

// At most kMaxPixelRules, the longest ones. Linear in the number of pixels.
inline constexpr size_t kMaxPixelRules = 5000;
PixelRules find_pixel_rules(ImageView image, const PixelRuleOptions& options = {});

}  // namespace octavo::document
