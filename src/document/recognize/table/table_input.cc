#include "document/recognize/table/table_input.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace octavo::document {
namespace {

// Rules and fills of a table may lie a little outside the box that layout gave it.
constexpr float kMargin = 4.0f;
// A filled shape thinner than this is a rule, and one that covers this share of the table is its
// paper.
constexpr float kThinFill = 2.0f, kLeastFill = 4.0f;
constexpr float kPaper = 0.9f;
// Colours from this level on look like paper; seams between parts of one filling are narrower than
// this.
constexpr uint32_t kWhite = 0xFA;
constexpr float kFillSeam = 1.5f;
constexpr size_t kMostFills = 5000;
constexpr float kSlantHeight = 2.2f;
// Lines this much longer than high tell how the page lies, when there are some.
constexpr float kLongLine = 4.0f;
constexpr size_t kLeastLines = 4;
constexpr float kInkHeight = 0.85f;  // of letters, in font sizes
constexpr float kFrameSize = 10.0f;
constexpr float kLeastSize = 0.5f, kMostSize = 500.0f;

PointBox scaled(const PointBox& b, float factor) {
  return {b.x0 * factor, b.y0 * factor, b.x1 * factor, b.y1 * factor};
}

bool is_sane(const PointBox& box) {
  return std::isfinite(box.x0) && std::isfinite(box.y0) && std::isfinite(box.x1) &&
         std::isfinite(box.y1) && box.x1 > box.x0 && box.y1 > box.y0;
}

PointBox grown(const PointBox& box, float margin) {
  return {box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin};
}

// A word written at a slant (headings over narrow columns): its box is about as high as wide, and
// much higher than its letters.
bool is_slanted(const TableWord& word) {
  const PointBox& box = word.word.box;
  return !word.turned && box.height() > kSlantHeight * word.size &&
         box.width() > 0.4f * box.height() && box.width() < 2.5f * box.height();
}

// Its lower left corner, where it begins, stands over the column.
void set_upright(TableWord& word) {
  PointBox& box = word.word.box;
  box.x1 = std::min(box.x1, box.x0 + word.size);
  box.y0 = box.y1 - word.size;
}

// The text detector draws its boxes well outside the ink; lines of neighbouring rows would overlap.
void tighten(TableWord& word) {
  PointBox& box = word.word.box;
  const float spare = (box.height() - kInkHeight * word.size) / 2;
  if (spare <= 0) return;
  box.y0 += spare;
  box.y1 -= spare;
}

float size_of(const Word& word, float height) {
  const float size = word.size > 0 && std::isfinite(word.size) ? word.size : height;
  return std::clamp(size, kLeastSize, kMostSize);
}

void take_words(const std::vector<TextLine>& lines, int region_angle, TableInput& input) {
  size_t ocr = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    const TextLine& line = lines[i];
    const bool turned = line.vertical || line.angle != region_angle;
    for (const Word& word : line.words) {
      if (input.words.size() == kMaxTableWords) return;
      if (word.text.empty() || !is_sane(word.box)) continue;
      TableWord& taken = input.words.emplace_back();
      taken.word = word;
      taken.word.box = input.frame.to_upright(word.box);
      taken.line = static_cast<uint32_t>(i);
      taken.turned = turned;
      const bool upended = turned != (region_angle % 180 != 0);
      taken.size =
          input.frame.scale * size_of(word, upended ? word.box.width() : word.box.height());
      if (line.source == Source::kOcr && !turned) tighten(taken);
      if (is_slanted(taken)) set_upright(taken);
      // The ink of letters without descenders ends on the baseline; good enough to compare lines.
      taken.baseline = taken.word.box.y1;
      if (!turned && region_angle == 0 && line.baseline > word.box.y0 &&
          line.baseline <= word.box.y1 + word.box.height())
        taken.baseline = input.frame.scale * (line.baseline - input.frame.area.y0);
      ocr += line.source == Source::kOcr;
    }
  }
  input.from_ocr = ocr * 2 > input.words.size();
}

bool is_white(uint32_t color) {
  return (color >> 16 & 0xFF) >= kWhite && (color >> 8 & 0xFF) >= kWhite &&
         (color & 0xFF) >= kWhite;
}

// Joins neighbours of one colour: first side by side, then one under the other.
void join_fills(std::vector<Fill>& fills) {
  const auto same = [](float a, float b) { return std::abs(a - b) <= kFillSeam; };
  const auto join = [&](auto order, auto continues) {
    std::sort(fills.begin(), fills.end(), order);
    std::vector<Fill> joined;
    for (const Fill& fill : fills) {
      if (!joined.empty() && joined.back().color == fill.color &&
          continues(joined.back().box, fill.box))
        joined.back().box = hull(joined.back().box, fill.box);
      else
        joined.push_back(fill);
    }
    fills = std::move(joined);
  };
  const auto row_of = [](const Fill& f) { return std::lround(f.box.y0 / kFillSeam); };
  const auto column_of = [](const Fill& f) { return std::lround(f.box.x0 / kFillSeam); };
  join(
      [&](const Fill& a, const Fill& b) {
        return std::tuple(a.color, row_of(a), a.box.x0, a.box.y1) <
               std::tuple(b.color, row_of(b), b.box.x0, b.box.y1);
      },
      [&](const PointBox& a, const PointBox& b) {
        return same(a.y0, b.y0) && same(a.y1, b.y1) && b.x0 <= a.x1 + kFillSeam;
      });
  join(
      [&](const Fill& a, const Fill& b) {
        return std::tuple(a.color, column_of(a), a.box.y0, a.box.x1) <
               std::tuple(b.color, column_of(b), b.box.y0, b.box.x1);
      },
      [&](const PointBox& a, const PointBox& b) {
        return same(a.x0, b.x0) && same(a.x1, b.x1) && b.y0 <= a.y1 + kFillSeam;
      });
}

