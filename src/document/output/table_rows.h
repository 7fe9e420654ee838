// Rows of a table that can stand alone: for chunks, where a cut may fall between any two rows.
#pragma once

#include <string>
#include <vector>

#include "octavo/document.h"

namespace octavo::document {

struct TableRows {
  std::string head;  // head row and rule of a pipe table; with several head rows, all of them
  std::vector<std::string> rows;            // the other rows, pipe form
  std::vector<std::vector<PageBox>> boxes;  // of each of `rows`, one a page; empty when unknown
};

// The text of a spanning cell is repeated in every place it covers, so that each row says it all.
// The first row serves as head when the table does not know.
TableRows table_rows(const Table& table);

}  // namespace octavo::document
