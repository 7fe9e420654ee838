#include "document/block/repair/otsl.h"

#include <algorithm>
#include <array>

#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

enum class Token : uint8_t { kNewLine, kFull, kEmpty, kLeft, kUp, kBoth };

constexpr std::array<std::string_view, 6> kTokens{"<nl>",   "<fcel>", "<ecel>",
                                                  "<lcel>", "<ucel>", "<xcel>"};

// A token, or the text between two of them; blank text is left out.
struct Item {
  std::optional<Token> token;
  std::string_view text;
};

// A place of the table: its token and the text that ended up with it.
struct Piece {
  Token token;
  std::string_view text;
};
using Rows = std::vector<std::vector<Piece>>;

std::optional<Token> token_at(std::string_view text, size_t at) {
  for (size_t i = 0; i < kTokens.size(); ++i)
    if (has_at(text, at, kTokens[i])) return static_cast<Token>(i);
  return std::nullopt;
}

std::vector<Item> split_items(std::string_view text) {
  std::vector<Item> items;
  size_t begin = 0;  // of the text behind the last token
  const auto add_text = [&](size_t end) {
    const std::string_view between = text.substr(begin, end - begin);
    if (!is_blank(between)) items.push_back({std::nullopt, between});
  };
  for (size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
    const auto token = token_at(text, at);
    if (!token) {
      ++at;
      continue;
    }
    add_text(at);
    at += kTokens[static_cast<size_t>(*token)].size();
    begin = at;
    items.push_back({token, {}});
  }
  add_text(text.size());
  return items;
}

// Runs of tokens between <nl>; several <nl> in a row open no rows.
Rows split_rows(const std::vector<Item>& items) {
  Rows rows;
  bool new_row = true;
  for (const Item& item : items) {
    if (!item.token) continue;
    const bool ends = *item.token == Token::kNewLine;
    if (!ends) {
      if (new_row) rows.emplace_back();
      rows.back().push_back({*item.token, {}});
    }
    new_row = ends;
  }
  return rows;
}

// Gives the texts to the places, as the reference does: it walks over the filled-up rows and takes
// the next item only when it is the expected token. Text where none belongs stops it for good; an
// <nl> too many shifts the texts by a row.
void place_texts(const std::vector<Item>& items, Rows& rows) {
  size_t next = 0;
  const auto take = [&](Token token) {
    const bool expected = next < items.size() && items[next].token == token;
    next += expected;
    return expected;
  };
  for (auto& row : rows) {
    for (Piece& piece : row)
      if (take(piece.token) && next < items.size() && !items[next].token)
        piece.text = items[next++].text;
    take(Token::kNewLine);
  }
}

bool goes_on_left(Token token) { return token == Token::kLeft || token == Token::kBoth; }
bool goes_on_up(Token token) { return token == Token::kUp || token == Token::kBoth; }

int column_span(const std::vector<Piece>& row, size_t column) {
  // Text behind an empty cell stands between it and its continuation.
  if (row[column].token == Token::kEmpty && !row[column].text.empty()) return 1;
  int span = 1;
  for (size_t next = column + 1; next < row.size() && goes_on_left(row[next].token); ++next) ++span;
  return span;
}

int row_span(const Rows& rows, size_t row, size_t column) {
  int span = 1;
  for (size_t next = row + 1; next < rows.size() && goes_on_up(rows[next][column].token); ++next)
    ++span;
  return span;
}

void add_cell(const Rows& rows, size_t row, size_t column, OtslGrid& grid) {
  const Piece& piece = rows[row][column];
  OtslCell cell;
  cell.row = static_cast<int>(row);
  cell.column = static_cast<int>(column);
  cell.column_span = column_span(rows[row], column);
  cell.row_span = row_span(rows, row, column);
  if (piece.token == Token::kFull) cell.text = strip(piece.text);
  const auto index = static_cast<int>(grid.cells.size());
  for (int r = cell.row; r < cell.row + cell.row_span; ++r)
    std::fill_n(grid.owner.begin() + r * grid.columns + cell.column, cell.column_span, index);
  grid.cells.push_back(std::move(cell));
}

