#include "document/layout/vlm/thin_out.h"

#include <algorithm>
#include <cmath>

namespace octavo::document::protocol {
namespace {

constexpr double kSame = 0.9;  // intersection over union

bool among(const std::vector<BlockType>& types, BlockType type) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

// a + b, and exactly what rounding lost (Knuth, The Art of Computer Programming 2, 4.2.2).
double add_exactly(double a, double b, double& lost) {
  const double sum = a + b;
  const double part = sum - a;
  lost = (a - (sum - part)) + (b - part);
  return sum;
}

// a + b + c rounded once, as Python's math.fsum: the boxes at the limit fall on the same side. Two
// exact sums leave three parts that do not overlap; their sum in rising order rounds right but for
// halves, which the last part decides.
double exact_sum(double a, double b, double c) {
  double low, middle, lowest;
  const double first = add_exactly(a, b, low);
  const double high = add_exactly(first, c, middle);
  const double rest = add_exactly(middle, low, lowest);
  double error;
  const double sum = add_exactly(high, rest, error);
  const double twice = 2 * error;
  if (lowest != 0 && error != 0 && (lowest > 0) == (error > 0) && sum + twice - sum == twice)
    return sum + twice;
  return sum;
}

bool same_place(const UnitBox& a, const UnitBox& b) {
  const double common = overlap_area(a, b);
  const double area_a = (a.x1 - a.x0) * (a.y1 - a.y0), area_b = (b.x1 - b.x0) * (b.y1 - b.y0);
  const double all = exact_sum(area_a, area_b, -common);
  return all > 0 && common / all > kSame;
}

int keep(std::vector<VlmBlock>& blocks, const std::vector<bool>& drop) {
  size_t kept = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (drop[i]) continue;
    if (kept != i) blocks[kept] = std::move(blocks[i]);
    ++kept;
  }
  const auto dropped = static_cast<int>(blocks.size() - kept);
  blocks.resize(kept);
  return dropped;
}

}  // namespace

int drop_repeated(std::vector<VlmBlock>& blocks) {
  // One group a type and angle: none, 0, 90, 180, 270.
  std::vector<std::vector<size_t>> groups(kBlockTypes * 5);
  std::vector<bool> drop(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) {
    const VlmBlock& block = blocks[i];
    const size_t turn = block.angle ? static_cast<size_t>(*block.angle) / 90 + 1 : 0;
    auto& group = groups[static_cast<size_t>(block.type) * 5 + turn];
    drop[i] = std::any_of(group.begin(), group.end(), [&](size_t earlier) {
      return same_place(block.box, blocks[earlier].box);
    });
    if (!drop[i]) group.push_back(i);
  }
  return keep(blocks, drop);
}

int drop_inside_tables(std::vector<VlmBlock>& blocks) {
  return keep(
      blocks,
      find_inside(blocks, {BlockType::kText, BlockType::kEquation, BlockType::kEquationBlock},
                  {BlockType::kTable}));
}

std::vector<bool> find_inside(const std::vector<VlmBlock>& blocks,
                              const std::vector<BlockType>& inner,
                              const std::vector<BlockType>& outer) {
  std::vector<size_t> containers;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (among(outer, blocks[i].type)) containers.push_back(i);
  std::vector<bool> inside(blocks.size());
  if (containers.empty()) return inside;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (!among(inner, blocks[i].type)) continue;
    inside[i] = std::any_of(containers.begin(), containers.end(), [&](size_t container) {
      return container != i && covered_share(blocks[i].box, blocks[container].box) >= kInside;
    });
  }
  return inside;
}

}  // namespace octavo::document::protocol
