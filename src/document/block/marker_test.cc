#include "document/block/marker.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

TEST(Marker, Bullets) {
  for (const char* text : {"• item", "▪ item", "◦item", "‣ item", "· 项目", "➢ item", "✓ done"})
    EXPECT_EQ(parse_marker(text).kind, MarkerKind::kBullet) << text;
  EXPECT_EQ(parse_marker("\uF0B7 item").text, "•");  // Symbol
  EXPECT_EQ(parse_marker("\uF0A7 item").text, "▪");  // Wingdings
  EXPECT_EQ(parse_marker("• item").bytes, 4u);
  EXPECT_EQ(parse_marker("•item").bytes, 3u);
}

TEST(Marker, DashesNeedASpace) {
  EXPECT_EQ(parse_marker("- item").kind, MarkerKind::kDash);
  EXPECT_EQ(parse_marker("– item").kind, MarkerKind::kDash);
  EXPECT_EQ(parse_marker("o item").kind, MarkerKind::kDash);
  EXPECT_FALSE(parse_marker("operations"));
  EXPECT_FALSE(parse_marker("-5 degrees"));
  EXPECT_FALSE(parse_marker("-"));
  EXPECT_FALSE(parse_marker("— Bonjour"));
  EXPECT_EQ(parse_marker("———修订了牌号").text, "———");
}

TEST(Marker, BoxesToTickAreNoBullets) {
  EXPECT_FALSE(parse_marker("□是 □否"));
  EXPECT_FALSE(parse_marker("□ 适用√ 不适用"));
  EXPECT_EQ(parse_marker("□ 是").kind, MarkerKind::kBullet);
}

struct Ordinal {
  const char* text;
  MarkerKind kind;
  int value;
  const char* shown;
};

TEST(Marker, Ordinals) {
  for (const Ordinal& o : {Ordinal{"1. One", MarkerKind::kDecimal, 1, "1."},
                           {"12) Twelve", MarkerKind::kDecimal, 12, "12)"},
                           {"(3) Three", MarkerKind::kDecimal, 3, "(3)"},
                           {"[4] Four", MarkerKind::kDecimal, 4, "[4]"},
                           {"2、乙", MarkerKind::kDecimal, 2, "2、"},
                           {"3.丙", MarkerKind::kDecimal, 3, "3."},
                           {"（１）甲", MarkerKind::kDecimal, 1, "（１）"},
                           {"b) two", MarkerKind::kLetter, 2, "b)"},
                           {"A. one", MarkerKind::kLetter, 1, "A."},
                           {"(iv) four", MarkerKind::kRoman, 4, "(iv)"},
                           {"XIV. fourteen", MarkerKind::kRoman, 14, "XIV."},
                           {"十二、中", MarkerKind::kCjk, 12, "十二、"},
                           {"（二）中", MarkerKind::kCjk, 2, "（二）"},
                           {"②中", MarkerKind::kCircled, 2, "②"}}) {
    const Marker marker = parse_marker(o.text);
    EXPECT_EQ(marker.kind, o.kind) << o.text;
    EXPECT_EQ(marker.value, o.value) << o.text;
    EXPECT_EQ(marker.text, o.shown) << o.text;
  }
}

TEST(Marker, NoMarkers) {
  for (const char* text : {"3.14 is pi", "2015. A year", "A.B. Smith", "e.g. this", "", " ", "(see",
                           "a", "1 apple", "(1] odd", "mix) no", "1.1 Section", "\xff\xfe"})
    EXPECT_FALSE(parse_marker(text)) << text;
}

TEST(Marker, Series) {
  const auto f = [](const char* a, const char* b) {
    return follows(parse_marker(a), parse_marker(b));
  };
  EXPECT_TRUE(f("3. x", "4. y"));
  EXPECT_FALSE(f("3. x", "5. y"));
  EXPECT_FALSE(f("3. x", "4) y"));
  EXPECT_TRUE(f("h) x", "i) y"));
  EXPECT_TRUE(f("i) x", "ii) y"));
  EXPECT_TRUE(f("(iv) x", "(v) y"));
  EXPECT_FALSE(f("(a) x", "(B) y"));
  EXPECT_TRUE(f("• x", "• y"));
  EXPECT_FALSE(f("• x", "▪ y"));
  EXPECT_TRUE(f("九、甲", "十、乙"));
}

struct Numbered {
  const char* text;
  int depth;
};

TEST(SectionNumber, Depths) {
  for (const Numbered& n : {Numbered{"1 Introduction", 1},
                            {"1. Introduction", 1},
                            {"2.3 Data", 2},
                            {"2.3.4. More", 3},
                            {"A. Proof", 1},
                            {"A.1 Proof", 2},
                            {"IV. Results", 1},
                            {"Chapter 3", 1},
                            {"CHAPTER III", 1},
                            {"Section 2.1 Scope", 3},
                            {"Appendix B Tables", 1},
                            {"Kapitel 2 Daten", 1},
                            {"第三章 方法", 1},
                            {"第2节", 2},
                            {"一、总则", 1},
                            {"（一）范围", 2},
                            {"附录A 数据", 1},
                            {"附 录 B", 1},
                            {"3.2概述", 2}})
    EXPECT_EQ(parse_section_number(n.text).depth, n.depth) << n.text;
}

TEST(SectionNumber, None) {
  for (const char* text : {"2015 was", "Introduction", "A proof", "I am", "第三条 甲方", "3.5%",
                           "100 years", "Part of it", "Chapter", "", "12.05.2020 Monday"})
    EXPECT_EQ(parse_section_number(text).depth, 0) << text;
}

TEST(FootnoteMark, Kinds) {
  EXPECT_EQ(footnote_mark_bytes("* Corresponding author", false), 2u);
  EXPECT_EQ(footnote_mark_bytes("1 note", false), 2u);
  EXPECT_EQ(footnote_mark_bytes("1note", true), 1u);
  EXPECT_EQ(footnote_mark_bytes("6) note", false), 3u);
  EXPECT_EQ(footnote_mark_bytes("1note", false), 0u);
  EXPECT_EQ(footnote_mark_bytes("[3] See there", false), 4u);
  EXPECT_EQ(footnote_mark_bytes("①见前", false), 3u);
  EXPECT_EQ(footnote_mark_bytes("† Equal", false), 4u);
  EXPECT_EQ(footnote_mark_bytes("Author names", false), 0u);
  EXPECT_EQ(footnote_mark_bytes("2019 was a year", false), 0u);
}

}  // namespace
}  // namespace octavo::document
