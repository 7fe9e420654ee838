#include "document/layout/pixel_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "base/try.h"
#include "document/layout/drawing_clusters.h"
#include "document/page/detect_lines.h"
#include "document/page/rules/pixel_rules.h"

namespace octavo::document {
namespace {

// kOcrDpi: the line detector has seen the same pixels, so they are rendered once.
constexpr float kCell = 3;          // points; pictures are looked for on a grid of such cells
constexpr int kInkLevel = 48;       // of 255: darker, brighter or more coloured than the paper
constexpr int kColourLevel = 80;    // spread of the channels; yellowed paper has less
constexpr int kMostThickness = 20;  // pixels of a rule
constexpr float kLeastSide = 30;    // points
constexpr float kTextMargin = 2;    // points around lines and rules that are theirs

// Share of ink in each cell of the page.
class InkGrid {
 public:
  explicit InkGrid(const Raster& raster)
      : columns_(cells(raster.area.width())),
        rows_(cells(raster.area.height())),
        origin_x_(raster.area.x0),
        origin_y_(raster.area.y0),
        ink_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_), 0) {
    std::vector<int> pixels(ink_.size(), 0), inked(ink_.size(), 0);
    const ImageView image = raster.image;
    const int paper = paper_level(image);
    std::vector<int> column_of(static_cast<size_t>(image.width));
    for (int x = 0; x < image.width; ++x)
      column_of[static_cast<size_t>(x)] = clamped(static_cast<float>(x) / raster.scale_x, columns_);
    for (int y = 0; y < image.height; ++y) {
      const int row = clamped(static_cast<float>(y) / raster.scale_y, rows_);
      for (int x = 0; x < image.width; ++x) {
        const size_t cell = index(column_of[static_cast<size_t>(x)], row);
        ++pixels[cell];
        inked[cell] += is_ink(image.pixel(x, y), image.channels, paper);
      }
    }
    for (size_t i = 0; i < ink_.size(); ++i)
      if (pixels[i] > 0) ink_[i] = static_cast<float>(inked[i]) / static_cast<float>(pixels[i]);
  }

  void erase(const PointBox& box) {
    const int x0 = clamped(box.x0 - kTextMargin - origin_x_, columns_);
    const int x1 = clamped(box.x1 + kTextMargin - origin_x_, columns_);
    const int y0 = clamped(box.y0 - kTextMargin - origin_y_, rows_);
    const int y1 = clamped(box.y1 + kTextMargin - origin_y_, rows_);
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) ink_[index(x, y)] = 0;
  }

  // Cells with at least `share` of ink.
  std::vector<DrawnObject> objects(float share) const {
    std::vector<DrawnObject> objects;
    for (int y = 0; y < rows_; ++y)
      for (int x = 0; x < columns_; ++x) {
        if (ink_[index(x, y)] < share) continue;
        const float left = origin_x_ + kCell * static_cast<float>(x);
        const float top = origin_y_ + kCell * static_cast<float>(y);
        objects.push_back({DrawnObject::Kind::kPicture, {left, top, left + kCell, top + kCell}});
      }
    return objects;
  }

 private:
  static int cells(float length) {
    constexpr float kMost = 4000;  // 12,000 points; larger pages lose their far end
    return static_cast<int>(std::clamp(std::ceil(length / kCell), 1.0F, kMost));
  }
  static int clamped(float points, int count) {
    return std::clamp(static_cast<int>(points / kCell), 0, count - 1);
  }
  static int luma(const uint8_t* p, int channels) {
    return channels == 1 ? p[0] : (p[0] * 77 + p[1] * 150 + p[2] * 29) >> 8;
  }
  // The most frequent brightness.
  static int paper_level(ImageView image) {
    std::array<int64_t, 64> counts{};
    for (int y = 0; y < image.height; y += 2)
      for (int x = 0; x < image.width; x += 2)
        ++counts[static_cast<size_t>(luma(image.pixel(x, y), image.channels) / 4)];
    return static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin()) * 4 +
           2;
  }
  static bool is_ink(const uint8_t* p, int channels, int paper) {
    if (std::abs(luma(p, channels) - paper) > kInkLevel) return true;
    if (channels == 1) return false;
    const auto [least, most] = std::minmax({p[0], p[1], p[2]});
    return most - least > kColourLevel;
  }
  size_t index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(columns_) + static_cast<size_t>(x);
  }

  int columns_, rows_;
  float origin_x_, origin_y_;
  std::vector<float> ink_;
};

