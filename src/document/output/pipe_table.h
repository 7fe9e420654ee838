// A table as GitHub's pipe form.
#pragma once

#include <string>
#include <vector>

#include "octavo/document.h"

namespace octavo::document {

// Is a pipe table the better form? No spans, at least two rows and columns, at most one header row,
// and cells of a few short lines.
bool suits_pipes(const Table& table);

// The first row becomes the head, which the form demands. A spanning cell has its text at its first
// place and leaves the others empty. '|' is written "\|", a line end <br>. No line end after the
// last row.
std::string pipe_table(const Table& table);

// The cells of one row of a pipe table, "| a | b |". Texts must already be in cell form.
std::string pipe_row(const std::vector<std::string>& cells);
std::string pipe_rule(size_t columns);

// Text of one cell: Markdown, one line, no bare '|'.
std::string pipe_cell(const Inlines& content);

}  // namespace octavo::document
