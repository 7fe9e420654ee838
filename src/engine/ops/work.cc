#include "engine/ops/work.h"

#include "base/check.h"

namespace octavo::engine {
namespace {

// Ops run one after the other: the largest need is enough. Whole cache lines, so that lanes share
// none.
constexpr int64_t kFloats = (std::max(kMatmulScratch, kAttentionScratch) + 15) / 16 * 16;

}  // namespace

LaneScratch::LaneScratch(int lanes) : memory_(lanes, kFloats) { OCTAVO_CHECK(lanes > 0); }

int64_t LaneScratch::bytes(int lanes) {
  return lanes * kFloats * static_cast<int64_t>(sizeof(float));
}

}  // namespace octavo::engine
