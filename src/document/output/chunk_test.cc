#include "document/output/chunk.h"

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "document/output/cut_text.h"
#include "document/output/json_forms.h"
#include "document/output/table_rows.h"
#include "document/output/test_document.h"
#include "octavo/output.h"

namespace octavo::document {
namespace {

using Strings = std::vector<std::string>;

TEST(CutText, CutsAtSentenceEnds) {
  EXPECT_EQ(cut_text("One two. Three four. Five.", 21), (Strings{"One two. Three four.", "Five."}));
  EXPECT_EQ(cut_text("第一句。第二句！第三句", 8), (Strings{"第一句。第二句！", "第三句"}));
  EXPECT_EQ(cut_text("He said “stop.” Then left.", 18), (Strings{"He said “stop.”", "Then left."}));
  EXPECT_EQ(cut_text("pi is 3.14159 about", 10), (Strings{"pi is", "3.14159", "about"}));
  EXPECT_EQ(cut_text("abcdefghij", 4), (Strings{"abcd", "efgh", "ij"}));
  EXPECT_EQ(cut_text("  ", 4), Strings{});
}

TEST(CutText, NeverSplitsACombinedCharacter) {
  for (const std::string& piece : cut_text("e\u0301e\u0301e\u0301e\u0301", 3))
    EXPECT_EQ(character_count(piece), 2u);
  EXPECT_EQ(cut_text("ab👩\u200D👧", 4), (Strings{"ab", "👩\u200D👧"}));
}

TEST(CutText, PiecesLoseNothing) {
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += i % 7 == 0 ? "word. " : i % 5 == 0 ? "中文。" : "longerword ";
  std::string without_space, joined;
  for (const char c : text)
    if (c != ' ') without_space += c;
  for (const std::string& piece : cut_text(text, 100)) {
    EXPECT_LE(character_count(piece), 100u);
    for (const char c : piece)
      if (c != ' ') joined += c;
  }
  EXPECT_EQ(joined, without_space);
}

TEST(PackUnits, FillsAndRepeatsTheHead) {
  const auto packs =
      pack_units({"aaa", "bbb", "ccc"}, {.most = 10, .first_head = "H", .later_head = "h"});
  ASSERT_EQ(packs.size(), 2u);
  EXPECT_EQ(packs[0].text, "H\naaa\nbbb");
  EXPECT_EQ(packs[1].text, "h\nccc");
  EXPECT_EQ(packs[0].first, 0u);
  EXPECT_EQ(packs[0].last, 1u);
  EXPECT_EQ(packs[1].first, 2u);
}

TEST(PackUnits, HoldsTheLimitWhateverComes) {
  for (const size_t most : {5, 10, 20})
    for (const auto& pack :
         pack_units({std::string(33, 'a'), "b", std::string(12, 'c'), ""},
                    {.most = most, .first_head = std::string(9, 'H'), .later_head = "hh"}))
      EXPECT_LE(character_count(pack.text), most) << pack.text;
  EXPECT_EQ(pack_units({}, {.first_head = "only"}).size(), 1u);
  EXPECT_TRUE(pack_units({}, {}).empty());
}

TEST(Chunks, ParagraphsOfASectionShareOne) {
  const auto chunks =
      make_chunks(document_of({title_block(1, "A"), text_block(BlockKind::kText, "one."),
                               text_block(BlockKind::kText, "two.", 1), title_block(2, "B"),
                               text_block(BlockKind::kText, "three."), title_block(1, "C"),
                               text_block(BlockKind::kHeader, "never")},
                              2),
                  100);
  ASSERT_EQ(chunks.size(), 3u);
  EXPECT_EQ(chunks[0].text, "one.\n\ntwo.");
  EXPECT_EQ(chunks[0].headings, Strings{"A"});
  EXPECT_EQ(chunks[0].boxes.size(), 2u);
  EXPECT_EQ(chunks[1].text, "three.");
  EXPECT_EQ(chunks[1].headings, (Strings{"A", "B"}));
  EXPECT_EQ(chunks[2].kind, BlockKind::kTitle);
  EXPECT_EQ(chunks[2].text, "C");
}

TEST(Chunks, TablesAreCutBetweenRowsWithTheirHead) {
  std::vector<Strings> rows{{"name", "value"}};
  for (int i = 0; i < 20; ++i) rows.push_back({"row " + std::to_string(i), "x"});
  Block table = table_block(table_of(rows, 1));
  table.captions = {caption_at("Table 1", 180, 190)};
  const auto chunks = make_chunks(document_of({table}), 120);
  ASSERT_GT(chunks.size(), 2u);
  size_t data_rows = 0;
  for (const Chunk& chunk : chunks) {
    EXPECT_TRUE(chunk.text.starts_with("Table 1\n\n| name | value |\n| --- | --- |\n| row "))
        << chunk.text;
    EXPECT_LE(character_count(chunk.text), 120u);
    for (size_t at = chunk.text.find("| row"); at != std::string::npos;
         at = chunk.text.find("| row", at + 1))
      ++data_rows;
  }
  EXPECT_EQ(data_rows, 20u);
}

TEST(Chunks, RowsOfASpanSayItAll) {
  Table table{.rows = 3, .columns = 2};
  table.cells = {{.row = 0, .column = 0, .column_span = 2, .content = plain("2024")},
                 {.row = 1, .column = 0, .row_span = 2, .content = plain("north")},
                 {.row = 1, .column = 1, .content = plain("1"), .box = {0, {0, 10, 9, 20}}},
                 {.row = 2, .column = 1, .content = plain("2")}};
  const TableRows rows = table_rows(table);
  EXPECT_EQ(rows.head, "| 2024 | 2024 |\n| --- | --- |");
  EXPECT_EQ(rows.rows, (Strings{"| north | 1 |", "| north | 2 |"}));
  EXPECT_EQ(rows.boxes[0].size(), 1u);
  EXPECT_TRUE(rows.boxes[1].empty());
}

TEST(Chunks, ListsAreCutBetweenItemsWithTheirBoxes) {
  Block list = text_block(BlockKind::kList, "");
  for (int i = 1; i <= 6; ++i)
    list.items.push_back(
        {.marker = std::to_string(i) + ".",
         .level = i % 2,
         .content = plain("item of some length"),
         .boxes = {{0, {0, 10.0F * static_cast<float>(i), 9, 10.0F * static_cast<float>(i) + 9}}}});
  const auto chunks = make_chunks(document_of({list}), 60);
  ASSERT_EQ(chunks.size(), 3u);
  EXPECT_EQ(chunks[0].text, "  1. item of some length\n2. item of some length");
  EXPECT_EQ(chunks[0].boxes.size(), 2u);
}

TEST(Chunks, LinesOfJson) {
  Block figure = picture_block(BlockKind::kImage, "images/a.jpg");
  figure.captions = {caption_at("Figure 1", 310, 320)};
  figure.source = Source::kOcr;
  const std::string lines =
      to_chunks_jsonl(document_of({text_block(BlockKind::kText, "中 \"q\""), figure,
                                   picture_block(BlockKind::kImage, "images/b.jpg")}));
  EXPECT_EQ(
      lines,
      R"({"id":0,"kind":"text","headings":[],"text":"中 \"q\"","pages":[1],"boxes":[{"page":1,"bbox":[72.0,100.0,500.0,120.0]}],"sources":["text"],"confidence":1.0})"
      "\n"
      R"({"id":1,"kind":"image","headings":[],"text":"Figure 1","pages":[1],"boxes":[{"page":1,"bbox":[72.0,200.0,500.0,300.0]}],"sources":["ocr"],"confidence":1.0,"image":"images/a.jpg"})"
      "\n");
}

TEST(Chunks, LongParagraphsAreCutAndTheLimitHolds) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "This is sentence number " + std::to_string(i) + ". ";
  Block code = text_block(BlockKind::kCode, text);
  Block table = table_block(table_of({{text, text}, {text, text}}));
  for (const Chunk& chunk : make_chunks(
           document_of({text_block(BlockKind::kText, text), code, table, title_block(1, text)}),
           200))
    EXPECT_LE(character_count(chunk.text), 200u);
}

}  // namespace
}  // namespace octavo::document
