#include "ask/passages.h"

#include <gtest/gtest.h>

#include "ask/sentences.h"
#include "ask/table_text.h"
#include "ask/test_documents.h"

namespace octavo::ask {
namespace {

std::vector<Passage> passages(const Document& document) { return passages_of({&document, 1}); }

const Passage* with(const std::vector<Passage>& all, const std::string& text) {
  for (const Passage& passage : all)
    if (passage.text.find(text) != std::string::npos) return &passage;
  return nullptr;
}

TEST(Passages, BlocksAreNumberedAsTheOverlayDoes) {
  const auto all = passages(contract());
  const Passage* due = with(all, "interest of 4 %");
  ASSERT_NE(due, nullptr);
  EXPECT_EQ(due->page, 1);
  EXPECT_EQ(due->number, 2);
  EXPECT_EQ(due->block, 6u);
  EXPECT_EQ(label_of(*due, false), "[2:2]");
  EXPECT_EQ(label_of(*due, true), "[1:2:2]");
  EXPECT_EQ(with(all, "3 February")->number, 2);
}

TEST(Passages, ABlockOverTwoPagesCountsOnBoth) {
  Block block = text_block("It goes on over the page.");
  block.boxes.push_back({1, {50, 10, 500, 20}});
  const auto all = passages(document_of({block, text_block("Next.", 1)}));
  EXPECT_EQ(label_of(all[0], false), "[1:1]");
  EXPECT_EQ(label_of(all[1], false), "[2:2]");
}

TEST(Passages, HeadingsGoWithWhatStandsUnderThem) {
  const auto all = passages(contract());
  EXPECT_EQ(with(all, "The law of England")->heading, "Service Agreement > 3. Law");
  EXPECT_EQ(with(all, "3 February")->heading, "Service Agreement");
  EXPECT_TRUE(with(all, "3. Law")->title);
  const auto jump = passages(document_of(
      {title_block(3, "Deep"), text_block("a"), title_block(1, "Top"), text_block("b")}));
  EXPECT_EQ(with(jump, "a")->heading, "Deep");
  EXPECT_EQ(jump.back().heading, "Top");
}

TEST(Passages, AListKnowsWhatLeadsToIt) {
  const auto all = passages(contract());
  const Passage* list = with(all, "400 dots");
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->heading,
            "Service Agreement > 1. Services > The Provider shall, for each volume:");
  EXPECT_EQ(list->text,
            "collect it from the Client;\nmake images at no less than 400 dots per inch;\nreturn "
            "it within twenty "
            "days after collection.");
  EXPECT_EQ(with(all, "The Client pays")->heading, "Service Agreement > 2. Fees");
}

TEST(Passages, RowsStandAloneWithTheirHeads) {
  const auto all = passages(contract());
  const Passage* row = with(all, "Letter books");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->text, "Lot: 2 | Materials: Letter books | Fee (£): 29,120.00");
  ASSERT_EQ(row->boxes.size(), 1u);
  EXPECT_EQ(row->boxes[0].page, 1);
  EXPECT_EQ(row->boxes[0].box, (PointBox{0, 220, 290, 228}));
  EXPECT_EQ(label_of(*row, false), "[2:3]");
}

TEST(Passages, LongParagraphsAreCutAtSentences) {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += "Sentence number " + std::to_string(i) + " says a little something. ";
  const auto all = passages(document_of({text_block(text)}));
  ASSERT_GT(all.size(), 2u);
  std::string together;
  for (const Passage& passage : all) {
    EXPECT_LE(passage.text.size(), 900u);
    EXPECT_TRUE(passage.text.ends_with("something.")) << passage.text;
    EXPECT_EQ(label_of(passage, false), "[1:1]");
    together += passage.text + " ";
  }
  EXPECT_EQ(together, text);
}

TEST(Passages, OneWordWithoutAnEndIsCutOnCharacters) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "字";
  const auto all = passages(document_of({text_block(text)}));
  EXPECT_EQ(all.size(), 4u);
  for (const Passage& passage : all) EXPECT_EQ(passage.text.size() % 3, 0u);
}

