#include "document/recognize/table/read_table.h"

#include "base/try.h"
#include "document/recognize/table/aligned_grid.h"
#include "document/recognize/table/cell_content.h"
#include "document/recognize/table/lattice_grid.h"
#include "document/recognize/table/lattice_repair.h"

namespace octavo::document {
namespace {

Table write_table(const Page& page, const TableInput& input, const Grid& grid) {
  Table table;
  table.rows = grid.rows;
  table.columns = grid.columns;
  table.cells.reserve(grid.cells.size());
  for (const GridCell& cell : grid.cells) {
    TableCell& written = table.cells.emplace_back();
    written.row = cell.row;
    written.column = cell.column;
    written.row_span = cell.row_span;
    written.column_span = cell.column_span;
    written.header = cell.header;
    written.content = cell_content(input, cell.words, page.content.links);
    written.box = {page.index, cell.box.empty() ? PointBox{} : input.frame.to_page(cell.box)};
  }
  return table;
}

}  // namespace

Result<TableReading> read_table(const Page& page, const Region& region,
                                const std::vector<TextLine>& lines, const TableSources& sources,
                                Diagnostics& diagnostics) {
  (void)sources;
  TableInput input = make_table_input(page, region, lines);
  TableReading reading;
  if (input.words.size() == kMaxTableWords)
    diagnostics.warn("table_words_capped", "a table has more words than are read as one table");
  std::optional<RuledGrid> lattice = main_lattice(input);
  Grid grid;
  if (lattice && lattice->columns() > 1 && lattice->rows() > 1) {
    split_words(input, *lattice);
    if (!lacks_columns(input, *lattice)) {
      add_missing_rows(input, *lattice);
      grid = lattice_grid(input, *lattice);
    }
  }
  if (grid.empty()) grid = aligned_grid(input);
  reading.table = write_table(page, input, grid);
  reading.confidence = grid.confidence;
  reading.reason = grid.reason;
  return reading;
}

}  // namespace octavo::document
