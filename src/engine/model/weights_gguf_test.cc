// Block formats: what only a GGUF file can have wrong.
#include <gtest/gtest.h>

#include <cstring>

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/test_files.h"
#include "engine/model/weights.h"

namespace octavo::engine {
namespace {

constexpr uint32_t kF32 = 0, kQ8 = 8;
constexpr int kSize = 32;  // of everything: one block a row
constexpr uint64_t kVectorBytes = kSize * 4, kRowBytes = 34, kMatrixBytes = kSize * kRowBytes;

constexpr uint64_t padded(uint64_t bytes) { return (bytes + 31) / 32 * 32; }

// One layer, all matrices Q8_0 with scales of one and values of zero, all vectors zero.
class File {
 public:
  explicit File(const std::string& quantised_vector = "") {
    matrix("token_embd.weight");
    for (const char* name : {"attn_norm", "ffn_norm"}) vector(name, quantised_vector);
    for (const char* name : {"attn_q", "attn_k", "attn_v"}) {
      matrix("blk.0." + std::string(name) + ".weight");
      add("blk.0." + std::string(name) + ".bias", {kSize}, kF32, kVectorBytes);
    }
    for (const char* name : {"attn_output", "ffn_gate", "ffn_up", "ffn_down"})
      matrix("blk.0." + std::string(name) + ".weight");
    add("output_norm.weight", {kSize}, kF32, kVectorBytes);
  }

  // With one scale, of a row of ffn_up, set to these bits.
  std::string bytes(int row, uint16_t scale) {
    std::string out = builder_.finish(offset_);
    char* data = out.data() + out.size() - offset_;
    std::memset(data, 0, offset_);
    constexpr uint16_t kOne = 0x3C00;
    for (const uint64_t start : matrices_)
      for (int i = 0; i < kSize; ++i) std::memcpy(data + start + i * kRowBytes, &kOne, 2);
    std::memcpy(data + up_ + static_cast<size_t>(row) * kRowBytes, &scale, 2);
    return out;
  }

 private:
  void add(const std::string& name, std::vector<uint64_t> shape, uint32_t type, uint64_t size) {
    builder_.tensor(name, std::move(shape), type, offset_);
    offset_ += padded(size);
  }
  void vector(const std::string& name, const std::string& quantised) {
    const bool blocks = name == quantised;
    add("blk.0." + name + ".weight", {kSize}, blocks ? kQ8 : kF32,
        blocks ? kRowBytes : kVectorBytes);
  }
  void matrix(const std::string& name) {
    matrices_.push_back(offset_);
    if (name == "blk.0.ffn_up.weight") up_ = offset_;
    add(name, {kSize, kSize}, kQ8, kMatrixBytes);
  }

  GgufBuilder builder_;
  uint64_t offset_ = 0, up_ = 0;
  std::vector<uint64_t> matrices_;
};

constexpr uint16_t kFine = 0x3C00, kInfinity = 0x7C00, kNan = 0x7E00;

std::string error_of(File file, uint16_t scale, bool check) {
  const TestFolder folder;
  const auto checkpoint = Checkpoint::open(folder.write("m.gguf", file.bytes(5, scale)));
  EXPECT_TRUE(checkpoint.ok()) << checkpoint.error().message();
  ModelConfig config;
  config.language = {.hidden = kSize,
                     .layers = 1,
                     .heads = 1,
                     .kv_heads = 1,
                     .head_dim = kSize,
                     .intermediate = kSize,
                     .vocabulary = kSize};
  const auto weights = ModelWeights::bind(config, *checkpoint, nullptr, check);
  return weights.ok() ? "" : weights.error().message();
}

TEST(WeightsGguf, BlocksAreLookedAtByTheirScales) {
  EXPECT_EQ(error_of(File(), kFine, true), "");
  EXPECT_EQ(error_of(File(), kNan, false), "");
  for (const uint16_t scale : {kNan, kInfinity})
    EXPECT_NE(error_of(File(), scale, true)
                  .find("'blk.0.ffn_up.weight' has a value that is no finite number, at index 160"),
              std::string::npos);
}

TEST(WeightsGguf, VectorsArePlain) {
  EXPECT_NE(error_of(File("ffn_norm"), kFine, false)
                .find("'blk.0.ffn_norm.weight' has the type q8_0, expected f32, f16 or bf16"),
            std::string::npos);
}

}  // namespace
}  // namespace octavo::engine
