#include "document/order/tables.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "document/block/caption.h"

namespace octavo::document {
namespace {

constexpr int kMaxHeaderRows = 5;
constexpr float kSameEdge = 0.06f;  // of the table's width

struct Span {
  float x0 = 0, x1 = 0;
  bool known = false;
};

// Where each column stands, from cells of one column that have a box.
std::vector<Span> column_spans(const Table& table) {
  std::vector<Span> spans(static_cast<size_t>(std::max(0, table.columns)));
  for (const TableCell& cell : table.cells) {
    if (cell.column_span != 1 || cell.box.box.empty() || cell.column < 0 ||
        cell.column >= table.columns)
      continue;
    Span& span = spans[static_cast<size_t>(cell.column)];
    span.x0 = span.known ? std::min(span.x0, cell.box.box.x0) : cell.box.box.x0;
    span.x1 = span.known ? std::max(span.x1, cell.box.box.x1) : cell.box.box.x1;
    span.known = true;
  }
  return spans;
}

std::string cell_text(const TableCell& cell) { return collapse_spaces(plain_text(cell.content)); }

bool same_cell(const TableCell& a, const TableCell& b) {
  return a.column == b.column && a.column_span == b.column_span && a.row_span == b.row_span &&
         cell_text(a) == cell_text(b);
}

std::vector<const TableCell*> cells_of_row(const Table& table, int row) {
  std::vector<const TableCell*> cells;
  for (const TableCell& cell : table.cells)
    if (cell.row == row) cells.push_back(&cell);
  return cells;
}

bool has_header(const Table& table) {
  return std::any_of(table.cells.begin(), table.cells.end(),
                     [](const TableCell& cell) { return cell.header; });
}

bool captions_allow(const FlowBlock& next) {
  const auto& captions = next.block().captions;
  return captions.empty() ||
         std::any_of(captions.begin(), captions.end(), [](const Caption& caption) {
           return is_continuation_caption(plain_text(caption.content));
         });
}

bool same_place(const FlowBlock& a, const FlowBlock& b) {
  const PointBox& x = a.of_page.block.boxes.back().box;
  const PointBox& y = b.block().boxes.front().box;
  const float width = std::max(x.width(), y.width());
  return std::fabs(x.x0 - y.x0) < kSameEdge * width + 6 &&
         std::fabs(x.width() - y.width()) < 2 * kSameEdge * width + 6;
}

bool can_join(FlowBlock& table, FlowBlock& next) {
  Block& above = table.block();
  Block& below = next.block();
  if (above.table.rows <= 0 || below.table.rows <= 0 || above.boxes.empty() || below.boxes.empty())
    return false;
  if (!captions_allow(next)) return false;
  const bool continued = !below.captions.empty();
  if (above.footnotes.size() > (continued ? 1u : 0u)) return false;
  if (!continued && !same_place(table, next)) return false;
  if (below.table.columns != above.table.columns && !align_columns(above.table, below.table))
    return false;
  // A header of its own that says something else opens a table of its own.
  const bool other_header = has_header(below.table) && has_header(above.table) &&
                            repeated_rows(above.table, below.table) == 0;
  return continued || !other_header;
}

void join_split_cells(Block& above, Block& below, int row, const AskCells& ask) {
  const bool read = above.source == Source::kVlm || below.source == Source::kVlm;
  if (!ask || !read || row >= below.table.rows) return;
  const auto upper = row_segments(above.table, above.table.rows - 1);
  const auto lower = row_segments(below.table, row);
  if (upper.empty() || upper.size() != lower.size()) return;
  const auto go_on = ask(segment_texts(above.table, upper), segment_texts(below.table, lower));
  join_cells(above.table, below.table, row, go_on);
}

void join(FlowBlock& table, FlowBlock& next, const AskCells& ask) {
  Block& above = table.block();
  Block& below = next.block();
  const int skip = repeated_rows(above.table, below.table);
  join_split_cells(above, below, skip, ask);
  append_rows(above.table, std::move(below.table), skip);
  std::move(below.footnotes.begin(), below.footnotes.end(), std::back_inserter(above.footnotes));
  // "(continued)" has said what it had to say; it stays among the printed lines.
  for (Caption& caption : below.captions)
    above.lines.push_back({caption.box, std::move(caption.content), 1});
  if (above.picture.file_name.empty()) above.picture = std::move(below.picture);
  absorb(above, below);
  next.gone = true;
}

}  // namespace

int repeated_rows(const Table& table, const Table& next) {
  int repeated = 0;
  const int most = std::min({kMaxHeaderRows, table.rows, next.rows - 1});
  for (int row = 0; row < most; ++row) {
    const auto a = cells_of_row(table, row), b = cells_of_row(next, row);
    const bool same =
        a.size() == b.size() && !a.empty() &&
        std::equal(a.begin(), a.end(), b.begin(),
                   [](const TableCell* x, const TableCell* y) { return same_cell(*x, *y); });
    const bool text = std::any_of(a.begin(), a.end(),
                                  [](const TableCell* cell) { return !cell_text(*cell).empty(); });
    if (!same || !text) break;
    ++repeated;
  }
  // A header ends where its cells end: one that reaches further is no header that was repeated
  // whole.
  for (const TableCell& cell : next.cells)
    if (cell.row < repeated && cell.row + cell.row_span > repeated) return 0;
  return repeated;
}

bool align_columns(const Table& table, Table& original) {
  Table next = original;
  if (next.columns > table.columns || next.columns <= 0) return false;
  const std::vector<Span> wide = column_spans(table), narrow = column_spans(next);
  std::vector<int> target;
  size_t at = 0;
  for (const Span& span : narrow) {
    if (!span.known) return false;
    const float center = (span.x0 + span.x1) / 2;
    while (at < wide.size() && !(wide[at].known && center >= wide[at].x0 && center < wide[at].x1))
      ++at;
    if (at == wide.size()) return false;
    target.push_back(static_cast<int>(at++));
  }
  for (TableCell& cell : next.cells) {
    const auto first = static_cast<size_t>(cell.column);
    const size_t last = first + static_cast<size_t>(std::max(1, cell.column_span)) - 1;
    if (cell.column < 0 || last >= target.size()) return false;
    cell.column = target[first];
    cell.column_span = target[last] - target[first] + 1;
  }
  next.columns = table.columns;
  // Places that no cell covers now become empty cells.
  const size_t places = static_cast<size_t>(next.rows) * static_cast<size_t>(next.columns);
  constexpr size_t kMaxPlaces = 4'000'000;
  if (places > kMaxPlaces) return false;
  std::vector<bool> covered(places, false);
  for (const TableCell& cell : next.cells)
    for (int row = cell.row; row < std::min(next.rows, cell.row + cell.row_span); ++row)
      for (int column = cell.column; column < cell.column + cell.column_span; ++column)
        covered[static_cast<size_t>(row) * static_cast<size_t>(next.columns) +
                static_cast<size_t>(column)] = true;
  const PageBox anywhere =
      next.cells.empty() ? PageBox{} : PageBox{next.cells.front().box.page, {}};
  for (size_t place = 0; place < places; ++place)
    if (!covered[place])
      next.cells.push_back({.row = static_cast<int>(place) / next.columns,
                            .column = static_cast<int>(place) % next.columns,
                            .box = anywhere});
  std::sort(next.cells.begin(), next.cells.end(), [](const TableCell& a, const TableCell& b) {
    return std::pair(a.row, a.column) < std::pair(b.row, b.column);
  });
  original = std::move(next);
  return true;
}

void append_rows(Table& table, Table next, int skip) {
  table.cells.reserve(table.cells.size() + next.cells.size());
  for (TableCell& cell : next.cells) {
    if (cell.row < skip) continue;
    cell.row += table.rows - skip;
    cell.header = false;
    table.cells.push_back(std::move(cell));
  }
  table.rows += std::max(0, next.rows - skip);
}

void join_tables(Flow& flow, const AskCells& ask) {
  FlowBlock* open = nullptr;  // the last table, while nothing but furniture and notes follows it
  int last_page = 0;          // the page its last rows stand on
  for (FlowBlock& item : flow) {
    if (item.gone) continue;
    if (item.kind() == BlockKind::kTable) {
      if (open != nullptr && item.page_index == last_page + 1 && can_join(*open, item))
        join(*open, item, ask);
      else
        open = &item;
      last_page = item.page_index;
      continue;
    }
    const bool passes = is_page_furniture(item.kind()) || item.kind() == BlockKind::kPageFootnote;
    const std::string text = open == nullptr || passes ? std::string() : block_text(item.block());
    // "(continued)" that did not find its table by place.
    if (!passes && !(open != nullptr && text.size() < 80 && is_continuation_caption(text)))
      open = nullptr;
  }
}

}  // namespace octavo::document
