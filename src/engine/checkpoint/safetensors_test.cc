#include "engine/checkpoint/safetensors.h"

#include <gtest/gtest.h>
#include <test_places.h>

#include <fstream>
#include <iterator>

#include "base/byte_reader.h"
#include "engine/checkpoint/test_files.h"
#include "tests/support/cpu_timer.h"

namespace octavo::engine {
namespace {

constexpr std::string_view kGood =
    R"({"__metadata__":{"format":"pt"},"b":{"dtype":"F32","shape":[2,3],"data_offsets":[4,28]},)"
    R"("a":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]}})";

std::string padded(std::string_view header) {
  std::string out(header);
  while (out.size() % 8 != 0) out.push_back(' ');
  return out;
}

// Empty when the file is accepted.
std::string error_of(std::string_view file, const CheckpointLimits& limits = {}) {
  const auto result = read_safetensors(bytes_of(file), "m.safetensors", limits);
  if (result.ok()) return "";
  EXPECT_EQ(result.error().code, Code::kModelInvalid);
  EXPECT_EQ(result.error().place.file, "m.safetensors");
  return result.error().what;
}

std::string error_of_header(std::string_view header, size_t data_bytes) {
  return error_of(safetensors_file(header, data_bytes));
}

std::string tensor(std::string_view fields) { return "{\"t\":{" + std::string(fields) + "}}"; }

TEST(Safetensors, TensorsAreViewsSortedByName) {
  const std::string file = safetensors_file(padded(kGood), 28);
  const auto result = read_safetensors(bytes_of(file), "m.safetensors", {});
  ASSERT_TRUE(result.ok()) << result.error().message();
  ASSERT_EQ(result->tensors.size(), 2u);
  const TensorRef &a = result->tensors[0], &b = result->tensors[1];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.dtype, DType::kBF16);
  EXPECT_EQ(a.bytes, 4);
  EXPECT_EQ(a.data[0], 0);
  EXPECT_EQ(b.shape_text(), "[2, 3]");
  EXPECT_EQ(b.data, a.data + 4);
  EXPECT_EQ(b.data[0], 4);
  EXPECT_EQ(std::get<std::string>(result->metadata.at("format")), "pt");
}

TEST(Safetensors, ScalarsAndEmptyTensorsAreFine) {
  EXPECT_EQ(error_of_header(tensor(R"("dtype":"F32","shape":[],"data_offsets":[0,4])"), 4), "");
  EXPECT_EQ(error_of_header(tensor(R"("dtype":"F32","shape":[0,7],"data_offsets":[0,0])"), 0), "");
  EXPECT_EQ(
      error_of_header(
          tensor(R"("dtype":"F32","shape":[18446744073709551615,0],"data_offsets":[0,0])"), 0),
      "");
  EXPECT_EQ(error_of_header("{}", 0), "");
  EXPECT_EQ(error_of_header(" {}\n\t ", 0), "");
}

TEST(Safetensors, WhatCannotBeUsedIsListed) {
  const std::string file = safetensors_file(
      padded(R"({"i":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},)"
             R"("r":{"dtype":"F32","shape":[1,1,1,1,1,1],"data_offsets":[8,12]},)"
             R"("q":{"dtype":"F4","shape":[2],"data_offsets":[12,13]},)"
             R"("o":{"dtype":"F16","shape":[1],"data_offsets":[13,15]},)"
             R"("h":{"dtype":"F32","shape":[0,9223372036854775808],"data_offsets":[15,15]}})"),
      15);
  const auto result = read_safetensors(bytes_of(file), "m.safetensors", {});
  ASSERT_TRUE(result.ok()) << result.error().message();
  EXPECT_TRUE(result->tensors.empty());
  ASSERT_EQ(result->unusable.size(), 5u);
  EXPECT_EQ(result->unusable[0].name, "h");
  EXPECT_EQ(result->unusable[0].why, "has a dimension above 2^63 - 1");
  EXPECT_EQ(result->unusable[1].why, "has the element type I64");
  EXPECT_EQ(result->unusable[2].why, "does not lie on a multiple of its element's size");
  EXPECT_EQ(result->unusable[3].why, "has the element type F4");
  EXPECT_EQ(result->unusable[4].why, "has more than 5 dimensions");
}

TEST(Safetensors, HeaderLengthsThatLie) {
  for (const uint64_t length :
       {UINT64_MAX, UINT64_MAX - 7, uint64_t(1) << 63, uint64_t(100'000'001), uint64_t(1000),
        uint64_t(3), uint64_t(0), uint64_t(1)}) {
    std::string file;
    put(file, length);
    file += "{}";
    EXPECT_NE(error_of(file), "") << length;
  }
  EXPECT_NE(error_of(""), "");
  EXPECT_NE(error_of("1234567"), "");
}

TEST(Safetensors, OffsetsThatLie) {
  const auto two = [](std::string_view a, std::string_view b) {
    return R"({"a":{"dtype":"U8","shape":[4],"data_offsets":)" + std::string(a) +
           R"(},"b":{"dtype":"U8","shape":[4],"data_offsets":)" + std::string(b) + "}}";
  };
  EXPECT_EQ(error_of_header(two("[0,4]", "[4,8]"), 8), "");
  EXPECT_EQ(error_of_header(two("[4,8]", "[0,4]"), 8), "");
  EXPECT_NE(error_of_header(two("[0,4]", "[4,8]"), 9), "");  // a byte behind the last
  EXPECT_NE(error_of_header(two("[0,4]", "[4,8]"), 7), "");
  for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{
           {"[0,4]", "[3,7]"},
           {"[0,4]", "[5,9]"},
           {"[0,4]", "[0,4]"},
           {"[1,5]", "[5,9]"},
           {"[0,4]", "[8,4]"},
           {"[4,0]", "[0,4]"},
           {"[0,4]", "[18446744073709551612,18446744073709551616]"},
           {"[0,4]", "[18446744073709551611,18446744073709551615]"},
           {"[0,4]", "[4]"},
           {"[0,4]", "[4,8,12]"},
           {"[0,4]", "[-4,0]"},
           {"[0,4]", "[4.0,8]"},
           {"[0,4]", "\"4,8\""},
           {"[0,4]", "null"}})
    EXPECT_NE(error_of_header(two(a, b), 8), "") << a << b;
}

