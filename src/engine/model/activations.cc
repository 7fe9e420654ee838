#include "engine/model/activations.h"

#include <algorithm>

#include "engine/kernels/attention/attention.h"
#include "engine/ops/bf16_attention.h"
#include "engine/ops/byte_attention.h"

namespace octavo::engine {
namespace {

constexpr auto kFloat = static_cast<int64_t>(sizeof(float));

}  // namespace

LanguageScratch::LanguageScratch(const LanguageConfig& config, int64_t max_rows, int lanes)
    : normed_(max_rows, config.hidden),
      queries_(max_rows, int64_t(config.heads) * config.head_dim),
      keys_(max_rows, int64_t(config.kv_heads) * config.head_dim),
      values_(max_rows, int64_t(config.kv_heads) * config.head_dim),
      gate_(max_rows, config.intermediate),
      up_(max_rows, config.intermediate),
      cos_(max_rows, config.head_dim / 2),
      sin_(max_rows, config.head_dim / 2),
      lanes_(lanes),
      team_(lanes) {}

int64_t LanguageScratch::bytes(const LanguageConfig& config, int64_t max_rows, int lanes) {
  const int64_t attention =
      (int64_t(config.heads) + 2 * int64_t(config.kv_heads)) * config.head_dim;
  const int64_t row = config.hidden + attention + 2 * int64_t(config.intermediate) +
                      2 * int64_t(config.head_dim / 2);
  return row * max_rows * kFloat + LaneScratch::bytes(lanes);
}

VisionAttentionPlan::VisionAttentionPlan(const VisionConfig& config, int64_t patches)
    : blocks((patches + kKeyBlock - 1) / kKeyBlock),
      key_floats(int64_t(config.head_dim) * kKeyBlock),
      value_floats(int64_t(value_stride(config.head_dim)) * kKeyBlock),
      // Blocks begin at cache lines: they are multiples of them, and so must be what is before.
      keys_offset((patches * config.width + 15) / 16 * 16),
      values_offset(keys_offset + config.heads * blocks * key_floats),
      floats(values_offset + config.heads * blocks * value_floats) {
  if (patches == 0) return;
  int64_t bytes = 0;
  if (fits_byte_attention(config.head_dim))
    bytes = ByteHeads(patches, config.heads, config.head_dim).bytes();
  if (fits_bf16_attention(config.head_dim))
    bytes = std::max(bytes, Bf16Heads(patches, config.heads, config.head_dim).bytes());
  floats = std::max(floats, keys_offset + bytes / kFloat);
}

int64_t VisionScratch::work_floats(const VisionConfig& config, int64_t patches) {
  // The merger works on [patches / merge^2, merge^2 * width].
  return std::max(
      {VisionAttentionPlan(config, patches).floats, patches * config.mlp, patches * config.width});
}

VisionScratch::VisionScratch(const VisionConfig& config, int64_t max_patches, int lanes)
    : hidden_(max_patches, config.width),
      normed_(max_patches, config.width),
      work_(1, work_floats(config, max_patches)),
      cos_(max_patches, config.head_dim / 2),
      sin_(max_patches, config.head_dim / 2),
      lanes_(lanes) {}

int64_t VisionScratch::bytes(const VisionConfig& config, int64_t max_patches, int lanes) {
  const int64_t row = 2 * int64_t(config.width) + 2 * int64_t(config.head_dim / 2);
  return (row * max_patches + work_floats(config, max_patches)) * kFloat +
         LaneScratch::bytes(lanes);
}

}  // namespace octavo::engine