// Ridges inside a line of text are strokes of its letters.
bool is_in_text(const LayoutFacts& facts, const LineGrid& lines, const PointBox& rule) {
  const float reach = 2 * facts.body_size;
  const PointBox around{0, rule.center_y() - reach, facts.width(), rule.center_y() + reach};
  float shared = 0;
  for (const uint32_t i : lines.centered_in(around)) {
    const PointBox& box = facts.lines[i].box;
    if (rule.center_y() > box.y0 && rule.center_y() < box.y1) shared += overlap_x(rule, box);
  }
  return shared > 0.5F * rule.width();
}

std::vector<Rule> rules_of(const Raster& raster, float text_size) {
  PixelRuleOptions options;
  options.min_length =
      std::max(options.min_length, static_cast<int>(2 * text_size * raster.scale_x));
  // Slides draw the lines of tables as thick as letters are.
  options.max_thickness = std::clamp(static_cast<int>(0.2F * text_size * raster.scale_x),
                                     options.max_thickness, kMostThickness);
  std::vector<Rule> rules;
  for (const PixelRule& rule : find_pixel_rules(raster.image, options).rules)
    rules.push_back({raster.to_points(rule.box), rule.horizontal});
  return rules;
}

// The ground of a heading or box: lines fill it.
bool is_text_ground(const LayoutFacts& facts, const LineGrid& lines, const PointBox& box) {
  float heights = 0, widest = 0;
  for (const uint32_t i : lines.centered_in(box)) {
    heights += facts.lines[i].box.height();
    widest = std::max(widest, facts.lines[i].box.width());
  }
  return heights > 0.25F * box.height() && widest > 0.4F * box.width();
}

// What to take for a picture among the ink that is left.
struct Search {
  float share;    // of ink in a cell
  float reach;    // points between parts of one picture
  float fill;     // least share of its cells
  float largest;  // share of the page
};

// Photos first: dense ink, even where a pattern or fine lines join them to others. Then drawings.
constexpr Search kSearches[] = {{0.45F, 3.5F, 0.55F, 0.75F}, {0.1F, 6, 0.12F, 0.5F}};

void add_pictures(const Search& search, const LineGrid& lines, InkGrid& grid, LayoutFacts& facts) {
  const float page = facts.width() * facts.height();
  for (const DrawingCluster& cluster :
       cluster_drawings(grid.objects(search.share), facts.frame.page_width, facts.frame.page_height,
                        search.reach)) {
    const PointBox& box = cluster.box;
    if (box.width() < kLeastSide || box.height() < kLeastSide) continue;
    const float filled = static_cast<float>(cluster.objects) * kCell * kCell;
    if (filled < search.fill * box.area() || box.area() > search.largest * page) continue;
    const PointBox place = facts.frame.to_reading(box);
    grid.erase(box);
    if (!is_text_ground(facts, lines, place)) facts.pictures.push_back(place);
  }
}

}  // namespace

Status add_pixel_parts(PageView& view, const LineGrid& lines, LayoutFacts& facts) {
  const Raster* raster = OCTAVO_TRY(view.whole(kOcrDpi));
  InkGrid grid(*raster);
  for (const Rule& rule : rules_of(*raster, facts.body_size)) {
    const PointBox box = facts.frame.to_reading(rule.box);
    const bool horizontal = facts.frame.vertical ? !rule.horizontal : rule.horizontal;
    if (horizontal && is_in_text(facts, lines, box)) continue;
    grid.erase(rule.box);
    facts.rules.push_back({box, horizontal});
  }
  for (const LineFacts& line : facts.lines)
    if (line.usable) grid.erase(facts.frame.to_page(line.box));
  for (const Search& search : kSearches) add_pictures(search, lines, grid, facts);
  return success();
}

}  // namespace octavo::document
