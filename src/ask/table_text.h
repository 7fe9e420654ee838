// Table rows as text that says what each value is.
#pragma once

#include <string>
#include <vector>

#include "octavo/document.h"

namespace octavo::ask {

struct RowText {
  std::string text;            // "Lot: 2 | Pages: 44,800"
  std::vector<PageBox> boxes;  // one a page; empty when the cells have none
};

// Without its head rows, when it has any; a row without text is left out. A spanning cell's text
// stands in every row that it covers. A table whose first row has words alone, and numbers below,
// takes that for its head; one of two columns without a head reads "first: second".
std::vector<RowText> row_texts(const Table& table);

}  // namespace octavo::ask
