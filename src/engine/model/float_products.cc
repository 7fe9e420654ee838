#include "engine/model/float_products.h"

namespace octavo::engine {
namespace {

// Processors do half, as much, or twice as much: nothing near this.
constexpr double kLeastGain = 1.3;
constexpr const char* kExact = "f32 (exact, from the files' own weights";

}  // namespace

bool has_bf16_weights(const ModelWeights& weights) {
  const auto is_bf16 = [](const WeightView& view) { return view.dtype == DType::kBF16; };
  return is_bf16(weights.language.layers.front().gate) &&
         (weights.vision.blocks.empty() || is_bf16(weights.vision.blocks.front().fc1));
}

ProductsChoice choose_products(Precision precision, bool bf16_weights, ArchMask arch,
                               const std::function<double()>& gain) {
  const bool has_instructions = (arch & kArchAvx512Bf16) != 0;
  if (precision == Precision::kBf16)
    return {FloatProducts::kBf16,
            std::string("bf16 (as asked, summed up in f32") +
                (has_instructions ? ")" : "; slow without the processor's own instructions)")};
  if (precision != Precision::kAuto || !bf16_weights || !has_instructions)
    return {FloatProducts::kF32, kExact + std::string(")")};
  if (gain() < kLeastGain)
    return {FloatProducts::kF32,
            kExact + std::string("; products of bf16 gain nothing here, as measured)")};
  return {FloatProducts::kBf16,
          "bf16 (the files' own weights, summed up in f32; its products gain here, as measured)"};
}

FloatProducts choose_attention(ArchMask arch, const std::function<double()>& gain) {
  const bool gains = (arch & kArchAvx512Bf16) != 0 && gain() >= kLeastGain;
  return gains ? FloatProducts::kBf16 : FloatProducts::kF32;
}

std::string attention_text(FloatProducts attention) {
  return attention == FloatProducts::kBf16 ? ", attention to text in bf16, which gains here" : "";
}

}  // namespace octavo::engine
