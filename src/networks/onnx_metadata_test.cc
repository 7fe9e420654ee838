#include "networks/onnx_metadata.h"

#include <gtest/gtest.h>

#include <vector>

namespace octavo {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes field(uint8_t number, const Bytes& content) {
  Bytes out{static_cast<uint8_t>(number << 3 | 2), static_cast<uint8_t>(content.size())};
  out.insert(out.end(), content.begin(), content.end());
  return out;
}

Bytes text(std::string_view s) { return {s.begin(), s.end()}; }

Bytes join(std::initializer_list<Bytes> parts) {
  Bytes out;
  for (const Bytes& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

Bytes entry(std::string_view key, std::string_view value) {
  return field(14, join({field(1, text(key)), field(2, text(value))}));
}

TEST(OnnxMetadata, FindsTheKeyAmongOtherFields) {
  const Bytes model = join({{0x08, 0x96, 0x01},                      // ir_version 150, two bytes
                            {0x29, 1, 2, 3, 4, 5, 6, 7, 8},          // field 5, fixed64
                            {0x35, 1, 2, 3, 4},                      // field 6, fixed32
                            field(7, text("a graph, passed over")),  //
                            entry("author", "nobody"),
                            entry("character", "a\nb")});
  EXPECT_EQ(onnx_metadata(model, "character"), "a\nb");
  EXPECT_EQ(onnx_metadata(model, "author"), "nobody");
  EXPECT_EQ(onnx_metadata(model, "charact"), std::nullopt);
}

TEST(OnnxMetadata, EmptyValueIsAValue) {
  EXPECT_EQ(onnx_metadata(field(14, field(1, text("k"))), "k"), "");
}

TEST(OnnxMetadata, EveryTruncationIsNoValue) {
  const Bytes model = entry("character", "abc");
  for (size_t size = 0; size < model.size(); ++size)
    EXPECT_EQ(onnx_metadata({model.data(), size}, "character"), std::nullopt) << size;
}

TEST(OnnxMetadata, LengthBeyondTheEndIsRefused) {
  EXPECT_EQ(onnx_metadata(Bytes{0x72, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 'a'}, "a"), std::nullopt);
  // A varint of eleven bytes, and a group (wire type 3), are no part of proto3.
  EXPECT_EQ(onnx_metadata(Bytes(11, 0xFF), "a"), std::nullopt);
  EXPECT_EQ(onnx_metadata(Bytes{0x0B, 0x0C}, "a"), std::nullopt);
}

}  // namespace
}  // namespace octavo
