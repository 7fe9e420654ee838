// Running text as HTML, escaped once.
#pragma once

#include <string>
#include <string_view>

#include "octavo/document.h"

namespace octavo::document {

// & < > " to entities. Cleans the text (inline_runs.h).
std::string escape_html(std::string_view text);

enum class HtmlMath : uint8_t {
  kDollar,  // $x$: HTML inside Markdown
  kParen,   // \(x\): a page of its own
};

// <strong> <em> <del> <u> <sup> <sub> <code> <a>, <br> between lines. Never holds a line end, so
// that it may stand in an HTML block of Markdown.
std::string html_inlines(const Inlines& inlines, HtmlMath math);

}  // namespace octavo::document