TEST(Safetensors, ShapesThatDoNotFit) {
  for (const char* fields :
       {R"("dtype":"F32","shape":[2],"data_offsets":[0,4])",
        R"("dtype":"F32","shape":[-1],"data_offsets":[0,4])",
        R"("dtype":"F32","shape":[1.0],"data_offsets":[0,4])",
        R"("dtype":"F4","shape":[1],"data_offsets":[0,0])",
        R"("dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4])",
        R"("dtype":"F32","shape":[4611686018427387905],"data_offsets":[0,4])",
        R"("dtype":"F32","shape":[4294967296,4294967296,0],"data_offsets":[0,0])",
        R"("dtype":"F32","shape":1,"data_offsets":[0,4])",
        R"("dtype":"F33","shape":[1],"data_offsets":[0,4])",
        R"("dtype":"f32","shape":[1],"data_offsets":[0,4])",
        R"("dtype":1,"shape":[1],"data_offsets":[0,4])", R"("shape":[1],"data_offsets":[0,4])",
        R"("dtype":"F32","data_offsets":[0,4])", R"("dtype":"F32","shape":[1])",
        R"("dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4])",
        R"("dtype":"F32","shape":[1],"shape":[1],"data_offsets":[0,4])",
        R"("dtype":"F32","shape":[1],"data_offsets":[0,4],"data_offsets":[0,4])"}) {
    EXPECT_NE(error_of_header(tensor(fields), 4), "") << fields;
    EXPECT_NE(error_of_header(tensor(fields), 0), "") << fields;
  }
  EXPECT_EQ(error_of_header(
                tensor(R"("dtype":"F32","x":[{"y":1e9}],"shape":[1],"data_offsets":[0,4])"), 4),
            "");
}

TEST(Safetensors, MetadataHoldsStringsAlone) {
  EXPECT_EQ(error_of_header(R"({"__metadata__":null})", 0), "");
  EXPECT_EQ(error_of_header(R"({"__metadata__":{}})", 0), "");
  for (const char* header :
       {R"({"__metadata__":{"a":1}})", R"({"__metadata__":{"a":null}})", R"({"__metadata__":[]})",
        R"({"__metadata__":{"a":"","a":""}})", R"({"__metadata__":{},"__metadata__":{}})",
        R"({"__metadata__":{"a":{"b":"c"}}})"})
    EXPECT_NE(error_of_header(header, 0), "") << header;
}

