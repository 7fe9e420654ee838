#include "engine/ops/work.h"

#include "base/check.h"
#include "engine/ops/int8_linear.h"

namespace octavo::engine {
namespace {

// Ops run one after the other: the largest need is enough. Whole cache lines, so that lanes share
// none.
int64_t lane_floats() {
  const int64_t floats = std::max({kMatmulScratch, kAttentionScratch, kBf16Scratch,
                                   kByteAttentionScratch / static_cast<int64_t>(sizeof(float)),
                                   kBf16AttentionScratch / static_cast<int64_t>(sizeof(float)),
                                   int8_lane_bytes() / static_cast<int64_t>(sizeof(float))});
  return (floats + 15) / 16 * 16;
}

}  // namespace

LaneScratch::LaneScratch(int lanes) : memory_(lanes, lane_floats()) { OCTAVO_CHECK(lanes > 0); }

int64_t LaneScratch::bytes(int lanes) {
  return lanes * lane_floats() * static_cast<int64_t>(sizeof(float));
}

}  // namespace octavo::engine
