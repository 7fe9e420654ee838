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

std::optional<std::string> decoded(std::string_view text) {
  const auto bytes = base64_bytes(text);
  if (!bytes) return std::nullopt;
  EXPECT_EQ(bytes->size(), base64_size(text)) << text;
  return std::string(bytes->begin(), bytes->end());
}

TEST(Base64, ReadsTheVectorsOfRfc4648) {
  EXPECT_EQ(decoded(""), "");
  EXPECT_EQ(decoded("Zg=="), "f");
  EXPECT_EQ(decoded("Zm8="), "fo");
  EXPECT_EQ(decoded("Zm9v"), "foo");
  EXPECT_EQ(decoded("Zm9vYg=="), "foob");
  EXPECT_EQ(decoded("Zm9vYmE="), "fooba");
  EXPECT_EQ(decoded("//79"), "\xFF\xFE\xFD");
  EXPECT_EQ(decoded("AAAA"), std::string(3, '\0'));
}

TEST(Base64, NothingButTheAlphabetAndItsPadding) {
  for (const char* text : {"Z",    "Zg",         "Zg=",    "Zg===", "=",    "==",           "====",
                           "Z===", "Zg==Zg==",   "Zm9v\n", "Zm9v ", " Zm9", "Zm=v",         "Zm-v",
                           "Zm_v", "Zm\xC3\xA4", "Zh==",   "Zm9=",  "=g==", "Zm9vZm9v\nZm9"})
    EXPECT_EQ(decoded(text), std::nullopt) << text;
  std::string with_nul = "Zm9v";
  with_nul[2] = '\0';
  EXPECT_EQ(decoded(with_nul), std::nullopt);
}

TEST(Base64, EveryLengthComesBack) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    const std::string text = base64({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    EXPECT_EQ(decoded(text), bytes);
    bytes += static_cast<char>(i * 37);
  }
}

}  // namespace
}  // namespace octavo
