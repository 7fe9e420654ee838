#include "document/recognize/table/read_table.h"

#include "base/try.h"
#include "document/recognize/table/aligned_grid.h"
#include "document/recognize/table/cell_content.h"
#include "document/recognize/table/lattice_grid.h"
#include "document/recognize/table/lattice_repair.h"
#include "document/recognize/table/network_grid.h"
#include "document/recognize/table/picture_rules.h"

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

// The grid that ruling lines draw; empty when they do not draw one that fits the text.
Grid grid_from_rules(TableInput& input) {
  std::optional<RuledGrid> lattice = main_lattice(input);
  if (!lattice || lattice->columns() < 2 || lattice->rows() < 2) return {};
  split_words(input, *lattice);
  if (lacks_columns(input, *lattice)) return {};
  add_missing_rows(input, *lattice);
  return lattice_grid(input, *lattice);
}

}  // namespace

Result<TableReading> read_table(const Page& page, const Region& region,
                                const std::vector<TextLine>& lines, const TableSources& sources,
                                Diagnostics& diagnostics) {
  TableInput input = make_table_input(page, region, lines);
  TableReading reading;
  if (input.words.size() == kMaxTableWords)
    diagnostics.warn("table_words_capped", "a table has more words than are read as one table");
  if (sources.pixels != nullptr) add_picture_rules(*sources.pixels, input);
  Grid grid = grid_from_rules(input);
  if (grid.empty()) grid = aligned_grid(input);
  if (grid.empty() && sources.pixels != nullptr && sources.structure) {
    const StructureTable structure = OCTAVO_TRY(sources.structure());
    grid = network_grid(input, structure, area_in_frame(*sources.pixels, input.frame));
    if (!grid.empty()) reading.source = Source::kNetwork;
  }
  if (grid.empty()) {
    reading.reason = "no rows and columns found";
    return reading;
  }
  reading.table = write_table(page, input, grid);
  reading.confidence = grid.confidence;
  reading.reason = grid.reason;
  return reading;
}

}  // namespace octavo::document
