#include "document/page/text_trust.h"

#include <gtest/gtest.h>

#include <array>

#include "base/utf8.h"
#include "document/page/letter_model.h"
#include "tests/support/page_builder.h"

namespace octavo::document {
namespace {

using testing::add_text;
using testing::empty_page;

constexpr std::string_view kParagraph =
    "The lighthouse was built in the year 1871 on a rock that only shows at low water. Two keepers "
    "lived there, and a boat brought bread, oil and letters once a week from the town.";

TrustVerdict judge(const PageContent& page) {
  Diagnostics diagnostics;
  return judge_text(page, select_glyphs(page, diagnostics));
}

PageContent page_of(std::string_view text) {
  PageContent page = empty_page(3000, 800);
  add_text(page, 10, 100, text);
  return page;
}

TEST(JudgeText, PlainTextIsTrusted) {
  EXPECT_EQ(judge(page_of(kParagraph)).trust, TextTrust::kTrusted);
  EXPECT_EQ(judge(page_of("7")).trust, TextTrust::kTrusted);
  EXPECT_EQ(judge(page_of("Výrobní podnik získal zakázku na dodávku šestnácti nových souprav "
                          "pro příměstskou železnici a hledá zaměstnance"))
                .trust,
            TextTrust::kTrusted);
  EXPECT_EQ(judge(page_of("MINISTRY OF AGRICULTURE AND FISHERIES ANNUAL REPORT OF THE DIRECTORATE "
                          "FOR HARBOURS AND LIGHTHOUSES"))
                .trust,
            TextTrust::kTrusted);
  EXPECT_EQ(judge(empty_page()).trust, TextTrust::kAbsent);
}

TEST(JudgeText, TablesOfNumbersAndDotsAreTrusted) {
  std::string numbers;
  for (int i = 0; i < 60; ++i) numbers += std::to_string(i * 7919) + ".5 % $ ";
  EXPECT_EQ(judge(page_of(numbers)).trust, TextTrust::kTrusted);
  EXPECT_EQ(judge(page_of("Contents ........................................................... 5 "
                          "Index .............................................................. 9"))
                .trust,
            TextTrust::kTrusted);
}

// cases/README row 7.
TEST(JudgeText, CodesWithoutUnicodeAreUnreadable) {
  PageContent page = page_of(kParagraph);
  for (size_t i = 0; i < page.glyphs.size(); i += 1)
    if (i % 3 != 0 && page.glyphs[i].code != ' ') page.glyphs[i].code = 0;
  const TrustVerdict verdict = judge(page);
  EXPECT_EQ(verdict.trust, TextTrust::kUnreadable);
  EXPECT_NE(verdict.reason.find("%"), std::string::npos);
  for (Glyph& glyph : page.glyphs)
    if (glyph.code == 0) glyph.code = 0xE123;
  EXPECT_EQ(judge(page).trust, TextTrust::kUnreadable);
}

TEST(JudgeText, AFewUnknownSymbolsSpoilNothing) {
  PageContent page = page_of(kParagraph);
  for (size_t i = 0; i < page.glyphs.size(); i += 9) page.glyphs[i].code = 0;
  EXPECT_EQ(judge(page).trust, TextTrust::kTrusted);
}

TEST(JudgeText, ShiftedCodesAreUnreadable) {
  for (const int shift : {-0x1D, 0x1D, 3, -1}) {
    PageContent page = page_of(kParagraph);
    for (Glyph& glyph : page.glyphs)
      if (glyph.code != ' ') {
        const int code = static_cast<int>(glyph.code) + shift;
        glyph.code = code > 0x20 && code < 0x7F ? static_cast<char32_t>(code) : 0;
      }
    EXPECT_EQ(judge(page).trust, TextTrust::kUnreadable) << shift;
  }
}

TEST(JudgeText, CodesGivenOutInOrderAreUnreadable) {
  // Row 7a with a font that has no names at all: the first glyph used is 'A', the next 'B'; the
  // space too is a letter, but paints nothing.
  PageContent page = page_of(kParagraph);
  std::u32string seen;
  for (Glyph& glyph : page.glyphs) {
    size_t place = seen.find(glyph.code);
    if (place == seen.npos) {
      place = seen.size();
      seen.push_back(glyph.code);
    }
    glyph.code = static_cast<char32_t>('A' + place);
  }
  EXPECT_EQ(judge(page).trust, TextTrust::kUnreadable);
}

TEST(JudgeText, ChineseIsTrustedAndNoiseIsNot) {
  std::string text;
  for (int i = 0; i < 6; ++i) text += "本标准规定了我国工业用水的分类方法和技术要求";
  EXPECT_EQ(judge(page_of(text)).trust, TextTrust::kTrusted);
  PageContent noise = empty_page(3000, 800);
  std::u32string rare;
  for (char32_t c = 0x7280; c < 0x7280 + 100; ++c) rare.push_back(c);
  std::string utf8;
  for (const char32_t c : rare) append_utf8(utf8, c);
  add_text(noise, 10, 100, utf8);
  EXPECT_EQ(judge(noise).trust, TextTrust::kUnreadable);
}

TEST(JudgeText, MathematicalLettersAmongChineseAreTrusted) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "设函数𝑓(𝑥)=𝛼𝑥";
  EXPECT_EQ(judge(page_of(text)).trust, TextTrust::kTrusted);
}

TEST(LetterModel, FindsTheShiftAndOnlyThen) {
  std::array<uint32_t, 256> counts{};
  for (const char c : kParagraph)
    if (c != ' ') ++counts[static_cast<uint8_t>(c)];
  EXPECT_EQ(find_shift(counts), 0);
  std::array<uint32_t, 256> shifted{};
  for (size_t c = 0x1D; c < 256; ++c) shifted[c - 0x1D] = counts[c];
  EXPECT_EQ(find_shift(shifted), 0x1D);
  std::array<uint32_t, 256> few{};
  few['x'] = 10;
  EXPECT_EQ(find_shift(few), 0);
}

TEST(UnreadableLine, NeedsSeveralUnknownCodes) {
  EXPECT_TRUE(is_unreadable_line(std::u32string(6, U'\0')));
  EXPECT_FALSE(is_unreadable_line(std::u32string(3, U'\0')));
  EXPECT_FALSE(is_unreadable_line(U"a line of words" + std::u32string(5, U'\0')));
}

}  // namespace
}  // namespace octavo::document
