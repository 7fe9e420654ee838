#include "document/order/assemble_document.h"

#include <gtest/gtest.h>

#include "document/order/test_document.h"
#include "tests/support/cpu_timer.h"

namespace octavo::document {
namespace {

using test::assemble;
using test::kinds;
using test::levels;
using test::make_block;
using test::make_caption;
using test::make_table;
using test::make_text;
using test::make_title;
using test::texts;

using Kinds = std::vector<BlockKind>;
using Texts = std::vector<std::string>;
using Levels = std::vector<int>;

constexpr PointBox kTop{72, 30, 200, 42}, kBottom{300, 760, 310, 772}, kBody{72, 100, 540, 400};

TEST(Furniture, RepeatedHeadsAndCountingNumbers) {
  std::vector<std::vector<PageBlock>> pages;
  for (int i = 0; i < 4; ++i) {
    std::vector<PageBlock> page;
    if (i > 0) page.push_back(make_block(BlockKind::kText, "Annual report 2024", kTop));
    if (i == 1)
      page.push_back(
          make_table({{"a", "b"}, {"c", "d"}}, {72, 60, 372, 160}));  // a table opens the page
    page.push_back(make_text("Body.", false, false, kBody));
    page.push_back(make_block(BlockKind::kText, std::to_string(i + 5), kBottom));
    pages.push_back(page);
  }
  EXPECT_EQ(kinds(assemble(pages)),
            (Kinds{BlockKind::kText, BlockKind::kPageNumber, BlockKind::kHeader, BlockKind::kTable,
                   BlockKind::kText, BlockKind::kPageNumber, BlockKind::kHeader, BlockKind::kText,
                   BlockKind::kPageNumber, BlockKind::kHeader, BlockKind::kText,
                   BlockKind::kPageNumber}));
}

TEST(Furniture, LeftAndRightPagesAlternate) {
  std::vector<std::vector<PageBlock>> pages;
  pages.reserve(6);
  for (int i = 0; i < 6; ++i)
    pages.push_back({make_block(BlockKind::kTitle, i % 2 == 0 ? "The Book" : "Chapter one", kTop),
                     make_text("Body.", false, false, kBody)});
  for (const Block& block : assemble(pages).blocks)
    EXPECT_EQ(block.kind,
              plain_text(block.content) == "Body." ? BlockKind::kText : BlockKind::kHeader);
}

TEST(Furniture, NothingRepeatsSoNothingChanges) {
  const auto document = assemble(
      {{make_block(BlockKind::kTitle, "One", kTop), make_text("Body.", false, false, kBody)},
       {make_block(BlockKind::kTitle, "Two", kTop), make_text("Body.", false, false, kBody)},
       {make_block(BlockKind::kTitle, "Three", kTop), make_text("Body.", false, false, kBody)}});
  EXPECT_EQ(document.blocks[0].kind, BlockKind::kTitle);
  EXPECT_EQ(document.blocks[2].kind, BlockKind::kTitle);
}

TEST(Furniture, TextThatRepeatsInsideThePageStays) {
  std::vector<std::vector<PageBlock>> pages;
  pages.reserve(4);
  for (int i = 0; i < 4; ++i)
    pages.push_back(
        {make_text("Intro " + std::string(1, static_cast<char>('a' + i)), false, false, kTop),
         make_text("Signature", false, false, {72, 60, 200, 72}),
         make_text("Body.", false, false, kBody)});
  for (const Block& block : assemble(pages).blocks) EXPECT_EQ(block.kind, BlockKind::kText);
}

TEST(Furniture, AHeaderThatIsProseOrATitleIsDemoted) {
  PageBlock prose = make_block(BlockKind::kHeader, std::string(130, 'x'), kTop);
  PageBlock title = make_block(BlockKind::kHeader, "Big Title", kTop);
  title.size = 20;
  const auto document = assemble({{prose, make_text("Body.", false, false, kBody)},
                                  {title, make_text("Body.", false, false, kBody)}});
  EXPECT_EQ(document.blocks[0].kind, BlockKind::kText);
  EXPECT_EQ(document.blocks[2].kind, BlockKind::kTitle);
}

TEST(Furniture, WhatIsAllThatPagesSayIsTheirText) {
  std::vector<std::vector<PageBlock>> pages;
  for (int i = 1; i <= 3; ++i)
    pages.push_back({make_block(BlockKind::kText, "This is page " + std::to_string(i), kTop)});
  EXPECT_EQ(kinds(assemble(pages)), (Kinds{BlockKind::kText, BlockKind::kText, BlockKind::kText}));
}

TEST(Furniture, OnePageKeepsWhatLayoutSaid) {
  const auto document = assemble(
      {{make_block(BlockKind::kHeader, "Journal", kTop), make_text("Body.", false, false, kBody)}});
  EXPECT_EQ(kinds(document), (Kinds{BlockKind::kHeader, BlockKind::kText}));
}

TEST(Furniture, TheFootOfALoneSheet) {
  PageBlock parts =
      make_block(BlockKind::kText, "Revision 2.4 P/N 119 10 June 2019", {72, 707, 548, 716});
  parts.rows = 1;
  parts.parts = true;
  PageBlock edge = make_block(BlockKind::kText, "Download date: 28 Dec 2018", {58, 770, 160, 778});
  edge.rows = 1;
  PageBlock line = make_block(BlockKind::kText, "The last line of a letter", {72, 707, 200, 716});
  line.rows = 1;
  const PageBlock body = make_text("Body.", false, false, kBody);
  EXPECT_EQ(kinds(assemble({{body, parts, edge}})),
            (Kinds{BlockKind::kText, BlockKind::kFooter, BlockKind::kFooter}));
  EXPECT_EQ(kinds(assemble({{body, line}})), (Kinds{BlockKind::kText, BlockKind::kText}));
  EXPECT_EQ(kinds(assemble({{edge}})), (Kinds{BlockKind::kText}));  // all that the page says
}

TEST(Furniture, ALoneNumberBelowTheTextOfAPage) {
  const auto document = assemble({{make_title("Notes", 12), make_text("Body.", false, false, kBody),
                                   make_block(BlockKind::kText, "62", {302, 420, 310, 430})}});
  EXPECT_EQ(document.blocks[2].kind, BlockKind::kPageNumber);
}

TEST(Titles, ALargeLineOnAnEmptyPage) {
  PageBlock large = make_text("Chapter House", false, false, {200, 300, 400, 330});
  large.size = 20;
  large.rows = 1;
  PageBlock mail = large;
  mail.block.content[0].text = "someone@example.org";
  const auto document = assemble(
      {{large, mail},
       {make_text("Body of the text, much longer than the large line is.", false, false, kBody)}});
  EXPECT_EQ(kinds(document), (Kinds{BlockKind::kTitle, BlockKind::kText, BlockKind::kText}));
}

TEST(Furniture, SlidesThatRepeatATitleKeepIt) {
  std::vector<std::vector<PageBlock>> pages;
  for (int i = 0; i < 10; ++i) {
    PageBlock title =
        make_block(BlockKind::kTitle,
                   i < 3 ? "Agenda" : "Topic " + std::string(1, static_cast<char>('a' + i)), kTop);
    title.size = 24;
    pages.push_back({title, make_text("Body.", false, false, kBody)});
  }
  EXPECT_EQ(levels(assemble(pages)).size(), 10u);
}

TEST(Joins, ParagraphOverThePageMidWord) {
  auto document = assemble({{make_text("It is an exam-", false, true, {72, 600, 540, 700}),
                             make_block(BlockKind::kPageNumber, "1", kBottom)},
                            {make_block(BlockKind::kHeader, "Head", kTop),
                             make_text("ple of it.", true, false, kBody)}});
  ASSERT_EQ(document.blocks.size(), 3u);
  const Block& joined = document.blocks[0];
  EXPECT_EQ(plain_text(joined.content), "It is an example of it.");
  ASSERT_EQ(joined.boxes.size(), 2u);
  EXPECT_EQ(joined.boxes[0].page, 0);
  EXPECT_EQ(joined.boxes[1].page, 1);
  EXPECT_EQ(joined.lines.size(), 2u);
}

TEST(Joins, AroundAFigureAndAFootnote) {
  auto document = assemble({{make_text("goes on and", false, true, {72, 100, 300, 400}),
                             make_block(BlockKind::kImage, "", {72, 410, 300, 500}),
                             make_block(BlockKind::kPageFootnote, "1 note", {72, 700, 300, 720}),
                             make_text("on here.", true, false, {320, 100, 540, 400})}});
  EXPECT_EQ(texts(document), (Texts{"goes on and on here.", "", "1 note"}));
}

TEST(Joins, ThreePartsChain) {
  const auto document = assemble({{make_text("one and", false, true, kBody)},
                                  {make_text("two and", true, true, kBody)},
                                  {make_text("three.", true, false, kBody)}});
  EXPECT_EQ(texts(document), (Texts{"one and two and three."}));
  EXPECT_EQ(document.blocks[0].boxes.size(), 3u);
}

TEST(Joins, NotAfterASentenceATitleOrIntoACapitalWithRoom) {
  EXPECT_EQ(assemble({{make_text("It ends.", false, false, kBody)},
                      {make_text("then more", true, false, kBody)}})
                .blocks.size(),
            2u);
  EXPECT_EQ(assemble({{make_text("open and", false, true, kBody)},
                      {make_title("A", 12), make_text("then", true, false, kBody)}})
                .blocks.size(),
            3u);
  PageBlock short_line = make_text("Name of the", false, true, kBody);
  short_line.end_space = 60;
  EXPECT_EQ(assemble({{short_line}, {make_text("Capital", false, false, kBody)}}).blocks.size(),
            2u);
  EXPECT_EQ(assemble({{make_text("visit the University of", false, true, kBody)},
                      {make_text("California and", false, false, kBody)}})
                .blocks.size(),
            1u);
}

TEST(Joins, ChineseOverAPage) {
  const auto document = assemble({{make_text("这一段文字没有", false, true, kBody)},
                                  {make_text("在这里结束。", true, false, kBody)}});
  EXPECT_EQ(texts(document), (Texts{"这一段文字没有在这里结束。"}));
}

PageBlock make_list(const std::vector<std::pair<std::string, std::string>>& items,
                    PointBox box = kBody) {
  PageBlock out = make_block(BlockKind::kList, "", box);
  out.region_kind = RegionKind::kList;
  for (const auto& [marker, text] : items)
    out.block.items.push_back(
        {.marker = marker, .content = {{.text = text}}, .boxes = out.block.boxes});
  return out;
}

TEST(Joins, ListsCountOnOverPages) {
  PageBlock first = make_list({{"3.", "three"}, {"4.", "four goes"}});
  first.ends_open = true;
  const auto document =
      assemble({{first},
                {make_text("on here", true, false, kBody), make_list({{"5.", "five"}})},
                {make_text("6. six", false, false, kBody)},
                {make_list({{"1.", "new"}})}});
  ASSERT_EQ(document.blocks.size(), 2u);
  const auto& items = document.blocks[0].items;
  ASSERT_EQ(items.size(), 4u);
  EXPECT_EQ(plain_text(items[1].content), "four goes on here");
  EXPECT_EQ(items[3].marker, "6.");
  EXPECT_EQ(plain_text(items[3].content), "six");
  EXPECT_EQ(document.blocks[1].items[0].marker, "1.");
}

TEST(Joins, ReferencesBelowTheirHeadingOverPages) {
  PageBlock rest = make_block(BlockKind::kReference, "journal, 2001.", kBody);
  rest.starts_mid_sentence = true;
  const auto document =
      assemble({{make_title("References", 12),
                 make_block(BlockKind::kReference, "[1] Adams, in the", kBody)},
                {rest, make_text("Baker, 2002.", false, false, kBody), make_title("Appendix", 12),
                 make_text("Text.", false, false, kBody)}});
  EXPECT_EQ(texts(document), (Texts{"References", "[1] Adams, in the journal, 2001.",
                                    "Baker, 2002.", "Appendix", "Text."}));
  EXPECT_EQ(document.blocks[2].kind, BlockKind::kReference);
  EXPECT_EQ(document.blocks[4].kind, BlockKind::kText);
}

TEST(Joins, ListingsGoOnOverThePage) {
  const auto document = assemble({{make_block(BlockKind::kCode, "a\n  b", kBody)},
                                  {make_block(BlockKind::kCode, "  c", kBody)}});
  EXPECT_EQ(texts(document), (Texts{"a\n  b\n  c"}));
}

TEST(Captions, GoToTheirFiguresAndTables) {
  const auto document = assemble({{make_caption("Table 1: numbers", {72, 80, 372, 92}),
                                   make_table({{"a"}}, {72, 100, 372, 200}),
                                   make_block(BlockKind::kImage, "", {72, 220, 372, 320}),
                                   make_caption("Figure 1: a curve", {72, 325, 372, 337})}});
  ASSERT_EQ(document.blocks.size(), 2u);
  ASSERT_EQ(document.blocks[0].captions.size(), 1u);
  EXPECT_EQ(plain_text(document.blocks[0].captions[0].content), "Table 1: numbers");
  EXPECT_EQ(plain_text(document.blocks[1].captions[0].content), "Figure 1: a curve");
}

TEST(Captions, BetweenATableAndAFigureTheWordDecides) {
  const auto document = assemble(
      {{make_table({{"a"}}, {72, 100, 372, 200}), make_caption("图 1 系统", {72, 205, 372, 217}),
        make_block(BlockKind::kImage, "", {72, 230, 372, 320})}});
  EXPECT_TRUE(document.blocks[0].captions.empty());
  EXPECT_EQ(document.blocks[1].captions.size(), 1u);
}

TEST(Captions, WithoutAFigureTheyStayText) {
  const auto document = assemble({{make_caption("Figure 1: far away", {72, 80, 372, 92}),
                                   make_text("Body.", false, false, kBody)}});
  EXPECT_EQ(texts(document), (Texts{"Figure 1: far away", "Body."}));
}

TEST(Captions, NotesBelowATable) {
  const auto document =
      assemble({{make_table({{"a"}}, {72, 100, 372, 200}),
                 make_text("Source: own survey", false, false, {72, 203, 372, 213}),
                 make_text("Body.", false, false, {72, 230, 372, 300})}});
  ASSERT_EQ(document.blocks.size(), 2u);
  ASSERT_EQ(document.blocks[0].footnotes.size(), 1u);
  EXPECT_EQ(plain_text(document.blocks[0].footnotes[0].content), "Source: own survey");
}

TEST(Document, FactsDiagnosticsAndPages) {
  SourceFacts facts;
  facts.author = "A. Author";
  auto pages = test::make_pages(
      {{make_title("The Title", 20), make_text("Body.", false, false, kBody)}, {}});
  pages[1].diagnostics.push_back({.id = "something", .page = 1});
  const Document document = assemble_document(facts, std::move(pages));
  EXPECT_EQ(document.author, "A. Author");
  EXPECT_EQ(document.title, "The Title");  // the file names none
  EXPECT_EQ(document.pages.size(), 2u);
  EXPECT_EQ(document.diagnostics.size(), 1u);
}

TEST(Document, BoxesOfATurnedPageAreJudgedUpright) {
  // Pages turned by 90 degrees: what a reader sees at the top lies at the left of the displayed
  // page.
  std::vector<std::vector<PageBlock>> blocks;
  blocks.reserve(4);
  for (int i = 0; i < 4; ++i)
    blocks.push_back({make_block(BlockKind::kText, "Running head", {20, 300, 32, 500}),
                      make_text("Body.", false, false, {200, 100, 400, 500})});
  auto pages = test::make_pages(blocks);
  for (auto& page : pages) {
    page.info.width = 792;
    page.info.height = 612;
    page.info.rotation = 90;
  }
  EXPECT_EQ(assemble_document({}, std::move(pages)).blocks[0].kind, BlockKind::kHeader);
}

TEST(Document, TwoThousandPagesTakeASecond) {
  std::vector<std::vector<PageBlock>> blocks;
  for (int i = 0; i < 2000; ++i) {
    std::vector<PageBlock> page{make_block(BlockKind::kText, "Head", kTop)};
    for (int k = 0; k < 20; ++k)
      page.push_back(make_text("some words and a hyph-", true, true, kBody));
    page.push_back(make_table({{"a", "b"}, {"c", "d"}}));
    page.push_back(make_title("1.2 Title", 12));
    page.push_back(make_list({{"•", "item"}}));
    page.push_back(make_caption("Figure 1: x", kBody));
    blocks.push_back(page);
  }
  auto pages = test::make_pages(std::move(blocks));
  const CpuTimer timer;
  EXPECT_FALSE(assemble_document({}, std::move(pages)).blocks.empty());
  EXPECT_LT(timer.seconds(), 4);
}

}  // namespace
}  // namespace octavo::document
