#include "document/recognize/table/picture_rules.h"

#include <gtest/gtest.h>

#include <cmath>

#include "document/recognize/table/lattice_grid.h"
#include "document/recognize/table/table_sketch.h"

namespace octavo::document {
namespace {

// The pixels of a sketch, four points of margin, two pixels a point.
struct Picture {
  static constexpr float kScale = 2;
  Raster raster;

  explicit Picture(const Sketch& sketch) {
    const PointBox& box = sketch.region.box;
    raster.area = {box.x0 - 4, box.y0 - 4, box.x1 + 4, box.y1 + 4};
    raster.scale_x = raster.scale_y = kScale;
    raster.image = Image(static_cast<int>(raster.area.width() * kScale),
                         static_cast<int>(raster.area.height() * kScale), 1);
  }
  // In points on the page; `slope` lets what is drawn fall to the right.
  void ink(const PointBox& box, float slope = 0) {
    const auto pixel = [&](float v, float origin) {
      return static_cast<int>(std::lround((v - origin) * kScale));
    };
    for (int y = pixel(box.y0, raster.area.y0); y < pixel(box.y1, raster.area.y0); ++y)
      for (int x = pixel(box.x0, raster.area.x0); x < pixel(box.x1, raster.area.x0); ++x) {
        const int at_x = x - static_cast<int>(std::lround(slope * static_cast<float>(y)));
        const int at_y = y + static_cast<int>(std::lround(slope * static_cast<float>(x)));
        if (at_x >= 0 && at_y >= 0 && at_x < raster.image.width() && at_y < raster.image.height())
          *raster.image.pixel(at_x, at_y) = 40;
      }
  }
};

std::vector<std::string> read(const Sketch& sketch, const Picture& picture) {
  TableInput input = make_table_input(sketch.page, sketch.region, sketch.lines);
  add_picture_rules(picture.raster, 0, input);
  const auto lattice = main_lattice(input);
  if (!lattice) return {};
  std::vector<std::string> rows;
  const Grid grid = lattice_grid(input, *lattice);
  for (const GridCell& cell : grid.cells) {
    rows.resize(static_cast<size_t>(grid.rows));
    std::string& row = rows[static_cast<size_t>(cell.row)];
    if (cell.column > 0) row += "| ";
    for (const uint32_t w : cell.words) row += input.words[w].word.text + " ";
  }
  return rows;
}

const std::vector<std::string> kTexts{"  Name     Sum  ", "  Ann      one  ", "  Bob      two  "};
const std::vector<std::string> kCells{"Name | Sum ", "Ann | one ", "Bob | two "};

void draw_lattice(const Sketch& sketch, Picture& picture, float slope = 0) {
  const PointBox& r = sketch.region.box;
  for (const float y : {r.y0, r.y0 + 16.5f, r.y0 + 32.5f, r.y1})
    picture.ink({r.x0, y - 0.5f, r.x1, y + 0.5f}, slope);
  for (const float x : {r.x0, r.x0 + 42, r.x1})
    picture.ink({x - 0.5f, r.y0, x + 0.5f, r.y1}, slope);
}

TEST(PictureRules, LatticeFromPixels) {
  const Sketch sketch(kTexts);
  Picture picture(sketch);
  draw_lattice(sketch, picture);
  EXPECT_EQ(read(sketch, picture), kCells);
}

TEST(PictureRules, SkewIsTakenOutOfRulesAndWords) {
  Sketch sketch(kTexts);
  Picture picture(sketch);
  constexpr float kSlope = 0.02f;
  draw_lattice(sketch, picture, kSlope);
  for (TextLine& line : sketch.lines)
    for (Word& word : line.words) {
      const float x = word.box.center_x() - picture.raster.area.x0;
      const float y = word.box.center_y() - picture.raster.area.y0;
      word.box = {word.box.x0 - kSlope * y, word.box.y0 + kSlope * x, word.box.x1 - kSlope * y,
                  word.box.y1 + kSlope * x};
    }
  TableInput input = make_table_input(sketch.page, sketch.region, sketch.lines);
  add_picture_rules(picture.raster, 0, input);
  EXPECT_NEAR(input.skew, kSlope, 0.006f);
  EXPECT_EQ(read(sketch, picture), kCells);
}

TEST(PictureRules, StrokesOfTheTextAreNoRules) {
  const Sketch sketch(kTexts);
  Picture picture(sketch);
  draw_lattice(sketch, picture);
  // A stroke through the middle of a word, and stems of two words above each other that a gap of a
  // pixel divides.
  const PointBox& word = sketch.lines[0].words[0].box;
  picture.ink({word.x0 - 2, word.center_y(), word.x1 + 2, word.center_y() + 1});
  picture.ink({word.x0 + 1, word.y0, word.x0 + 2, word.y1 + 4});
  picture.ink({word.x0 + 1, word.y1 + 5, word.x0 + 2, word.y1 + 16});
  EXPECT_EQ(read(sketch, picture), kCells);
}

TEST(PictureRules, SkewOfDetectedLines) {
  std::vector<TextLine> lines(5);
  for (size_t i = 0; i < lines.size(); ++i) {
    const float y = 20.0f * static_cast<float>(i);
    lines[i].quad = PointQuad{{0, 100, 100, 0}, {y, y + 2, y + 12, y + 10}};
  }
  EXPECT_NEAR(skew_of_lines(lines), 0.02f, 1e-4f);
  lines.resize(3);  // too few
  EXPECT_FLOAT_EQ(skew_of_lines(lines), 0);
}

}  // namespace
}  // namespace octavo::document