TEST(Safetensors, NamesOccurOnce) {
  EXPECT_NE(error_of_header(R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},)"
                            R"("\u0061":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})",
                            0)
                .find("'a' occurs twice"),
            std::string::npos);
  EXPECT_NE(error_of_header(R"({"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},)"
                            R"("a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})",
                            0),
            "");
}

TEST(Safetensors, BytesThatAreNoText) {
  EXPECT_NE(
      error_of_header("{\"\xFF\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0),
      "");
  EXPECT_NE(error_of_header("\xEF\xBB\xBF{}", 0), "");
  EXPECT_NE(error_of_header(std::string_view("{}\0\0", 4), 0), "");
  EXPECT_NE(error_of_header("{}{}", 0), "");
}

TEST(Safetensors, TruncationAtEveryByte) {
  const std::string file = safetensors_file(padded(kGood), 28);
  ASSERT_EQ(error_of(file), "");
  for (size_t size = 0; size < file.size(); ++size)
    ASSERT_NE(error_of(std::string_view(file).substr(0, size)), "") << size;
}

TEST(Safetensors, EveryFlippedBitIsAnsweredWithoutACrash) {
  std::string file = safetensors_file(padded(kGood), 28);
  for (size_t bit = 0; bit < file.size() * 8; ++bit) {
    file[bit / 8] = static_cast<char>(file[bit / 8] ^ 1 << bit % 8);
    error_of(file);
    file[bit / 8] = static_cast<char>(file[bit / 8] ^ 1 << bit % 8);
  }
}

TEST(Safetensors, DeepNestingIsRefusedAtOnce) {
  std::string header = R"({"a":{"x":)" + std::string(1'000'000, '[');
  EXPECT_NE(error_of_header(header, 0).find("too deep"), std::string::npos);
}

TEST(Safetensors, LimitsHold) {
  CheckpointLimits limits;
  limits.max_tensors = 1;
  EXPECT_NE(error_of(safetensors_file(padded(kGood), 28), limits).find("limit of 1"),
            std::string::npos);
  limits.max_tensors = 2;
  EXPECT_EQ(error_of(safetensors_file(padded(kGood), 28), limits), "");
  limits.max_metadata_keys = 0;
  EXPECT_NE(error_of(safetensors_file(padded(kGood), 28), limits), "");
}

TEST(Safetensors, AMillionTensorsTakeLinearTime) {
  constexpr int64_t kCount = 1'000'000 / CpuTimer::kSlowdown;
  std::string header = "{";
  for (int64_t i = 0; i < kCount; ++i)
    header += (i > 0 ? ",\"model.layers." : "\"model.layers.") + std::to_string(i * 7919 % kCount) +
              "\":{\"dtype\":\"F32\",\"shape\":[0,1],\"data_offsets\":[0,0]}";
  header += "}";
  const std::string file = safetensors_file(header, 0);
  const CpuTimer timer;
  EXPECT_EQ(error_of(file), "");
  EXPECT_LT(timer.seconds(), 5);
}

// What the package says of headers made by tools/reference/safetensors_differential.py.
TEST(Safetensors, AgreesWithThePackage) {
  std::ifstream in(OCTAVO_SOURCE_DIR "/tests/golden/engine/safetensors_cases.bin",
                   std::ios::binary);
  const std::string cases{std::istreambuf_iterator<char>(in), {}};
  ByteReader reader(bytes_of(cases));
  int count = 0, accepted = 0;
  while (reader.remaining() > 0) {
    const uint32_t size = reader.u32_le();
    const bool wanted = reader.u8() != 0;
    const auto bytes = reader.take(size);
    ASSERT_TRUE(reader.ok());
    const auto result = read_safetensors(bytes, "case", {});
    EXPECT_EQ(result.ok(), wanted)
        << "case " << count << ": " << (result.ok() ? "" : result.error().what) << "\n"
        << std::string(bytes.begin(), bytes.end());
    ++count;
    accepted += wanted;
  }
  EXPECT_GE(count, 1000);
  EXPECT_GE(accepted, count / 5);
}

}  // namespace
}  // namespace octavo::engine
