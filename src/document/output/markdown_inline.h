// One paragraph of running text as Markdown: styles, links, math, and as few escapes as will do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "octavo/document.h"

namespace octavo::document {

// The lines of the text, trimmed, none empty; to be joined by what the place allows (a hard break,
// <br>, a space). Not yet safe at the start of a line.
std::vector<std::string> markdown_lines(const Inlines& inlines);

// The same joined by `separator`.
std::string markdown_inlines(const Inlines& inlines, std::string_view separator);

// A whole paragraph: hard breaks between lines (two spaces at the line end), and no line that
// begins like a heading, list, quote, rule, fence, table or reference by accident. Empty when there
// is no text. `indent` spaces stand before every line but the first.
std::string markdown_paragraph(const Inlines& inlines, size_t indent = 0);

// A line of Markdown text, escaped so that it is not read as the start of another block.
std::string escape_line_start(std::string line);

// Styles off where they say nothing: all of the text bold (a heading, a table head) or all
// monospaced.
Inlines without_style(const Inlines& inlines, uint8_t style);

}  // namespace octavo::document
