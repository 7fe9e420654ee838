#include "base/byte_reader.h"

#include <gtest/gtest.h>

#include <array>

#include "base/checked.h"

namespace octavo {
namespace {

TEST(ByteReader, ReadsBothByteOrders) {
  const std::array<uint8_t, 8> bytes{1, 2, 3, 4, 5, 6, 7, 8};
  ByteReader reader(bytes);
  EXPECT_EQ(reader.u16_le(), 0x0201);
  EXPECT_EQ(reader.u16_be(), 0x0304);
  EXPECT_EQ(reader.u32_be(), 0x05060708u);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.remaining(), 0u);
  reader.seek(0);
  EXPECT_EQ(reader.u64_le(), 0x0807060504030201u);
}

TEST(ByteReader, FailsForGoodAtTheEnd) {
  const std::array<uint8_t, 3> bytes{1, 2, 3};
  ByteReader reader(bytes);
  EXPECT_EQ(reader.u32_le(), 0u);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.u8(), 0u);  // still failed, although a byte would have been there
  EXPECT_EQ(reader.remaining(), 0u);
}

TEST(ByteReader, SeekPastTheEndFails) {
  const std::array<uint8_t, 3> bytes{1, 2, 3};
  ByteReader reader(bytes);
  reader.seek(3);
  EXPECT_TRUE(reader.ok());
  reader.seek(4);
  EXPECT_FALSE(reader.ok());
}

TEST(ByteReader, HugeSkipDoesNotWrap) {
  const std::array<uint8_t, 3> bytes{1, 2, 3};
  ByteReader reader(bytes);
  reader.u8();
  reader.skip(~uint64_t(0));
  EXPECT_FALSE(reader.ok());
}

TEST(Checked, ReportsOverflow) {
  EXPECT_EQ(checked_add<int>(2, 3), 5);
  EXPECT_FALSE(checked_add<int>(2147483647, 1));
  EXPECT_FALSE(checked_mul<uint64_t>(uint64_t(1) << 33, uint64_t(1) << 31));
  EXPECT_FALSE((checked_narrow<uint8_t>(256)));
  EXPECT_FALSE((checked_narrow<uint32_t>(-1)));
  EXPECT_EQ((checked_narrow<uint8_t>(255)), 255);
}

}  // namespace
}  // namespace octavo
