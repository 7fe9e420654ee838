#include "document/recognize/table/read_table.h"

#include "base/try.h"
#include "document/recognize/table/aligned_grid.h"
#include "document/recognize/table/cell_content.h"
#include "document/recognize/table/grid_fit.h"
#include "document/recognize/table/lattice_grid.h"
#include "document/recognize/table/lattice_repair.h"
#include "document/recognize/table/mark_heading.h"
#include "document/recognize/table/network_grid.h"
#include "document/recognize/table/picture_rules.h"

namespace octavo::document {
namespace {

// Confidence of the network (mean of its tokens, times the words it has room for) from which on it
// is heard. On the pictures tried it was over 0.95 where its structure was right.
constexpr float kPlausible = 0.5f, kConfident = 0.85f, kSure = 0.95f;
// Faults of the fit of text and grid.
constexpr float kFewFaults = 0.03f, kSomeFaults = 0.08f;

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
  const size_t cut = split_words(input, *lattice);
  if (lacks_columns(input, *lattice)) return {};
  add_missing_rows(input, *lattice);
  Grid grid = lattice_grid(input, *lattice);
  grid.cut_words = cut;
  return grid;
}

// A lattice without spans into which the text falls without faults.
bool is_beyond_doubt(const TableInput& input, const Grid& grid) {
  if (grid.empty() ||
      grid.cells.size() != static_cast<size_t>(grid.rows) * static_cast<size_t>(grid.columns))
    return false;
  return grid.cut_words == 0 && fit_of(input, grid).faults() <= kFewFaults;
}

// `grid` is what rules or alignment gave, perhaps nothing.
bool prefers_network(const TableInput& input, const Grid& grid, const Grid& network) {
  if (network.empty()) return false;
  if (grid.empty()) return network.confidence >= kPlausible;
  const float faults = fit_of(input, grid).faults(), others = fit_of(input, network).faults();
  if (!grid.from_rules) return network.confidence >= kConfident && others <= faults + kSomeFaults;
  // Rules miss cells when lines are too pale; they invent some when strokes of letters look like
  // lines, which then run through words or disagree with the alignment of the text.
  const int difference = network.rows * network.columns - grid.rows * grid.columns;
  if (network.confidence < kSure || others > faults + kFewFaults || difference == 0) return false;
  if (difference > 0 || grid.cut_words > 0) return true;
  const Grid aligned = aligned_grid(input);
  return aligned.rows == network.rows && aligned.columns == network.columns;
}

}  // namespace

Result<TableReading> read_table(const Page& page, const Region& region,
                                const std::vector<TextLine>& lines, const TableSources& sources,
                                Diagnostics& diagnostics) {
  TableInput input = make_table_input(page, region, lines);
  TableReading reading;
  if (input.words.size() == kMaxTableWords)
    diagnostics.warn("table_words_capped", "a table has more words than are read as one table");
  if (sources.pixels != nullptr) add_picture_rules(*sources.pixels, skew_of_lines(lines), input);
  Grid grid = grid_from_rules(input);
  const bool pictured = sources.pixels != nullptr && sources.structure;
  if (pictured && !is_beyond_doubt(input, grid)) {
    const StructureTable structure = OCTAVO_TRY(sources.structure());
    Grid network = network_grid(input, structure, area_in_frame(*sources.pixels, input.frame));
    if (grid.empty()) grid = aligned_grid(input);
    if (prefers_network(input, grid, network)) {
      grid = std::move(network);
      reading.source = Source::kNetwork;
    }
  } else if (grid.empty()) {
    grid = aligned_grid(input);
  }
  if (grid.empty()) {
    reading.reason = "no rows and columns found";
    return reading;
  }
  mark_heading(input, grid);
  reading.table = write_table(page, input, grid);
  reading.confidence = grid.confidence;
  reading.reason = grid.reason;
  return reading;
}

}  // namespace octavo::document
