#include "document/input/pdf/fonts.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

TEST(DescribeFont, CutsTheSubsetPrefixOnly) {
  EXPECT_EQ(describe_font("ABCDEF+Arial", 0, 0).name, "Arial");
  EXPECT_EQ(describe_font("AbCDEF+Arial", 0, 0).name, "AbCDEF+Arial");
  EXPECT_EQ(describe_font("", 0, 0).name, "");
}

TEST(DescribeFont, ReadsStyleFromTheName) {
  const Font times = describe_font("TimesNewRomanPS-BoldItalicMT", 0, 0);
  EXPECT_TRUE(times.bold && times.italic && times.serif && !times.monospace);
  EXPECT_TRUE(describe_font("NimbusRomNo9L-Medi", 0, 0).bold);
  EXPECT_FALSE(describe_font("HelveticaNeue-Medium", 0, 500).bold);
  EXPECT_TRUE(describe_font("CMBX12", 0, 0).bold);
  EXPECT_FALSE(describe_font("CMB", 0, 0).bold);
  EXPECT_TRUE(describe_font("CMTI10", 0, 0).italic);
  EXPECT_TRUE(describe_font("CMTT9", 0, 0).monospace);
  EXPECT_TRUE(describe_font("CourierNewPSMT", 0, 0).monospace);
  EXPECT_FALSE(describe_font("OpenSans", 2, 0).serif);  // the name beats a wrong flag
}

TEST(DescribeFont, ReadsStyleFromFlagsAndWeight) {
  EXPECT_TRUE(describe_font("X", 1 << 0, 0).monospace);
  EXPECT_TRUE(describe_font("X", 1 << 6, 0).italic);
  EXPECT_TRUE(describe_font("X", 1 << 18, 0).bold);
  EXPECT_TRUE(describe_font("X", 0, 700).bold);
  EXPECT_FALSE(describe_font("X", 0, 500).bold);
}

}  // namespace
}  // namespace octavo::document
