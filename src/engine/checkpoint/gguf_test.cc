#include "engine/checkpoint/gguf.h"

#include <gtest/gtest.h>
#include <test_places.h>

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/test_files.h"
#include "tests/support/cpu_timer.h"

namespace octavo::engine {
namespace {

// Types of values and of tensors, as the format numbers them.
enum : uint32_t {
  kU8,
  kI8,
  kU16,
  kI16,
  kU32,
  kI32,
  kF32,
  kBool,
  kString,
  kArray,
  kU64,
  kI64,
  kF64
};
constexpr uint32_t kTensorF32 = 0, kTensorQ8_0 = 8, kTensorQ2_K = 10, kTensorQ4_K = 12;

Result<ModelFile> read(const std::string& file, const CheckpointLimits& limits = {}) {
  return read_gguf(bytes_of(file), "m.gguf", limits);
}

std::string error_of(const std::string& file, const CheckpointLimits& limits = {}) {
  const auto result = read(file, limits);
  if (result.ok()) return "";
  EXPECT_EQ(result.error().code, Code::kModelInvalid);
  return result.error().what;
}

GgufBuilder good() {
  GgufBuilder builder;
  builder.key("general.architecture", kString).string("qwen2");
  builder.tensor("b", {32, 2}, kTensorQ8_0, 0).tensor("a", {5}, kTensorF32, 96);
  return builder;
}

TEST(Gguf, ShapesAreTurnedOutermostFirst) {
  const std::string file = good().finish(128);
  const auto result = read(file);
  ASSERT_TRUE(result.ok()) << result.error().message();
  ASSERT_EQ(result->tensors.size(), 2u);
  const TensorRef &a = result->tensors[0], &b = result->tensors[1];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.dtype, DType::kF32);
  EXPECT_EQ(a.bytes, 20);
  EXPECT_EQ(a.data, b.data + 96);  // 68 bytes, rounded up to 32
  EXPECT_EQ(b.shape_text(), "[2, 32]");
  EXPECT_EQ(b.bytes, 68);
  EXPECT_EQ(b.data[1], 1);
  EXPECT_EQ((b.data - bytes_of(file).data()) % 32, 0);
  EXPECT_EQ(std::get<std::string>(result->metadata.at("general.architecture")), "qwen2");
}

TEST(Gguf, TheFileMayEndWithTheLastTensor) {
  EXPECT_EQ(error_of(good().finish(96 + 20)), "");
  EXPECT_NE(error_of(good().finish(96 + 19)), "");
}

TEST(Gguf, EveryTypeOfValue) {
  const auto opened = Checkpoint::open(OCTAVO_SOURCE_DIR "/tests/golden/engine/blocks.gguf");
  ASSERT_TRUE(opened.ok()) << opened.error().message();
  const Metadata& values = opened->metadata();
  const auto integer = [&](const char* key) { return std::get<int64_t>(values.at(key)); };
  EXPECT_EQ(integer("test.u8"), 200);
  EXPECT_EQ(integer("test.i8"), -100);
  EXPECT_EQ(integer("test.u16"), 60000);
  EXPECT_EQ(integer("test.i16"), -30000);
  EXPECT_EQ(integer("test.u32"), 4000000000);
  EXPECT_EQ(integer("test.i32"), -2000000000);
  EXPECT_EQ(integer("test.u64"), INT64_MAX);
  EXPECT_EQ(integer("test.i64"), INT64_MIN);
  EXPECT_EQ(std::get<double>(values.at("test.f32")), static_cast<double>(0.1f));
  EXPECT_EQ(std::get<double>(values.at("test.f64")), 0.1);
  EXPECT_TRUE(std::get<bool>(values.at("test.bool")));
  EXPECT_EQ(std::get<std::string>(values.at("test.string")), "Ünïcode\n");
  const auto array = [&](const char* key) { return std::get<MetadataArray>(values.at(key)); };
  EXPECT_EQ(array("test.strings"), (MetadataArray(std::vector<std::string>{"a", "", "日本"})));
  EXPECT_EQ(array("test.integers"), (MetadataArray(std::vector<int64_t>{1, -2, 3})));
  EXPECT_EQ(array("test.floats"), (MetadataArray(std::vector<double>{0.5, -0.25})));
  EXPECT_EQ(opened->format(), Checkpoint::Format::kGguf);
}

TEST(Gguf, TypesWeCannotComputeWithAreListed) {
  GgufBuilder builder;
  builder.tensor("q", {256}, kTensorQ2_K, 0).tensor("f", {1}, kTensorF32, 96);
  const std::string file = builder.finish(128);
  const auto result = read(file);
  ASSERT_TRUE(result.ok()) << result.error().message();
  ASSERT_EQ(result->unusable.size(), 1u);
  EXPECT_EQ(result->unusable[0].why, "has the type Q2_K");
  ASSERT_EQ(result->tensors.size(), 1u);
  EXPECT_EQ(result->tensors[0].data[0], 96);
}

TEST(Gguf, Versions) {
  for (const uint32_t version : {0u, 1u, 4u, 2u << 24, 3u << 24, 0xFFFFFFFFu}) {
    GgufBuilder builder = good();
    builder.version = version;
    EXPECT_NE(error_of(builder.finish(128)).find(version == 3u << 24 ? "big-endian" : "GGUF"),
              std::string::npos);
  }
  GgufBuilder builder = good();
  builder.version = 2;
  EXPECT_EQ(error_of(builder.finish(128)), "");
}

TEST(Gguf, CountsThatLie) {
  for (const uint64_t extra : {uint64_t(1), uint64_t(100), uint64_t(1'000'000), uint64_t(1) << 31,
                               uint64_t(1) << 63, UINT64_MAX - 2, UINT64_MAX - 7}) {
    GgufBuilder builder = good();
    builder.extra_tensors = extra;
    EXPECT_NE(error_of(builder.finish(128)), "") << extra;
    builder = good();
    builder.extra_pairs = extra;
    EXPECT_NE(error_of(builder.finish(128)), "") << extra;
  }
}

TEST(Gguf, Alignments) {
  const auto with = [](uint32_t type, auto value) {
    GgufBuilder builder;
    builder.key("general.alignment", type).number(value);
    return builder.tensor("a", {1}, kTensorF32, 0).finish(64, 64);
  };
  EXPECT_EQ(error_of(with(kU32, uint32_t(32))), "");
  EXPECT_EQ(error_of(with(kU32, uint32_t(64))), "");
  for (const uint32_t alignment : {0u, 1u, 16u, 33u, 96u, 1u << 17, 1u << 31, 0xFFFFFFFFu})
    EXPECT_NE(error_of(with(kU32, alignment)), "") << alignment;
  EXPECT_NE(error_of(with(kI32, int32_t(-32))), "");
  EXPECT_NE(error_of(with(kF32, 32.0f)), "");
  GgufBuilder text;
  text.key("general.alignment", kString).string("32");
  EXPECT_NE(error_of(text.finish(0)), "");
}

TEST(Gguf, AlignmentMovesDataAndTensors) {
  GgufBuilder builder;
  builder.key("general.alignment", kU32).number<uint32_t>(256);
  builder.tensor("a", {1}, kTensorF32, 0).tensor("b", {1}, kTensorF32, 256);
  const std::string file = builder.finish(512, 256);
  const auto result = read(file);
  ASSERT_TRUE(result.ok()) << result.error().message();
  EXPECT_EQ(result->tensors[1].data, result->tensors[0].data + 256);
  EXPECT_EQ(result->tensors[1].data[3], 3);
}

TEST(Gguf, ValuesThatLie) {
  const auto broken = [](auto add) {
    GgufBuilder builder;
    add(builder);
    return error_of(builder.finish(0, 1));
  };
  using B = GgufBuilder;
  EXPECT_NE(broken([](B& b) { b.key("k", 13).number(0); }).find("unknown value type"),
            std::string::npos);
  EXPECT_NE(broken([](B& b) { b.key("k", kBool).number(uint8_t(2)); }), "");
  EXPECT_NE(broken([](B& b) { b.key("k", kU64).number(uint64_t(1) << 63); }).find("2^63"),
            std::string::npos);
  EXPECT_NE(broken([](B& b) { b.key("k", kU64).number(uint32_t(1)); }), "");
  EXPECT_NE(broken([](B& b) { b.key("k", kString).number(UINT64_MAX); }), "");
  EXPECT_NE(broken([](B& b) { b.key("k", kString).number(uint64_t(5)).raw("four"); }), "");
  EXPECT_NE(broken([](B& b) {
              b.array("k", kArray, 1).number(kU8).number(uint64_t(1)).number(uint8_t(1));
            }),
            "");
  EXPECT_NE(broken([](B& b) { b.array("k", 13, 1).number(0); }), "");
  EXPECT_NE(broken([](B& b) { b.array("k", kU8, UINT64_MAX); }), "");
  EXPECT_NE(broken([](B& b) { b.array("k", kString, uint64_t(1) << 26); }), "");
  EXPECT_NE(broken([](B& b) { b.array("k", kU64, 2).number(uint64_t(1)); }), "");
  EXPECT_NE(broken([](B& b) { b.array("k", kBool, 1).number(uint8_t(3)); }), "");
  EXPECT_NE(broken([](B& b) {
              b.key("k", kU8).number(uint8_t(1)).key("k", kU8).number(uint8_t(1));
            }).find("'k' occurs twice"),
            std::string::npos);
  EXPECT_EQ(broken([](B& b) { b.array("k", kU8, 0); }), "");
}

TEST(Gguf, TensorsThatLie) {
  const auto broken = [](auto add, size_t data = 4096) {
    GgufBuilder builder;
    add(builder);
    return error_of(builder.finish(data));
  };
  using B = GgufBuilder;
  const uint64_t huge = uint64_t(1) << 32;
  EXPECT_NE(broken([](B& b) { b.tensor("a", {1}, kTensorF32, 32); }).find("expected 0"),
            std::string::npos);
  EXPECT_NE(broken([](B& b) { b.tensor("a", {1}, kTensorF32, 0).tensor("b", {1}, kTensorF32, 4); }),
            "");
  EXPECT_NE(broken([](B& b) { b.tensor("a", {1}, kTensorF32, 0).tensor("b", {1}, kTensorF32, 0); }),
            "");
  EXPECT_NE(broken([](B& b) {
              b.tensor("a", {1}, kTensorF32, 0).tensor("b", {1}, kTensorF32, UINT64_MAX - 31);
            }),
            "");
  EXPECT_NE(broken([](B& b) {
              b.tensor("a", {1}, kTensorF32, 0).tensor("a", {1}, kTensorF32, 32);
            }).find("'a' occurs twice"),
            std::string::npos);
  EXPECT_NE(broken([](B& b) { b.tensor("a", {33}, kTensorQ8_0, 0); }).find("multiple of 32"),
            std::string::npos);
  EXPECT_NE(broken([](B& b) { b.tensor("a", {32, 8}, kTensorQ4_K, 0); }), "");
  for (const uint32_t type : {4u, 5u, 31u, 36u, 42u, 255u, 0xFFFFFFFFu})
    EXPECT_NE(broken([&](B& b) { b.tensor("a", {256}, type, 0); }).find("unknown type"),
              std::string::npos);
  EXPECT_NE(broken([&](B& b) { b.tensor("a", {huge, huge}, kTensorF32, 0); }), "");
  EXPECT_NE(broken([&](B& b) { b.tensor("a", {UINT64_MAX}, kTensorF32, 0); }), "");
  EXPECT_NE(broken([&](B& b) { b.tensor("a", {uint64_t(1) << 62}, kTensorF32, 0); }), "");
  EXPECT_NE(broken([&](B& b) { b.tensor("a", {(uint64_t(1) << 62) + 1}, kTensorF32, 0); }), "");
  EXPECT_NE(
      broken([](B& b) { b.tensor("a", {1, 1, 1, 1, 1}, kTensorF32, 0); }).find("5 dimensions"),
      std::string::npos);
  EXPECT_NE(broken([](B& b) { b.tensor("a", {2000}, kTensorF32, 0); }), "");
  EXPECT_EQ(broken([](B& b) { b.tensor("a", {}, kTensorF32, 0); }), "");
  EXPECT_EQ(broken([](B& b) { b.tensor("a", {0, 7}, kTensorF32, 0); }), "");
  GgufBuilder name;
  name.extra_tensors = 1;
  EXPECT_NE(error_of(name.number(UINT64_MAX).finish(64)), "");
}

TEST(Gguf, TruncationAtEveryByte) {
  const std::string file = good().finish(96 + 20);
  for (size_t size = 0; size < file.size(); ++size)
    ASSERT_NE(error_of(file.substr(0, size)), "") << size;
}

TEST(Gguf, EveryFlippedBitIsAnsweredWithoutACrash) {
  GgufBuilder builder = good();
  builder.array("k", kString, 2).string("x").string("y");
  std::string file = builder.finish(128);
  for (size_t bit = 0; bit < file.size() * 8; ++bit) {
    file[bit / 8] = static_cast<char>(file[bit / 8] ^ 1 << bit % 8);
    error_of(file);
    file[bit / 8] = static_cast<char>(file[bit / 8] ^ 1 << bit % 8);
  }
}

TEST(Gguf, LimitsHold) {
  CheckpointLimits limits;
  limits.max_tensors = 1;
  EXPECT_NE(error_of(good().finish(128), limits), "");
  limits = {};
  limits.max_metadata_keys = 0;
  EXPECT_NE(error_of(good().finish(128), limits), "");
  limits = {};
  limits.max_string_bytes = 4;
  EXPECT_NE(error_of(good().finish(128), limits), "");
  GgufBuilder builder;
  builder.array("k", kU8, 3).raw("abc");
  limits = {};
  limits.max_array_elements = 2;
  EXPECT_NE(error_of(builder.finish(0), limits), "");
}

TEST(Gguf, AMillionNamesTakeLinearTime) {
  constexpr int64_t kCount = 1'000'000 / CpuTimer::kSlowdown;
  GgufBuilder builder;
  for (int64_t i = 0; i < kCount; ++i)
    builder.tensor("blk." + std::to_string(i * 7919 % kCount), {0}, kTensorF32, 0);
  const std::string file = builder.finish(0);
  const CpuTimer timer;
  EXPECT_EQ(error_of(file), "");
  EXPECT_LT(timer.seconds(), 5);
}

}  // namespace
}  // namespace octavo::engine
