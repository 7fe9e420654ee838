#include "engine/tokenizer/byte_symbols.h"

#include <gtest/gtest.h>

#include <set>

namespace octavo::engine {
namespace {

TEST(ByteSymbols, AsGpt2ChoseThem) {
  EXPECT_EQ(byte_symbols()['A'], "A");
  EXPECT_EQ(byte_symbols()[' '], "Ġ");
  EXPECT_EQ(byte_symbols()['\n'], "Ċ");
  EXPECT_EQ(byte_symbols()[0], "Ā");
  EXPECT_EQ(byte_symbols()[0x7F], "ġ");
  EXPECT_EQ(byte_symbols()[0xA0], "ł");
  EXPECT_EQ(byte_symbols()[0xAD], "Ń");
  EXPECT_EQ(byte_symbols()[0xFF], "ÿ");
  EXPECT_EQ(std::set(byte_symbols().begin(), byte_symbols().end()).size(), 256u);
}

TEST(ByteSymbols, ThereAndBack) {
  std::string bytes, symbols;
  for (int byte = 0; byte < 256; ++byte) {
    bytes.push_back(static_cast<char>(byte));
    symbols += byte_symbols()[static_cast<size_t>(byte)];
  }
  EXPECT_EQ(bytes_of_symbols(symbols), bytes);
  EXPECT_EQ(bytes_of_symbols("ĠHello"), " Hello");
  EXPECT_EQ(bytes_of_symbols(""), "");
  EXPECT_EQ(bytes_of_symbols("a b"), std::nullopt);
  EXPECT_EQ(bytes_of_symbols("日"), std::nullopt);
  EXPECT_EQ(bytes_of_symbols("\xC4"), std::nullopt);
}

}  // namespace
}  // namespace octavo::engine
