#include "document/input/pdf/text_codec.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

TEST(TextCodec, JoinsSurrogatesAndReplacesLoneOnes) {
  const uint16_t units[] = {'a', 0xD835, 0xDC65, 0xD835, 'b', 0xDC65, 0, 'x'};
  EXPECT_EQ(utf8_from_utf16(units),
            "a\xF0\x9D\x91\xA5\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
}

TEST(TextCodec, MakesOneKindOfLineEndAndDropsControls) {
  const uint16_t units[] = {'a', '\r', '\n', 'b', '\r', 'c', 0x07, 'd', '\t', 'e'};
  EXPECT_EQ(utf8_from_utf16(units), "a\nb\ncd\te");
}

TEST(TextCodec, ReadsNothingThatIsAbsurdlyLong) {
  int calls = 0;
  const std::string text = read_utf16([&](uint16_t*, unsigned long) {
    ++calls;
    return kMaxTextBytes + 2;
  });
  EXPECT_EQ(text, "");
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace octavo::document
