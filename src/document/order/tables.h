// Tables that go on over a page break: one table, every row once, the repeated header once.
#pragma once

#include "document/order/flow.h"
#include "document/order/split_cells.h"

namespace octavo::document {

// Joins a table that ends one page's text with one that opens the next, when their columns agree
// and the second has no caption of its own (a "(continued)" one is fine). Rows of the second that
// repeat the first's header are dropped; empty columns stay. Boxes of all pages are kept. Works on
// octavo::Table.
// `ask` is asked about cells that may go on over the break, where a vision-language model has read
// one of the tables; may be empty.
void join_tables(Flow& flow, const AskCells& ask = {});

// Appends `next` below `table`, without its first `skip` rows. Precondition: equal column counts.
void append_rows(Table& table, Table next, int skip);
// Rows at the top of `next` that repeat the top rows of `table`.
int repeated_rows(const Table& table, const Table& next);
// `next` with its columns put where those of `table` stand (by the boxes of its cells), empty cells
// added. False when they cannot be matched one to one, in order.
bool align_columns(const Table& table, Table& next);

}  // namespace octavo::document
