#include "document/crop/vlm/cover_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "document/crop/vlm/plan_crops.h"
#include "document/layout/vlm/thin_out.h"
#include "image/draw.h"

namespace octavo::document::protocol {
namespace {

// Letters and digits that are not taken for each other.
constexpr std::string_view kCodeLetters = "ACDGHKTWXYZ2345678";
constexpr size_t kCodeLength = 4;
constexpr double kFill = 0.7;  // share of the place that the code may take in each direction
constexpr int kAround = 2;     // pixels outside the place where its surroundings are sampled

constexpr size_t code_count() {
  size_t count = 1;
  for (size_t i = 0; i < kCodeLength; ++i) count *= kCodeLetters.size();
  return count;
}

std::string write_code(size_t number) {
  std::string code;
  for (size_t i = 0; i < kCodeLength; ++i, number /= kCodeLetters.size())
    code += kCodeLetters[number % kCodeLetters.size()];
  return code;
}

// Codes far apart for pictures next to each other, the same for the same box.
size_t first_number(const UnitBox& box) {
  uint64_t mixed = 0xcbf29ce484222325;  // FNV-1a
  for (const double side : {box.x0, box.y0, box.x1, box.y1})
    mixed = (mixed ^ static_cast<uint64_t>(std::lround(side * 1000))) * 0x100000001b3;
  return (mixed >> 20) % code_count();
}

std::string new_code(const UnitBox& box, const std::vector<CoveredPicture>& taken) {
  for (size_t number = first_number(box);; number = (number + 1) % code_count()) {
    std::string code = write_code(number);
    if (std::none_of(taken.begin(), taken.end(),
                     [&](const CoveredPicture& other) { return other.code == code; }))
      return code;
  }
}

// The table that holds the image; blocks.size() when none does.
size_t find_table(const std::vector<VlmBlock>& blocks, const std::vector<size_t>& tables,
                  const UnitBox& image) {
  size_t best = blocks.size();
  double best_share = kInside, best_area = 0;
  for (const size_t table : tables) {
    const double share = covered_share(image, blocks[table].box);
    if (share < kInside) continue;
    const double area = blocks[table].box.area();
    if (best == blocks.size() || share > best_share || (share == best_share && area < best_area)) {
      best = table;
      best_share = share;
      best_area = area;
    }
  }
  return best;
}

// Right and lower sides are in a filled rectangle of Pillow's.
PixelBox painted(const PixelBox& place) { return {place.x0, place.y0, place.x1 + 1, place.y1 + 1}; }

Color mean_around(const Image& image, const PixelBox& place) {
  const int left = place.x0 - kAround, right = place.x1 + kAround;
  const int top = place.y0 - kAround, bottom = place.y1 + kAround;
  const int x = (place.x0 + place.x1) / 2, y = (place.y0 + place.y1) / 2;
  const std::array<std::array<int, 2>, 8> points{{{left, top},
                                                  {x, top},
                                                  {right, top},
                                                  {right, y},
                                                  {right, bottom},
                                                  {x, bottom},
                                                  {left, bottom},
                                                  {left, y}}};
  std::array<int, 3> sum{};
  for (const auto& [px, py] : points) {
    const uint8_t* pixel =
        image.pixel(std::clamp(px, 0, image.width() - 1), std::clamp(py, 0, image.height() - 1));
    for (size_t c = 0; c < sum.size(); ++c) sum[c] += pixel[c];
  }
  const auto mean = [&](size_t c) {
    return static_cast<uint8_t>(sum[c] / static_cast<int>(points.size()));
  };
  return {mean(0), mean(1), mean(2)};
}

Color readable_on(Color ground) {
  constexpr double kMiddle = 128;
  const double luma = 0.299 * ground.red + 0.587 * ground.green + 0.114 * ground.blue;
  return luma < kMiddle ? Color{255, 255, 255} : Color{0, 0, 0};
}

void write_in_middle(Image& image, const PixelBox& place, const std::string& text, Color ground) {
  const LabelSize one = label_size(text);
  if (one.width > place.width() || one.height > place.height()) return;
  const double across = kFill * place.width() / one.width;
  const double down = kFill * place.height() / one.height;
  const int scale = std::max(1, static_cast<int>(std::min(across, down)));
  const LabelSize size = label_size(text, scale);
  draw_label(image, place.x0 + (place.width() - size.width) / 2,
             place.y0 + (place.height() - size.height) / 2, text, readable_on(ground), ground,
             scale);
}

}  // namespace

PixelBox place_in_table(const UnitBox& picture, const VlmBlock& table, int width, int height) {
  const PixelBox crop = crop_box(table.box, width, height);
  const int left = static_cast<int>(table.box.x0 * width);
  const int top = static_cast<int>(table.box.y0 * height);
  const auto near_side = [](double at, int origin) {
    return static_cast<int>(std::max(0.0, at - origin));
  };
  const auto far_side = [](double at, int origin, int most) {
    return static_cast<int>(std::min(static_cast<double>(most), at - origin));
  };
  const int w = crop.width(), h = crop.height();
  const int x0 = near_side(picture.x0 * width, left), y0 = near_side(picture.y0 * height, top);
  const int x1 = far_side(picture.x1 * width, left, w), y1 = far_side(picture.y1 * height, top, h);
  if (x1 <= x0 || y1 <= y0) return {};
  switch (table.angle.value_or(0)) {
    case 90:
      return {y0, w - x1, y1, w - x0};
    case 180:
      return {w - x1, h - y1, w - x0, h - y0};
    case 270:
      return {h - y1, x0, h - y0, x1};
    default:
      return {x0, y0, x1, y1};
  }
}

void assign_codes(std::vector<VlmBlock>& blocks, int width, int height) {
  std::vector<size_t> tables;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i].type == BlockType::kTable) tables.push_back(i);
  std::vector<std::vector<size_t>> images_of(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].type != BlockType::kImage) continue;
    const size_t table = find_table(blocks, tables, blocks[i].box);
    if (table == blocks.size()) continue;
    images_of[table].push_back(i);
    blocks[i].in_table = true;
  }
  for (const size_t t : tables) {
    auto& images = images_of[t];
    std::stable_sort(images.begin(), images.end(), [&](size_t a, size_t b) {
      const UnitBox &first = blocks[a].box, &second = blocks[b].box;
      return first.y0 != second.y0 ? first.y0 < second.y0 : first.x0 < second.x0;
    });
    VlmBlock& table = blocks[t];
    for (const size_t i : images) {
      const UnitBox& box = blocks[i].box;
      const bool has_pixels = static_cast<int>(box.x1 * width) > static_cast<int>(box.x0 * width) &&
                              static_cast<int>(box.y1 * height) > static_cast<int>(box.y0 * height);
      if (!has_pixels || place_in_table(box, table, width, height).empty()) continue;
      table.covered.push_back({new_code(box, table.covered), "", i});
    }
  }
}

void cover_picture(Image& table, const PixelBox& place, std::string_view code) {
  const Color ground = mean_around(table, place);
  fill_box(table, painted(place), ground);
  write_in_middle(table, place, "[" + std::string(code) + "]", ground);
}

}  // namespace octavo::document::protocol