void take_drawings(const Page& page, const Region& region, TableInput& input) {
  const PointBox area = grown(region.box, kMargin);
  for (const Rule& rule : page.content.rules) {
    const PointBox& box = rule.box;
    const bool inside = box.center_x() >= area.x0 && box.center_x() <= area.x1 &&
                        box.center_y() >= area.y0 && box.center_y() <= area.y1;
    if (!inside) continue;
    Rule upright = rule;
    upright.box = input.frame.to_upright(box);
    upright.horizontal = rule.horizontal == (region.angle % 180 == 0);
    input.rules.push_back(upright);
  }
  for (const Shape& shape : page.content.shapes) {
    if (!shape.filled || shape.curved || !is_sane(shape.box)) continue;
    if (coverage(shape.box, area) < 0.9f) continue;
    if (is_white(shape.fill_color) || shape.box.area() > kPaper * region.box.area()) continue;
    const float thickness = std::min(shape.box.width(), shape.box.height());
    if (thickness <= kThinFill) {
      // A piece too short to be taken for a rule by itself.
      const PointBox box = input.frame.to_upright(shape.box);
      input.rules.push_back({box, box.width() >= box.height()});
    }
    if (thickness < kLeastFill || input.fills.size() == kMostFills) continue;
    input.fills.push_back({input.frame.to_upright(shape.box), shape.fill_color});
  }
  join_fills(input.fills);
}

// Median font size of the words; from their heights where no size is given.
float usual_size(const std::vector<TextLine>& lines) {
  std::vector<float> sizes;
  for (const TextLine& line : lines)
    for (const Word& word : line.words)
      if (is_sane(word.box))
        sizes.push_back(
            size_of(word, line.angle % 180 != 0 ? word.box.width() : word.box.height()));
  if (sizes.empty()) return kFrameSize;
  const auto middle = sizes.begin() + static_cast<ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

float median_size(const std::vector<TableWord>& words) {
  if (words.empty()) return kFrameSize;
  std::vector<float> sizes;
  sizes.reserve(words.size());
  for (const TableWord& word : words) sizes.push_back(word.size);
  const auto middle = sizes.begin() + static_cast<ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

}  // namespace

PointBox sheared(const PointBox& box, float skew) {
  const float down = skew * box.center_x(), right = skew * box.center_y();
  return {box.x0 + right, box.y0 - down, box.x1 + right, box.y1 - down};
}

float skew_of_lines(const std::vector<TextLine>& lines) {
  std::vector<std::pair<float, float>> slopes;  // with the length of the line
  float total = 0;
  for (const TextLine& line : lines) {
    if (!line.quad || line.vertical) continue;
    const auto& [x, y] = *line.quad;
    // Along the text, from the first to the second corner; a turn by quarters does not count.
    const float along_x = x[1] - x[0], along_y = y[1] - y[0];
    const float length = std::hypot(along_x, along_y),
                height = std::hypot(x[3] - x[0], y[3] - y[0]);
    if (!(length > kLongLine * height)) continue;
    const bool sideways = std::abs(along_y) > std::abs(along_x);
    slopes.push_back({sideways ? -along_x / along_y : along_y / along_x, length});
    total += length;
  }
  if (slopes.size() < kLeastLines) return 0;
  std::sort(slopes.begin(), slopes.end());
  float seen = 0;
  for (const auto& [slope, length] : slopes)
    if ((seen += length) * 2 >= total) return std::isfinite(slope) ? slope : 0;
  return 0;
}

PointBox UprightFrame::to_upright(const PointBox& b) const {
  switch (angle) {
    case 90:
      return scaled({b.y0 - area.y0, area.x1 - b.x1, b.y1 - area.y0, area.x1 - b.x0}, scale);
    case 180:
      return scaled({area.x1 - b.x1, area.y1 - b.y1, area.x1 - b.x0, area.y1 - b.y0}, scale);
    case 270:
      return scaled({area.y1 - b.y1, b.x0 - area.x0, area.y1 - b.y0, b.x1 - area.x0}, scale);
    default:
      return scaled({b.x0 - area.x0, b.y0 - area.y0, b.x1 - area.x0, b.y1 - area.y0}, scale);
  }
}

PointBox UprightFrame::to_page(const PointBox& upright) const {
  const PointBox b = scaled(upright, 1 / scale);
  switch (angle) {
    case 90:
      return {area.x1 - b.y1, area.y0 + b.x0, area.x1 - b.y0, area.y0 + b.x1};
    case 180:
      return {area.x1 - b.x1, area.y1 - b.y1, area.x1 - b.x0, area.y1 - b.y0};
    case 270:
      return {area.x0 + b.y0, area.y1 - b.x1, area.x0 + b.y1, area.y1 - b.x0};
    default:
      return {area.x0 + b.x0, area.y0 + b.y0, area.x0 + b.x1, area.y0 + b.y1};
  }
}

TableInput make_table_input(const Page& page, const Region& region,
                            const std::vector<TextLine>& lines) {
  TableInput input;
  input.frame = {region.box, region.angle, kFrameSize / usual_size(lines)};
  input.width = input.frame.width();
  input.height = input.frame.height();
  take_words(lines, region.angle, input);
  take_drawings(page, region, input);
  input.em = median_size(input.words);
  return input;
}

}  // namespace octavo::document