TableCell empty_cell(int row, int column) {
  TableCell cell;
  cell.row = row;
  cell.column = column;
  return cell;
}

// The rectangle of places that `index` has, starting from (row, column).
TableCell owned_cell(const OtslGrid& grid, int index, int row, int column) {
  const auto owns = [&](int r, int c) { return grid.owner[grid.place(r, c)] == index; };
  TableCell cell = empty_cell(row, column);
  int right = column + 1, bottom = row + 1;
  while (right < grid.columns && owns(row, right)) ++right;
  const auto owns_row = [&](int r) {
    for (int c = column; c < right; ++c)
      if (!owns(r, c)) return false;
    return true;
  };
  while (bottom < grid.rows && owns_row(bottom)) ++bottom;
  cell.column_span = right - column;
  cell.row_span = bottom - row;
  const std::string& text = grid.cells[static_cast<size_t>(index)].text;
  if (!text.empty()) cell.content.push_back({InlineKind::kText, kPlain, text, {}});
  return cell;
}

}  // namespace

std::optional<OtslGrid> read_otsl(std::string_view answer) {
  const std::vector<Item> items = split_items(answer);
  Rows rows = split_rows(items);
  OtslGrid grid;
  size_t columns = 0;
  for (const auto& row : rows) columns = std::max(columns, row.size());
  if (columns > 0 && rows.size() > kMaxTablePlaces / columns) return std::nullopt;
  for (auto& row : rows) row.resize(columns, {Token::kEmpty, {}});
  place_texts(items, rows);
  grid.rows = static_cast<int>(rows.size());
  grid.columns = static_cast<int>(columns);
  grid.owner.assign(rows.size() * columns, -1);
  for (size_t r = 0; r < rows.size(); ++r)
    for (size_t c = 0; c < columns; ++c)
      if (rows[r][c].token == Token::kFull || rows[r][c].token == Token::kEmpty)
        add_cell(rows, r, c, grid);
  return grid;
}

std::string to_html(const OtslGrid& grid) {
  if (grid.cells.empty()) return "";
  std::string html = "<table>";
  for (int r = 0; r < grid.rows; ++r) {
    html += "<tr>";
    for (int c = 0; c < grid.columns; ++c) {
      const int owner = grid.owner[grid.place(r, c)];
      if (owner < 0) {
        html += "<td></td>";
        continue;
      }
      const OtslCell& cell = grid.cells[static_cast<size_t>(owner)];
      if (cell.row != r || cell.column != c) continue;
      html += "<td";
      if (cell.row_span > 1) html += " rowspan=\"" + std::to_string(cell.row_span) + "\"";
      if (cell.column_span > 1) html += " colspan=\"" + std::to_string(cell.column_span) + "\"";
      html += ">" + escape_html(cell.text) + "</td>";
    }
    html += "</tr>";
  }
  return html += "</table>";
}

Table to_table(const OtslGrid& grid) {
  Table table;
  if (grid.cells.empty()) return table;
  table.rows = grid.rows;
  table.columns = grid.columns;
  std::vector<bool> covered(grid.owner.size()), placed(grid.cells.size());
  for (int r = 0; r < grid.rows; ++r)
    for (int c = 0; c < grid.columns; ++c) {
      const size_t place = grid.place(r, c);
      if (covered[place]) continue;
      const int owner = grid.owner[place];
      TableCell cell = empty_cell(r, c);
      if (owner >= 0 && !placed[static_cast<size_t>(owner)]) {
        placed[static_cast<size_t>(owner)] = true;
        cell = owned_cell(grid, owner, r, c);
      }
      for (int y = r; y < r + cell.row_span; ++y)
        std::fill_n(covered.begin() + y * grid.columns + c, cell.column_span, true);
      table.cells.push_back(std::move(cell));
    }
  return table;
}

bool has_otsl_token(std::string_view text) {
  return std::any_of(kTokens.begin(), kTokens.end(),
                     [&](std::string_view token) { return contains(text, token); });
}

}  // namespace octavo::document::protocol
