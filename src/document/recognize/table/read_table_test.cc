#include "document/recognize/table/read_table.h"

#include <gtest/gtest.h>

#include <random>

#include "document/recognize/table/table_sketch.h"
#include "tests/support/cpu_timer.h"

namespace octavo::document {
namespace {

using Rows = std::vector<std::string>;

std::vector<int> header_rows(const Table& table) {
  std::vector<int> rows;
  for (const TableCell& cell : table.cells)
    if (cell.header && (rows.empty() || rows.back() != cell.row)) rows.push_back(cell.row);
  return rows;
}

// Every place of the grid is covered exactly once, cells are sorted.
void expect_whole(const Table& table) {
  std::vector<int> covered(static_cast<size_t>(table.rows) * static_cast<size_t>(table.columns), 0);
  for (size_t i = 0; i < table.cells.size(); ++i) {
    const TableCell& cell = table.cells[i];
    if (i > 0) {
      EXPECT_LT(std::pair(table.cells[i - 1].row, table.cells[i - 1].column),
                std::pair(cell.row, cell.column));
    }
    ASSERT_GE(cell.row_span, 1);
    ASSERT_GE(cell.column_span, 1);
    for (int r = cell.row; r < cell.row + cell.row_span; ++r)
      for (int c = cell.column; c < cell.column + cell.column_span; ++c) {
        ASSERT_TRUE(r >= 0 && r < table.rows && c >= 0 && c < table.columns);
        ++covered[static_cast<size_t>(r) * static_cast<size_t>(table.columns) +
                  static_cast<size_t>(c)];
      }
  }
  for (const int count : covered) ASSERT_EQ(count, 1);
}

TEST(ReadTable, MarksHeadings) {
  const Table ruled =
      Sketch({"----------------------", "| *Name*   | *Sum*   |", "----------------------",
              "| Ann      | one     |", "----------------------", "| Bob      | two     |",
              "----------------------"})
          .read()
          .table;
  EXPECT_EQ(header_rows(ruled), std::vector<int>{0});
  const Table plain = Sketch({"Area       Births     Deaths", "Norway      1,200        980",
                              "Sweden      2,310      1,877", "Denmark     1,040        911"})
                          .read()
                          .table;
  EXPECT_EQ(header_rows(plain), std::vector<int>{0});
  const Table texts = Sketch({"-------------------", "| Ann    | left   |", "-------------------",
                              "| Bob    | right  |", "-------------------"})
                          .read()
                          .table;
  EXPECT_EQ(header_rows(texts), std::vector<int>{});
}

TEST(ReadTable, LinesOfAPictureAreFoundInItsPixels) {
  Sketch sketch({"  Name       Sum     ", "  Ann        one     ", "  Bob        two     "});
  for (TextLine& line : sketch.lines) line.source = Source::kOcr;
  // Two pixels a point; a frame, a line between the columns, lines between the rows.
  Raster raster;
  const PointBox& box = sketch.region.box;
  raster.area = {box.x0 - 4, box.y0 - 4, box.x1 + 4, box.y1 + 4};
  raster.scale_x = raster.scale_y = 2;
  const int width = static_cast<int>(raster.area.width() * 2);
  const int height = static_cast<int>(raster.area.height() * 2);
  raster.image = Image(width, height, 3);
  const auto ink = [&](const PixelBox& area) {
    for (int y = area.y0; y < area.y1; ++y)
      for (int x = area.x0; x < area.x1; ++x)
        raster.image.pixel(x, y)[0] = raster.image.pixel(x, y)[1] = 60;
  };
  for (const int y : {6, 41, 73, height - 8}) ink({6, y, width - 6, y + 2});
  for (const int x : {6, 98, width - 8}) ink({x, 6, x + 2, height - 6});
  Diagnostics diagnostics;
  int asked = 0;
  const auto structure = [&]() -> Result<StructureTable> {
    ++asked;
    return StructureTable{};
  };
  const TableReading reading =
      read_table(sketch.page, sketch.region, sketch.lines, {&raster, structure}, diagnostics)
          .value();
  EXPECT_EQ(grid_text(reading.table), (Rows{"Name | Sum", "Ann | one", "Bob | two"}));
  EXPECT_EQ(reading.reason, "ruled lattice");
  EXPECT_EQ(asked, 0);  // nothing was in doubt
}

TEST(ReadTable, TheNetworkDecidesPicturesWithoutLines) {
  Sketch sketch({"Alpha beta gamma", "delta epsilon zeta"});
  for (TextLine& line : sketch.lines) line.source = Source::kOcr;
  Raster raster;
  raster.area = sketch.region.box;
  raster.image =
      Image(static_cast<int>(raster.area.width()), static_cast<int>(raster.area.height()), 3);
  StructureTable seen;
  seen.rows = 2, seen.columns = 1, seen.score = 0.97f;
  for (int r = 0; r < 2; ++r) {
    StructureCell& cell = seen.cells.emplace_back();
    cell.row = r;
    cell.box = {0, 0.5f * static_cast<float>(r), 1, 0.5f * static_cast<float>(r + 1)};
  }
  Diagnostics diagnostics;
  const auto structure = [&]() -> Result<StructureTable> { return seen; };
  const TableReading reading =
      read_table(sketch.page, sketch.region, sketch.lines, {&raster, structure}, diagnostics)
          .value();
  EXPECT_EQ(grid_text(reading.table), (Rows{"Alpha beta gamma", "delta epsilon zeta"}));
  EXPECT_EQ(reading.source, Source::kNetwork);
  const auto broken = [&]() -> Result<StructureTable> {
    return Error{Code::kModelMissing, "no model", "", {}};
  };
  EXPECT_FALSE(
      read_table(sketch.page, sketch.region, sketch.lines, {&raster, broken}, diagnostics).ok());
}

TEST(ReadTable, NothingIsNoTable) {
  Sketch sketch({"   "});
  const TableReading reading = sketch.read();
  EXPECT_EQ(reading.table.rows, 0);
  EXPECT_FALSE(reading.reason.empty());
}

TEST(ReadTable, HostileRulesAndWordsAreBounded) {
  std::mt19937 random(1);
  const auto number = [&](int most) {
    return static_cast<float>(random() % static_cast<unsigned>(most));
  };
  Sketch sketch({"a b"});
  sketch.region.box = {0, 0, 600, 800};
  sketch.lines.clear();
  for (int i = 0; i < 1'000; ++i) {
    TextLine& line = sketch.lines.emplace_back();
    for (int k = 0; k < 21; ++k) {
      Word word;
      word.text = k % 3 == 0 ? "word" : "1,234";
      const float x = number(590), y = number(790);
      word.box = {x, y, x + 1 + number(30), y + 1 + number(20)};
      word.size = 1 + number(20);
      line.words.push_back(word);
    }
  }
  for (int i = 0; i < 200'000; ++i) {
    const float x = number(600), y = number(800);
    const bool across = i % 2 == 0;
    sketch.page.content.rules.push_back(
        {{x, y, x + (across ? number(600) : 0.5f), y + (across ? 0.5f : number(800))}, across});
    sketch.page.content.shapes.push_back({.box = {x, y, x + number(300), y + number(30)},
                                          .filled = true,
                                          .fill_color = static_cast<uint32_t>(random())});
  }
  Diagnostics diagnostics;
  const CpuTimer timer;
  const TableReading reading =
      read_table(sketch.page, sketch.region, sketch.lines, {}, diagnostics).value();
  EXPECT_LT(timer.seconds(), 20);
  EXPECT_LE(reading.table.rows * reading.table.columns, 20'000);
  expect_whole(reading.table);
  EXPECT_EQ(diagnostics.list().at(0).id, "table_words_capped");
}

TEST(ReadTable, NonsenseGivesWholeGrids) {
  std::mt19937 random(7);
  const auto number = [&](int most) {
    return static_cast<float>(random() % static_cast<unsigned>(most));
  };
  for (int round = 0; round < 300; ++round) {
    Sketch sketch({"a b"});
    sketch.region.box = {0, 0, 300, 200};
    sketch.region.angle = static_cast<int>(random() % 4) * 90;
    sketch.lines.clear();
    const unsigned count = random() % 30;
    for (unsigned i = 0; i < count; ++i) {
      TextLine& line = sketch.lines.emplace_back();
      line.angle = static_cast<int>(random() % 4) * 90;
      for (unsigned k = 0; k < 1 + random() % 4; ++k) {
        Word word;
        word.text = random() % 2 ? "12" : "ab";
        const float x = number(280), y = number(190);
        word.box = {x, y, x + 1 + number(80), y + 1 + number(30)};
        word.size = number(15);
        line.words.push_back(word);
      }
    }
    for (unsigned i = 0; i < random() % 12; ++i) {
      const float x = number(300), y = number(200);
      const bool across = random() % 2;
      sketch.page.content.rules.push_back(
          {{x, y, x + (across ? number(300) : 1), y + (across ? 1 : number(200))}, across});
    }
    expect_whole(sketch.read().table);
  }
}

}  // namespace
}  // namespace octavo::document
