// Page -> what the layout strategies ask of it: clean boxes in the reading frame, sizes, and counts
// of character classes. Computed once a page. Lines without words (detected, not yet read) get
// estimates from their boxes, so that every strategy works on scans too.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "document/layout/reading_frame.h"
#include "document/layout/text_patterns.h"
#include "document/page/page.h"
#include "networks/layout_detector.h"

namespace octavo::document {

struct LineFacts {
  PointBox box;          // in the reading frame; finite, ordered, clipped to the page
  bool usable = false;   // false: nothing of the box is on the page, or it is not finite
  bool upright = true;   // runs in the direction in which the page is read
  bool read = false;     // has words
  float size = 0;        // font size, points, > 0
  float baseline = 0;    // y in the reading frame
  float characters = 0;  // visible ones; an estimate when not read
  float digits = 0;      // share of the characters, 0..1, as the next ones
  float letters = 0;
  float math = 0;  // mathematical symbols, Greek, and glyphs of symbol fonts
  float bold = 0;
  float italic = 0;
  float monospace = 0;
  float prose = 0;  // in words of at least three letters, or CJK
  float upper = 0;  // share of the letters that have case
  bool right_to_left = false;
  bool wide_script = false;  // CJK or Hangul
  CaptionStart caption;      // what the text says
  bool equation_number = false;
  uint32_t label = 0;  // stands for the words before a colon ("Name:"); 0: there is none
  std::optional<LayoutClass> part;  // what the layout network takes it for, where it is sure

  float em(float length) const { return length / size; }
};

// All boxes are in the reading frame; indices are those of the page.
struct LayoutFacts {
  ReadingFrame frame;
  std::vector<LineFacts> lines;  // as Page::lines
  std::vector<Rule> rules;  // as PageContent::rules, NaN where not usable; then those of pixels
  std::vector<PointBox> shapes;    // as PageContent::shapes; empty where not usable
  std::vector<PointBox> pictures;  // as PageContent::pictures, likewise; then those of pixels
  float body_size = 10;            // the size most characters are set in
  float body_pitch = 12;           // distance between baselines of body text
  bool bold_body = false;          // most text is bold: bold says nothing
  bool monospace_body = false;     // likewise

  float width() const { return frame.width(); }
  float height() const { return frame.height(); }
};

LayoutFacts gather_facts(const Page& page);

// Does a box cover so much of the page that it is its paper or ground?
bool is_ground(const LayoutFacts& facts, const PointBox& box);

// A finite box with ordered sides, clipped to the page. Empty when nothing is left. `least` is the
// extent given to a side that has none (hairlines).
PointBox clean_box(const PointBox& box, float width, float height, float least = 0);

}  // namespace octavo::document
