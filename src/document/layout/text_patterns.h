// What the text of a line says about its role. Bonus only: lines of scans have no text yet.
#pragma once

#include <string_view>

namespace octavo::document {

// "7", "- 7 -", "xii", "Page 7 of 9", "7/9", "第 7 页". At most a few characters besides.
bool reads_as_page_number(std::string_view text);

// "Figure 3", "Table 2.1", "图 3-1" and the like at the start.
struct CaptionStart {
  bool found = false;
  bool labelled = false;  // a separator follows the number ("Fig. 3."): no mention in running text
  bool lower = false;     // a small letter follows: most likely a mention ("Figure 3 shows")
  bool table = false;
};
CaptionStart caption_start(std::string_view text);

// "(3)", "(2.1a)", "[4]" alone: the number of an equation.
bool is_equation_number(std::string_view text);

// "References", "参考文献" and the like alone.
bool is_reference_heading(std::string_view text);

// A footnote mark at the start: "1 ", "*", "†", "[a]", "①".
bool starts_footnote(std::string_view text);

}  // namespace octavo::document
