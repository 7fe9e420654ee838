// Page contents for tests, set in an imaginary font in which every glyph is half an em wide
// (ideographs a whole one), so that places can be worked out by hand.
#pragma once

#include <string_view>

#include "document/page/page.h"

namespace octavo::testing {

struct TextStyle {
  float size = 10;
  uint16_t font = 0;
  float angle = 0;           // degrees clockwise, multiples of 90
  float word_space = 0.5f;   // advance of a space, in sizes
  float letter_space = 0;    // added after every glyph, in sizes
  bool write_spaces = true;  // false: spaces only move the pen, as TeX does
  document::Visibility visibility = document::Visibility::kVisible;
};

// A page with one plain font (serif, space 0.25).
document::PageContent empty_page(float width = 612, float height = 792);

// Adds the glyphs of one line and returns where the pen ends (x, or y for turned text). The text
// starts at (x, baseline); ink is the middle 80 % of each advance, 0.7 em above the baseline to 0
// (0.2 below for gjpqy and commas). Each call is a drawing operation of its own.
float add_text(document::PageContent& page, float x, float baseline, std::string_view text,
               const TextStyle& style = {});

// The texts of lines, one a line of the result, in the order given.
std::string texts_of(const std::vector<document::TextLine>& lines);

}  // namespace octavo::testing
