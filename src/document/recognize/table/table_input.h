// A table region in an upright frame of its own: what all table strategies work on.
#pragma once

#include <cstdint>
#include <vector>

#include "document/layout/layout.h"

namespace octavo::document {

// Maps between the page and the frame in which the table's text runs to the right. The frame's
// origin is the upright top left corner of `area`.
struct UprightFrame {
  PointBox area;    // on the page
  int angle = 0;    // 0, 90, 180, 270: clockwise turn of the content on the page
  float scale = 1;  // units of the frame a point

  float width() const { return scale * (angle % 180 == 0 ? area.width() : area.height()); }
  float height() const { return scale * (angle % 180 == 0 ? area.height() : area.width()); }
  PointBox to_upright(const PointBox& box) const;
  PointBox to_page(const PointBox& box) const;
};

struct TableWord {
  Word word;            // box in the upright frame
  uint32_t line = 0;    // which of the given lines it came from
  float baseline = 0;   // y in the upright frame
  float size = 0;       // font size, > 0
  bool turned = false;  // does not run to the right in the upright frame (a header set upwards)
};

// A filled area: neighbours of one colour that were drawn cell by cell or line by line are one.
struct Fill {
  PointBox box;
  uint32_t color = 0;  // 0xRRGGBB, not white
};

// Makes what lies askew straight: `skew` is the rise per unit to the right, positive falling.
PointBox sheared(const PointBox& box, float skew);
// Median over the lines that were found turned in pixels, longer ones counting more; 0 when there
// are few. `lines` as given to make_table_input.
float skew_of_lines(const std::vector<TextLine>& lines);

struct TableInput {
  UprightFrame frame;
  float skew = 0;                // words and rules have been sheared by this; pixels have not
  float width = 0, height = 0;   // of the frame
  std::vector<TableWord> words;  // in the order of the lines, then of the words in them
  std::vector<Rule> rules;       // upright, of the region
  std::vector<Fill> fills;       // upright; neither hairlines nor the paper under all of it
  float em = 10;                 // median font size of the words
  bool from_ocr = false;         // most words were read from pixels
};

// Takes the words of `lines` (recognised lines of the region) and the page's drawings inside the
// region. Words without a sane box or without text are left out. At most kMaxTableWords words are
// taken.
inline constexpr size_t kMaxTableWords = 20'000;
TableInput make_table_input(const Page& page, const Region& region,
                            const std::vector<TextLine>& lines);

}  // namespace octavo::document
