// What both kinds of model files have in common: bounds for untrusted sizes, and the relations
// between sizes that the engine relies on.
#pragma once

#include <cstdint>

#include "engine/model/config.h"
#include "engine/model/config_keys.h"

namespace octavo::engine {

// Far above any model of this family, and low enough that products of two of them fit in 64 bits
// and a lying file is named before memory is asked for.
inline constexpr int64_t kMaxWidth = 65536;
inline constexpr int64_t kMaxLayers = 1024;
inline constexpr int64_t kMaxHeads = 1024;
inline constexpr int64_t kMaxInner = 1 << 20;
inline constexpr int64_t kMaxVocabulary = 1 << 22;
inline constexpr int64_t kMaxPositions = 1 << 24;
inline constexpr int64_t kMaxPatch = 64;
inline constexpr int64_t kMaxMerge = 8;
inline constexpr int64_t kMaxTemporal = 8;
inline constexpr int64_t kMaxPixels = int64_t(1) << 30;
inline constexpr int kMaxHeadDim = 256;  // what the attention kernels hold
inline constexpr double kSmallestEpsilon = 1e-12, kLargestEpsilon = 1e-2;
inline constexpr double kLargestTheta = 1e12;

// Fills in head_dim. `names` are the keys to name in errors.
Status set_head_dim(const ConfigKeys& keys, const KeyNames& heads, LanguageConfig& config);
Status check_kv_heads(const ConfigKeys& keys, const KeyNames& kv_heads,
                      const LanguageConfig& config);
Status set_mrope_sections(const ConfigKeys& keys, const KeyNames& sections, LanguageConfig& config);
Status set_vision_head_dim(const ConfigKeys& keys, const KeyNames& heads, VisionConfig& config);
// Three numbers each.
Result<std::array<float, 3>> mean_or_std(const ConfigKeys& keys, const KeyNames& names, double low);

}  // namespace octavo::engine
