#include "document/crop/vlm/cut_crop.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "document/crop/vlm/cover_pictures.h"
#include "document/crop/vlm/plan_crops.h"
#include "image/resize.h"
#include "image/rotate.h"

namespace octavo::document::protocol {
namespace {

constexpr double kMaxRatio = 50;
constexpr int kMinEdge = 28;

void paste(ImageView source, Image& target, int left, int top) {
  const size_t bytes = static_cast<size_t>(source.width) * static_cast<size_t>(source.channels);
  for (int y = 0; y < source.height; ++y)
    std::memcpy(target.pixel(left, top + y), source.row(y), bytes);
}

int ceiled(double value) { return static_cast<int>(std::ceil(value)); }

}  // namespace

Image fit_edges(Image picture) {
  const int width = picture.width(), height = picture.height();
  if (static_cast<double>(std::max(width, height)) / std::min(width, height) > kMaxRatio) {
    const bool wide = width > height;
    Image padded(wide ? width : ceiled(height / kMaxRatio),
                 wide ? ceiled(width / kMaxRatio) : height, picture.channels(), 255);
    paste(picture, padded, (padded.width() - width) / 2, (padded.height() - height) / 2);
    picture = std::move(padded);
  }
  const int edge = std::min(picture.width(), picture.height());
  if (edge >= kMinEdge) return picture;
  const double scale = static_cast<double>(kMinEdge) / edge;
  return resize(picture, ceiled(picture.width() * scale), ceiled(picture.height() * scale),
                Filter::kBicubic, PassOrder::kPillow13);
}

Image cut_upright(ImageView page, const VlmBlock& block) {
  const ImageView part = page.part(crop_box(block.box, page.width, page.height));
  // The content was turned clockwise by the angle: the rest of a whole turn undoes it.
  return turn(part, (360 - block.angle.value_or(0)) % 360);
}

Image cut_crop(ImageView page, const std::vector<VlmBlock>& blocks, size_t index) {
  const VlmBlock& block = blocks[index];
  Image picture = cut_upright(page, block);
  for (const CoveredPicture& covered : block.covered)
    cover_picture(picture,
                  place_in_table(blocks[covered.block].box, block, page.width, page.height),
                  covered.code);
  return fit_edges(std::move(picture));
}

}  // namespace octavo::document::protocol
