#include "document/layout/neighbours.h"

#include <algorithm>
#include <cmath>

namespace octavo::document {
namespace {

constexpr size_t kMaxBuckets = 2048;
constexpr size_t kEntriesPerBox = 8;  // on average; keeps pages of tall boxes linear
constexpr size_t kMaxSteps = 24;      // boxes looked at behind one end
constexpr float kSharedHeight = 1.0F / 3;
constexpr float kOverlapAllowed = 0.2F;  // of the lower height: letters may lean over the end

struct Entry {
  float x0;
  uint32_t box;
  bool operator<(const Entry& o) const { return x0 != o.x0 ? x0 < o.x0 : box < o.box; }
};

// Horizontal strips of equal height; each lists the boxes that reach into it by their start.
class Strips {
 public:
  explicit Strips(std::span<const PointBox> boxes) {
    if (boxes.empty()) return;
    std::vector<float> heights;
    PointBox all;
    for (const PointBox& b : boxes) heights.push_back(b.height()), all = hull(all, b);
    std::nth_element(heights.begin(), heights.begin() + static_cast<long>(heights.size() / 2),
                     heights.end());
    top_ = all.y0;
    height_ = std::max({heights[heights.size() / 2], all.height() / kMaxBuckets, 0.01F});
    strips_.resize(of(all.y1) + 1);
    fill(boxes);
  }
  size_t of(float y) const {
    return static_cast<size_t>(std::clamp((y - top_) / height_, 0.0F, float{kMaxBuckets}));
  }
  const std::vector<Entry>& at(float y) const { return strips_[of(y)]; }

 private:
  void fill(std::span<const PointBox> boxes) {
    size_t room = boxes.size() * kEntriesPerBox + kMaxBuckets;
    for (uint32_t i = 0; i < boxes.size(); ++i) {
      size_t first = of(boxes[i].y0), last = of(boxes[i].y1);
      if (last - first + 1 > room) first = last = of(boxes[i].center_y());
      room -= std::min(room, last - first + 1);
      for (size_t s = first; s <= last; ++s) strips_[s].push_back({boxes[i].x0, i});
    }
    for (auto& strip : strips_) std::sort(strip.begin(), strip.end());
  }

  float top_ = 0, height_ = 1;
  std::vector<std::vector<Entry>> strips_;
};

}  // namespace

std::vector<uint32_t> right_neighbours(std::span<const PointBox> boxes) {
  const Strips strips(boxes);
  std::vector<uint32_t> result(boxes.size(), kNoNeighbour);
  for (uint32_t i = 0; i < boxes.size(); ++i) {
    const PointBox& box = boxes[i];
    const auto& strip = strips.at(box.center_y());
    const Entry from{box.x1 - kOverlapAllowed * box.height(), 0};
    auto it = std::lower_bound(strip.begin(), strip.end(), from);
    for (size_t step = 0; it != strip.end() && step < kMaxSteps; ++it, ++step) {
      const PointBox& other = boxes[it->box];
      if (it->box == i || other.x1 <= box.x1) continue;
      if (overlap_y(box, other) < kSharedHeight * std::min(box.height(), other.height())) continue;
      result[i] = it->box;
      break;
    }
  }
  return result;
}

}  // namespace octavo::document
