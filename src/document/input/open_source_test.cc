#include "document/input/open_source.h"

#include <gtest/gtest.h>
#include <test_places.h>

#include <string>

#include "tests/support/pdf_builder.h"

namespace octavo::document {
namespace {

std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

Result<std::unique_ptr<PageSource>> open(std::span<const uint8_t> bytes) {
  Resources resources;
  resources.pdfium_library = OCTAVO_DEPS_DIR "/runtime/pdfium/libpdfium.so";
  return open_source(bytes, resources, {});
}

TEST(OpenSource, FindsAPdfBehindJunk) {
  const std::vector<uint8_t> pdf =
      testing::PdfBuilder().page(testing::pdf_text(72, 700, 12, "here")).bytes();
  auto plain = open(pdf);
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ((*plain)->page_count(), 1);
  std::vector<uint8_t> behind(900, '\n');
  behind.insert(behind.end(), pdf.begin(), pdf.end());
  EXPECT_TRUE(open(behind).ok());
}

TEST(OpenSource, SaysWhatTheContentIs) {
  const auto what = [](std::string_view text) {
    const std::vector<uint8_t> bytes = bytes_of(text);
    auto opened = open(bytes);
    EXPECT_FALSE(opened.ok());
    if (opened.ok()) return std::string();
    EXPECT_EQ(opened.error().code, Code::kFileTypeUnsupported);
    EXPECT_FALSE(opened.error().hint.empty());
    return opened.error().what;
  };
  EXPECT_NE(what("only a few words\n").find("text"), std::string::npos);
  EXPECT_NE(what("  <!DOCTYPE html><p>x").find("HTML"), std::string::npos);
  EXPECT_NE(what("PK\x03\x04 and so on").find("office"), std::string::npos);
  EXPECT_NE(what("%!PS-Adobe-3.0\n").find("PostScript"), std::string::npos);
  EXPECT_NE(what("\x01\x02\xFF\xFE").find("unknown"), std::string::npos);
}

TEST(OpenSource, EmptyAndDamaged) {
  auto empty = open({});
  ASSERT_FALSE(empty.ok());
  EXPECT_EQ(empty.error().code, Code::kFileEmpty);
  const std::vector<uint8_t> header = bytes_of("%PDF-1.7\n");
  auto damaged = open(header);
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(damaged.error().code, Code::kFileCorrupted);
}

TEST(OpenSource, AMissingLibraryIsNamed) {
  const std::vector<uint8_t> header = bytes_of("%PDF-1.7\n");
  Resources resources;
  resources.pdfium_library = "/nowhere/libpdfium.so";
  auto opened = open_source(header, resources, {});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, Code::kModelMissing);
}

}  // namespace
}  // namespace octavo::document
