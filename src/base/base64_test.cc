#include "base/base64.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

TEST(Base64, PadsAsRfc4648Says) {
  const auto encode = [](const std::string& text) {
    return base64({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  };
  EXPECT_EQ(encode(""), "");
  EXPECT_EQ(encode("f"), "Zg==");
  EXPECT_EQ(encode("fo"), "Zm8=");
  EXPECT_EQ(encode("foo"), "Zm9v");
  EXPECT_EQ(encode("\xFF\xFE\xFD"), "//79");
}

}  // namespace
}  // namespace octavo
