#include "engine/model/config_checks.h"

#include <string>
#include <vector>

#include "base/try.h"

namespace octavo::engine {
namespace {

constexpr double kLargestMean = 1000;  // of a colour channel; real ones are below 1
// The angle of a patch has a half for its row and a half for its column, both in pairs.
constexpr int kVisionHeadUnit = 4;

std::string number(int64_t value) { return std::to_string(value); }

}  // namespace

Status set_head_dim(const ConfigKeys& keys, const KeyNames& heads, LanguageConfig& config) {
  if (config.hidden % config.heads != 0)
    return keys.wrong(heads, "a divisor of the hidden size " + number(config.hidden));
  config.head_dim = config.hidden / config.heads;
  if (config.head_dim % 2 != 0 || config.head_dim > kMaxHeadDim)
    return keys.wrong(heads, "heads of an even size up to " + number(kMaxHeadDim) + " (with " +
                                 number(config.hidden) + " hidden they have " +
                                 number(config.head_dim) + ")");
  return success();
}

Status check_kv_heads(const ConfigKeys& keys, const KeyNames& kv_heads,
                      const LanguageConfig& config) {
  if (config.heads % config.kv_heads != 0)
    return keys.wrong(kv_heads, "a divisor of the " + number(config.heads) + " attention heads");
  return success();
}

Status set_mrope_sections(const ConfigKeys& keys, const KeyNames& sections,
                          LanguageConfig& config) {
  const std::string expected = "three sizes, none negative, that add up to half the head size, " +
                               number(config.head_dim / 2);
  const std::vector<int64_t> found = OCTAVO_TRY(keys.integers(sections));
  if (found.empty()) return keys.wrong(sections, expected);
  // GGUF has a fourth section, which this family leaves empty.
  const bool three = found.size() == 3 || (found.size() == 4 && found[3] == 0);
  if (!three) return keys.wrong(sections, expected);
  int64_t sum = 0;
  for (size_t i = 0; i < 3; ++i) {
    if (found[i] < 0 || found[i] > kMaxHeadDim) return keys.wrong(sections, expected);
    config.mrope_sections[i] = static_cast<int>(found[i]);
    sum += found[i];
  }
  if (sum != config.head_dim / 2) return keys.wrong(sections, expected);
  return success();
}

Status set_vision_head_dim(const ConfigKeys& keys, const KeyNames& heads, VisionConfig& config) {
  if (config.width % config.heads != 0)
    return keys.wrong(heads, "a divisor of the vision width " + number(config.width));
  config.head_dim = config.width / config.heads;
  if (config.head_dim % kVisionHeadUnit != 0 || config.head_dim > kMaxHeadDim)
    return keys.wrong(heads, "heads of a size that four divides, up to " + number(kMaxHeadDim) +
                                 " (with a width of " + number(config.width) + " they have " +
                                 number(config.head_dim) + ")");
  return success();
}

Result<std::array<float, 3>> mean_or_std(const ConfigKeys& keys, const KeyNames& names,
                                         double low) {
  const std::vector<double> found = OCTAVO_TRY(keys.numbers(names));
  if (found.empty()) return keys.missing(names);
  std::array<float, 3> out{};
  bool good = found.size() == out.size();
  for (size_t i = 0; good && i < out.size(); ++i) {
    good = found[i] >= low && found[i] <= kLargestMean;
    out[i] = static_cast<float>(found[i]);
  }
  if (!good) return keys.wrong(names, "three numbers, one a colour");
  return out;
}

}  // namespace octavo::engine
