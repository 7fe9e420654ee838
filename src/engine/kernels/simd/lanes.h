// Sums over rows that come out the same for every vector width: value i goes to lane i mod 16, and
// the 16 lanes are added pairwise.
#pragma once

#include <cstdint>

namespace octavo::engine {

template <class V>
struct LaneSum {
  static constexpr int kLanes = 16;
  static constexpr int kParts = kLanes / V::kLanes;
  typename V::F part[kParts];

  LaneSum() {
    for (int p = 0; p < kParts; ++p) part[p] = V::zero();
  }
  // Adds function(vector) of `count` values; where the last 16 are not full, `fill` stands in for
  // the missing ones, and function(fill) must be 0.
  template <class Function>
  void add(const float* x, int64_t count, float fill, const Function& function) {
    int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes) add_lanes(x + i, function);
    if (i == count) return;
    float rest[kLanes];
    for (int64_t j = 0; j < kLanes; ++j) rest[j] = i + j < count ? x[i + j] : fill;
    add_lanes(rest, function);
  }
  float total() const {
    float lanes[kLanes];
    for (int p = 0; p < kParts; ++p) V::store(lanes + p * V::kLanes, part[p]);
    for (int width = kLanes / 2; width > 0; width /= 2)
      for (int j = 0; j < width; ++j) lanes[j] += lanes[j + width];
    return lanes[0];
  }

 private:
  template <class Function>
  void add_lanes(const float* x, const Function& function) {
    for (int p = 0; p < kParts; ++p)
      part[p] = V::add(part[p], function(V::load(x + p * V::kLanes)));
  }
};

}  // namespace octavo::engine
