// What lies on and under the words: underlines, strike-throughs, links, drop caps.
#pragma once

#include <vector>

#include "document/page/page.h"

namespace octavo::document {

// Sets kUnderline and kStrikethrough on words that a rule of just their length runs under or
// through; rulings of tables reach beyond the words and do not count.
void mark_underlines(const std::vector<Rule>& rules, std::vector<TextLine>& lines);

// Sets Word::link to the first link whose box holds the middle of the word.
void attach_links(const std::vector<Link>& links, std::vector<TextLine>& lines);

// A large initial beside the first lines of its paragraph becomes the start of the first of them.
// The box of that line grows to the side only; the word keeps its own.
void join_drop_caps(std::vector<TextLine>& lines);

}  // namespace octavo::document
