#include "document/input/pdf/tex_codes.h"

#include <gtest/gtest.h>

namespace octavo::document::test {
namespace {

TEST(TexSymbol, KnowsTheSignsOfEachFont) {
  EXPECT_EQ(tex_symbol("CMEX10", 0), U'(');
  EXPECT_EQ(tex_symbol("CMEX10", 0x30), U'⎛');
  EXPECT_EQ(tex_symbol("CMEX10", 0x58), U'∑');
  EXPECT_EQ(tex_symbol("CMEX10", 0x5A), U'∫');
  EXPECT_EQ(tex_symbol("CMEX10", 0x70), U'√');
  EXPECT_EQ(tex_symbol("CMSY10", 0x32), U'∈');
  EXPECT_EQ(tex_symbol("CMSY8", 0x3E), U'⊤');
  EXPECT_EQ(tex_symbol("CMBSY10", 0x72), U'∇');
  EXPECT_EQ(tex_symbol("CMMI10", 0x0F), U'ϵ');
  EXPECT_EQ(tex_symbol("CMMI7", 0x60), U'ℓ');
}

TEST(TexSymbol, LeavesLettersAndOtherFontsAlone) {
  EXPECT_EQ(tex_symbol("CMMI10", 'a'), U'\0');
  EXPECT_EQ(tex_symbol("CMSY10", 'A'), U'\0');
  EXPECT_EQ(tex_symbol("CMEX10", 0x80), U'\0');
  EXPECT_EQ(tex_symbol("Times-Roman", 0x58), U'\0');
}

}  // namespace
}  // namespace octavo::document::test
