#include "document/block/repair/html_table.h"

#include <algorithm>
#include <array>
#include <vector>

#include "document/block/repair/otsl.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr auto kNone = std::string_view::npos;
constexpr int kMaxSpan = 1000;  // as in browsers

struct Entity {
  std::string_view name, text;
};
constexpr std::array kEntities{Entity{"&amp;", "&"},   Entity{"&lt;", "<"},   Entity{"&gt;", ">"},
                               Entity{"&quot;", "\""}, Entity{"&#x27;", "'"}, Entity{"&#39;", "'"},
                               Entity{"&nbsp;", " "}};

struct Tag {
  std::string name;  // lower case, with its slash
  std::string_view attributes;
  size_t end = 0;  // behind '>'
};

// The tag that opens at `at`; no name when it never ends.
Tag read_tag(std::string_view html, size_t at) {
  const size_t close = html.find('>', at);
  if (close == kNone) return {};
  std::string_view inside = html.substr(at + 1, close - at - 1);
  size_t end = inside.starts_with('/') ? 1 : 0;
  while (end < inside.size() && is_ascii_alnum(inside[end])) ++end;
  return {to_lower(inside.substr(0, end)), inside.substr(end), close + 1};
}

int read_span(std::string_view attributes, std::string_view name) {
  size_t at = to_lower(attributes).find(name);
  if (at == kNone) return 1;
  at = skip_spaces(attributes, at + name.size());
  if (!has_at(attributes, at, "=")) return 1;
  at = skip_spaces(attributes, at + 1);
  if (has_at(attributes, at, "\"") || has_at(attributes, at, "'")) ++at;
  int span = 0;
  for (; at < attributes.size() && is_ascii_digit(attributes[at]); ++at)
    span = std::min(span * 10 + (attributes[at] - '0'), kMaxSpan);
  return std::max(span, 1);
}

size_t add_entity(std::string_view html, size_t at, std::string& text) {
  for (const Entity& entity : kEntities) {
    if (!has_at(html, at, entity.name)) continue;
    text += entity.text;
    return at + entity.name.size();
  }
  text += '&';
  return at + 1;
}

// Puts cells where HTML puts them: the next place of the row that no span from above has taken.
class GridBuilder {
 public:
  void new_row() {
    ++row_;
    column_ = 0;
  }
  bool add(int row_span, int column_span, bool header) {
    if (row_ < 0) new_row();
    while (column_ < taken_until_.size() && taken_until_[column_] > row_) ++column_;
    const size_t end = column_ + static_cast<size_t>(column_span);
    const size_t columns = std::max(end, taken_until_.size());
    if (columns > kMaxTablePlaces / (static_cast<size_t>(row_) + 1)) return false;
    if (end > taken_until_.size()) taken_until_.resize(end);
    for (size_t c = column_; c < end; ++c) taken_until_[c] = row_ + row_span;
    OtslCell cell;
    cell.row = row_;
    cell.column = static_cast<int>(column_);
    cell.row_span = row_span;
    cell.column_span = column_span;
    grid_.cells.push_back(std::move(cell));
    headers_.push_back(header);
    column_ = end;
    return true;
  }
  std::string* text() { return grid_.cells.empty() ? nullptr : &grid_.cells.back().text; }

  std::optional<Table> finish() {
    const size_t rows = static_cast<size_t>(row_) + 1, columns = taken_until_.size();
    if (grid_.cells.empty() || rows > kMaxTablePlaces / columns) return std::nullopt;
    grid_.rows = static_cast<int>(rows);
    grid_.columns = static_cast<int>(columns);
    grid_.owner.assign(rows * columns, -1);
    for (size_t i = 0; i < grid_.cells.size(); ++i) {
      OtslCell& cell = grid_.cells[i];
      cell.text = strip(cell.text);
      const int bottom = std::min(cell.row + cell.row_span, grid_.rows);
      for (int r = cell.row; r < bottom; ++r)
        std::fill_n(grid_.owner.begin() + r * grid_.columns + cell.column, cell.column_span,
                    static_cast<int>(i));
    }
    Table table = to_table(grid_);
    for (TableCell& cell : table.cells) {
      const int owner = grid_.owner[grid_.place(cell.row, cell.column)];
      cell.header = owner >= 0 && headers_[static_cast<size_t>(owner)];
    }
    return table;
  }

 private:
  int row_ = -1;
  size_t column_ = 0;
  std::vector<int> taken_until_;  // a column: the first row that is free again
  OtslGrid grid_;
  std::vector<bool> headers_;
};

}  // namespace

std::optional<Table> read_html_table(std::string_view html) {
  GridBuilder grid;
  bool in_cell = false;
  for (size_t at = 0; at < html.size();) {
    std::string* const text = in_cell ? grid.text() : nullptr;
    if (html[at] != '<') {
      std::string ignored;
      std::string& out = text != nullptr ? *text : ignored;
      if (html[at] == '&') {
        at = add_entity(html, at, out);
      } else {
        out += html[at++];
      }
      continue;
    }
    const Tag tag = read_tag(html, at);
    if (tag.end == 0) break;
    if (tag.name == "tr") {
      grid.new_row();
      in_cell = false;
    } else if (tag.name == "td" || tag.name == "th") {
      in_cell = grid.add(read_span(tag.attributes, "rowspan"), read_span(tag.attributes, "colspan"),
                         tag.name == "th");
      if (!in_cell) return std::nullopt;
    } else if (tag.name == "br" && text != nullptr) {
      *text += '\n';
    } else if (tag.name.starts_with("/t")) {
      in_cell = false;
    }
    at = tag.end;
  }
  return grid.finish();
}

}  // namespace octavo::document::protocol
