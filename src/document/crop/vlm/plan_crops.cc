#include "document/crop/vlm/plan_crops.h"

#include <algorithm>
#include <cmath>

#include "document/crop/vlm/cover_pictures.h"
#include "document/layout/vlm/thin_out.h"

namespace octavo::document::protocol {
namespace {

// Smaller pictures are icons and marks; shares of the page.
constexpr double kPictureSide = 0.1, kPictureArea = 0.01;

bool is_picture(BlockType type) { return type == BlockType::kImage || type == BlockType::kChart; }

bool is_worth_asking(const UnitBox& box) {
  const double width = box.x1 - box.x0, height = box.y1 - box.y0;
  return (width > kPictureSide && height > kPictureSide) || width * height > kPictureArea;
}

void drop_inner_captions(std::vector<VlmBlock>& blocks) {
  const auto inside = find_inside(blocks, {BlockType::kImageCaption},
                                  {BlockType::kImage, BlockType::kChart, BlockType::kImageBlock});
  size_t kept = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (inside[i]) continue;
    if (kept != i) blocks[kept] = std::move(blocks[i]);
    ++kept;
  }
  blocks.resize(kept);
}

bool is_left_out(BlockType type, const CropRules& rules) {
  if (type == BlockType::kList || type == BlockType::kEquationBlock ||
      type == BlockType::kImageBlock || (is_picture(type) && !rules.read_pictures))
    return true;
  return std::find(rules.leave_out.begin(), rules.leave_out.end(), type) != rules.leave_out.end();
}

}  // namespace

PixelBox crop_box(const UnitBox& box, int width, int height) {
  const auto side = [](double share, int pixels) {
    return static_cast<int>(std::nearbyint(share * pixels));
  };
  return {side(box.x0, width), side(box.y0, height), side(box.x1, width), side(box.y1, height)};
}

std::vector<size_t> plan_crops(std::vector<VlmBlock>& blocks, int width, int height,
                               const CropRules& rules) {
  drop_inner_captions(blocks);
  const auto in_group =
      find_inside(blocks, {BlockType::kImage, BlockType::kChart}, {BlockType::kImageBlock});
  if (!is_left_out(BlockType::kTable, rules)) assign_codes(blocks, width, height);
  std::vector<size_t> plan;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const VlmBlock& block = blocks[i];
    if (is_left_out(block.type, rules) || block.in_table) continue;
    if (is_picture(block.type) && (in_group[i] || !is_worth_asking(block.box))) continue;
    if (!crop_box(block.box, width, height).empty()) plan.push_back(i);
  }
  return plan;
}

}  // namespace octavo::document::protocol
