#include "document/recognize/table/cell_kind.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

TEST(CellKind, Numbers) {
  for (const char* text :
       {"12", "-12.5", "1,234", "1 234", "(45,200)", "$ 178", "12 %", "3.71T", "+100", "~100",
        "0.12 ± 0.016", "0.1*", "2003–04", "１２", "5m", "1.12 (0.98, 1.28)"})
    EXPECT_EQ(cell_kind(text), CellKind::kNumber) << text;
}

TEST(CellKind, Texts) {
  for (const char* text :
       {"Norway", "95% CI", "Jan 26, 2025", "VARCHAR(30)", "Group 1 b", "营业收入"})
    EXPECT_EQ(cell_kind(text), CellKind::kText) << text;
}

TEST(CellKind, NothingAndEmpty) {
  for (const char* text : {"—", "-", "n/a", "na", "…", "*"})
    EXPECT_EQ(cell_kind(text), CellKind::kNothing) << text;
  EXPECT_EQ(cell_kind(""), CellKind::kEmpty);
  EXPECT_EQ(cell_kind(" \u3000 "), CellKind::kEmpty);
}

TEST(CellKind, Years) {
  for (const char* text : {"1996", "2003–04", "2023E", "2009/10", "2008-2009"})
    EXPECT_TRUE(is_year(text)) << text;
  for (const char* text : {"1234", "996", "20045", "2.003", "3003"})
    EXPECT_FALSE(is_year(text)) << text;
}

TEST(CellKind, PartsOfOneText) {
  EXPECT_TRUE(belong_together("1", "234", 0.3f));
  EXPECT_TRUE(belong_together("12", "345.6", 0.3f));
  EXPECT_FALSE(belong_together("1", "234", 1.0f));     // two columns
  EXPECT_FALSE(belong_together("1", "2345", 0.3f));    // no group of three
  EXPECT_FALSE(belong_together("1234", "567", 0.3f));  // no head of a group
  EXPECT_TRUE(belong_together("$", "178", 9.0f));      // the sign at the left edge
  EXPECT_TRUE(belong_together("$", "(45,000)", 4.0f));
  EXPECT_FALSE(belong_together("$", "Total", 0.3f));
  EXPECT_TRUE(belong_together("12", "%", 1.0f));
  EXPECT_TRUE(belong_together("0.12", "±", 0.3f));
  EXPECT_TRUE(belong_together("±", "0.016", 0.3f));
  EXPECT_TRUE(belong_together("12", "(3.4)", 0.3f));
  EXPECT_TRUE(belong_together("(0.39,", "1.86)", 0.3f));
  EXPECT_TRUE(belong_together("•", "text", 1.5f));
  EXPECT_FALSE(belong_together("Norway", "Sweden", 0.3f));
  EXPECT_FALSE(belong_together("", "1", 0));
}

}  // namespace
}  // namespace octavo::document