TEST(Passages, FurnitureOnceAndPageNumbersNever) {
  const auto all =
      passages(document_of({text_block("Running head", 0, BlockKind::kHeader),
                            text_block("7", 0, BlockKind::kPageNumber), text_block("Body."),
                            text_block("Running head", 1, BlockKind::kHeader)}));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(all[0].weak);
  EXPECT_EQ(all[1].number, 3);
}

TEST(Passages, NothingToRead) {
  EXPECT_TRUE(passages(document_of({})).empty());
  Block picture = text_block("", 0, BlockKind::kImage);
  EXPECT_TRUE(passages(document_of({picture, text_block("  ")})).empty());
  Block nowhere = text_block("no box");
  nowhere.boxes.clear();
  EXPECT_TRUE(passages(document_of({nowhere})).empty());
}

TEST(RowTexts, HeadsThatNobodyMarked) {
  const Block marked_by_nobody = table_block({{"区名", "完成"}, {"东湖区", "13.1"}}, 0);
  EXPECT_EQ(row_texts(marked_by_nobody.table).front().text, "区名: 东湖区 | 完成: 13.1");
  const Block pairs = table_block({{"Total", "21.06"}, {"Cash", "30.00"}}, 0);
  EXPECT_EQ(row_texts(pairs.table)[1].text, "Cash: 30.00");
  const Block words = table_block({{"a", "b", "c"}, {"d", "e", "f"}}, 0);
  EXPECT_EQ(row_texts(words.table)[0].text, "a | b | c");
}

TEST(RowTexts, SpansSayTheirTextInEachRow) {
  Table table{.rows = 3, .columns = 2};
  table.cells = {{.row = 0, .column = 0, .header = true, .content = {{.text = "Year"}}},
                 {.row = 0, .column = 1, .header = true, .content = {{.text = "Sum"}}},
                 {.row = 1, .column = 0, .row_span = 2, .content = {{.text = "2024"}}},
                 {.row = 1, .column = 1, .content = {{.text = "5"}}},
                 {.row = 2, .column = 1, .content = {{.text = "6"}}}};
  const auto rows = row_texts(table);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1].text, "Year: 2024 | Sum: 6");
}

TEST(RowTexts, DamagedTablesGiveNothing) {
  EXPECT_TRUE(row_texts(Table{.rows = 2'000'000, .columns = 2'000'000}).empty());
  EXPECT_TRUE(row_texts(Table{.rows = -1, .columns = 4}).empty());
  Table outside{.rows = 1, .columns = 1};
  outside.cells = {{.row = -3, .column = 5, .row_span = 2'000'000'000, .content = {{.text = "x"}}}};
  EXPECT_TRUE(row_texts(outside).empty());
}

TEST(Sentences, EndsAndWhatOnlyLooksLikeThem) {
  using Texts = std::vector<std::string_view>;
  EXPECT_EQ(sentences_of("One. Two? Three!"), (Texts{"One.", "Two?", "Three!"}));
  EXPECT_EQ(sentences_of("See clause 2. It costs 4.50 e.g. today."),
            (Texts{"See clause 2. It costs 4.50 e.g. today."}));
  EXPECT_EQ(sentences_of("It is £ 29,120.00. It fell in 1975. So."),
            (Texts{"It is £ 29,120.00.", "It fell in 1975.", "So."}));
  EXPECT_EQ(sentences_of("10.2. The law of England applies."),
            (Texts{"10.2. The law of England applies."}));
  EXPECT_EQ(sentences_of("第一句。第二句！"), (Texts{"第一句。", "第二句！"}));
  EXPECT_EQ(sentences_of(" a\n\n b "), (Texts{"a", "b"}));
  EXPECT_TRUE(sentences_of(" \n").empty());
}

}  // namespace
}  // namespace octavo::ask
