// A table as HTML: spans kept, text escaped once, <th> and <thead> only where header cells are
// known.
#pragma once

#include <string>

#include "document/output/html_inline.h"
#include "octavo/document.h"

namespace octavo::document {

struct HtmlTableOptions {
  HtmlMath math = HtmlMath::kDollar;
  bool row_per_line = false;  // for people to read; off: all in one line, as MinerU writes it
};

// "" for a table without cells. Never holds an empty line. rowspan before colspan, both only when
// over 1. A table that breaks its own rules (cells out of order, spans past the end) is written as
// far as it goes.
std::string html_table(const Table& table, const HtmlTableOptions& options = {});

// How many rows from the top hold header cells only; 0 when the table does not know, or is all
// header.
int header_rows(const Table& table);

}  // namespace octavo::document
