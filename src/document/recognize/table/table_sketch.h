// For tests: a page with one table, drawn with characters. Not part of the library.
//
// Each string is a printed row; a character is 5 points wide, rows are 16 points apart, the font is
// 14 points, so that one space is a word space and three are a gap between columns. A string of '-'
// and blanks alone is a row of horizontal rules half way between its neighbours (it takes no
// height), '|' is a piece of an upright rule through its row. '\t' at the start of a string puts
// the row 4 points nearer to the one above. *word* is bold.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "document/page/page.h"
#include "document/recognize/table/read_table.h"

namespace octavo::document {

struct Sketch {
  Page page;
  Region region;
  std::vector<TextLine> lines;

  static constexpr float kWidth = 5, kPitch = 16, kSize = 14;

  explicit Sketch(const std::vector<std::string>& rows, float left = 50, float top = 80) {
    region.kind = RegionKind::kTable;
    float y = top;
    float right = left;
    for (const std::string& text : rows) {
      std::u32string row = to_utf32(text);
      if (!row.empty() && row.front() == '\t') {
        y -= 4;
        row.erase(0, 1);
      }
      right = std::max(right, left + kWidth * static_cast<float>(row.size()));
      if (row.find_first_not_of(U"- ") == std::u32string::npos &&
          row.find(U"---") != std::u32string::npos) {
        add_rules(row, left, y);
        continue;
      }
      add_line(row, left, y);
      y += kPitch;
    }
    region.box = {left - 1, top - 1, right + 1, y + 1};
    page.width = 612;
    page.height = 792;
    page.lines = lines;
    for (uint32_t i = 0; i < lines.size(); ++i) region.lines.push_back(i);
  }

  TableReading read() const {
    Diagnostics diagnostics;
    auto reading = read_table(page, region, lines, {}, diagnostics);
    return reading.ok() ? std::move(reading).value() : TableReading{};
  }

 private:
  void add_rules(const std::u32string& row, float left, float y) {
    for (size_t i = 0; i < row.size();) {
      size_t end = i;
      while (end < row.size() && row[end] == '-') ++end;
      if (end > i)
        page.content.rules.push_back({{left + kWidth * static_cast<float>(i), y - 1.25f,
                                       left + kWidth * static_cast<float>(end), y - 0.75f},
                                      true});
      i = std::max(end, i + 1);
    }
  }

  void add_line(const std::u32string& row, float left, float y) {
    TextLine line;
    for (size_t i = 0; i < row.size();) {
      const float x = left + kWidth * static_cast<float>(i);
      if (row[i] == '|') {
        page.content.rules.push_back({{x + 2.25f, y - 1, x + 2.75f, y + kPitch - 1}, false});
        ++i;
        continue;
      }
      size_t end = i;
      while (end < row.size() && row[end] != ' ' && row[end] != '|') ++end;
      if (end == i) {
        ++i;
        continue;
      }
      std::u32string text = row.substr(i, end - i);
      Word word;
      if (text.size() > 2 && text.front() == '*' && text.back() == '*') {
        word.style = kBold;
        text = text.substr(1, text.size() - 2);
      }
      word.text = to_utf8(text);
      word.box = {x, y + 1, left + kWidth * static_cast<float>(end), y + 13};
      word.size = kSize;
      word.space_before = !line.words.empty();
      line.words.push_back(word);
      line.box = hull(line.box, word.box);
      i = end;
    }
    if (line.words.empty()) return;
    line.baseline = y + 11;
    line.size = kSize;
    lines.push_back(line);
  }
};

// One string a row: "a | [1x2]b | " with '/' for line ends inside cells.
inline std::vector<std::string> grid_text(const Table& table) {
  std::vector<std::string> rows(static_cast<size_t>(table.rows));
  std::vector<bool> begun(rows.size(), false);
  for (const TableCell& cell : table.cells) {
    std::string text = plain_text(cell.content);
    for (char& c : text)
      if (c == '\n') c = '/';
    const auto row = static_cast<size_t>(cell.row);
    if (begun[row]) rows[row] += " | ";
    begun[row] = true;
    if (cell.row_span > 1 || cell.column_span > 1)
      rows[row] +=
          "[" + std::to_string(cell.row_span) + "x" + std::to_string(cell.column_span) + "]";
    rows[row] += text;
  }
  return rows;
}

}  // namespace octavo::document
