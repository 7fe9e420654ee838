// content_list.json and middle.json against MinerU's forms, field by field.
#include <gtest/gtest.h>

#include "document/output/json_forms.h"
#include "document/output/test_document.h"
#include "octavo/output.h"

namespace octavo::document {
namespace {

Json content_list(std::vector<Block> blocks, int pages = 1) {
  return Json::parse(to_content_list_json(document_of(std::move(blocks), pages)));
}
Json middle_page(const Document& document, size_t page = 0) {
  return Json::parse(to_middle_json(document))["pdf_info"][page];
}

TEST(ContentList, ExactText) {
  Block title = title_block(2, "中文 “x” <b>");
  title.confidence = 0.98765F;
  EXPECT_EQ(to_content_list_json(document_of({title})), R"([
    {
        "type": "text",
        "text": "中文 “x” <b>",
        "text_level": 2,
        "bbox": [
            120,
            125,
            833,
            150
        ],
        "page_idx": 0,
        "source": "text",
        "source_reason": "",
        "confidence": 0.988,
        "boxes": [
            {
                "page_idx": 0,
                "bbox": [
                    120,
                    125,
                    833,
                    150
                ]
            }
        ]
    }
]
)");
  EXPECT_EQ(to_content_list_json(document_of({})), "[]\n");
}

TEST(ContentList, FurnitureComesLastOnItsPage) {
  const Json list = content_list(
      {text_block(BlockKind::kHeader, "head"), text_block(BlockKind::kText, "one"),
       text_block(BlockKind::kPageFootnote, "note"), text_block(BlockKind::kText, "two"),
       text_block(BlockKind::kText, "three", 1), text_block(BlockKind::kPageNumber, "2", 1)},
      2);
  std::string order;
  for (const Json& item : list) order += item["text"].get<std::string>() + " ";
  EXPECT_EQ(order, "one two head note three 2 ");
  EXPECT_EQ(list[2]["type"], "header");
  EXPECT_EQ(list[3]["type"], "page_footnote");
  EXPECT_EQ(list[5]["type"], "page_number");
  EXPECT_EQ(list[5]["page_idx"], 1);
}

TEST(ContentList, EachKindHasItsKeys) {
  Block table = table_block(table_of({{"a|b", "x < y"}, {"1", "2"}}, 1));
  table.captions = {caption_at("Table 1", 180, 190)};
  table.footnotes = {caption_at("note", 310, 320)};
  table.picture.file_name = "images/t.jpg";
  Block image = picture_block(BlockKind::kImage, "images/i.jpg");
  image.captions = {caption_at("Figure 1", 310, 320)};
  Block list = text_block(BlockKind::kList, "");
  list.items = {{.marker = "3.", .content = plain("c")}, {.marker = "•", .content = plain("d")}};
  Block equation = text_block(BlockKind::kEquation, "");
  equation.content = {{.kind = InlineKind::kMath, .text = "a<b"}};
  Block code = text_block(BlockKind::kCode, "x = 1\n  y");
  code.language = "python";
  Block text = text_block(BlockKind::kText, "");
  text.content = {{.text = "x"},
                  {.style = kSuperscript, .text = "2"},
                  {.text = " is "},
                  {.kind = InlineKind::kMath, .text = "y_1"}};
  const Json items = content_list({table, image, picture_block(BlockKind::kChart, "images/c.jpg"),
                                   list, equation, text_block(BlockKind::kEquation, "E = m"), code,
                                   text, text_block(BlockKind::kReference, "[1] Ref")});
  const auto strip = [](Json item) {
    for (const char* key : {"bbox", "page_idx", "source", "source_reason", "confidence", "boxes"})
      EXPECT_EQ(item.erase(key), 1u);
    return item.dump();
  };
  EXPECT_EQ(
      strip(items[0]),
      R"({"type":"table","img_path":"images/t.jpg","table_caption":["Table 1"],"table_footnote":["note"],)"
      R"("table_body":"<table><thead><tr><th>a|b</th><th>x &lt; y</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"})");
  EXPECT_EQ(
      strip(items[1]),
      R"({"type":"image","img_path":"images/i.jpg","image_caption":["Figure 1"],"image_footnote":[]})");
  EXPECT_EQ(
      strip(items[2]),
      R"({"type":"chart","img_path":"images/c.jpg","content":"","chart_caption":[],"chart_footnote":[]})");
  EXPECT_EQ(strip(items[3]), R"({"type":"list","sub_type":"text","list_items":["3. c","• d"]})");
  EXPECT_EQ(strip(items[4]), R"({"type":"equation","text":"$$\na<b\n$$","text_format":"latex"})");
  EXPECT_EQ(strip(items[5]), R"({"type":"equation","text":"E = m","text_format":"text"})");
  EXPECT_EQ(
      strip(items[6]),
      R"({"type":"code","sub_type":"code","code_caption":[],"code_body":"```python\nx = 1\n  y\n```"})");
  EXPECT_EQ(strip(items[7]), R"({"type":"text","text":"x<sup>2</sup> is $y_1$"})");
  EXPECT_EQ(strip(items[8]), R"({"type":"ref_text","text":"[1] Ref"})");
}

TEST(ContentList, BoxesAreClampedThousandths) {
  const Json items = content_list({text_block(BlockKind::kText, "a", 0, {-5, 799.9F, 601, 900}),
                                   text_block(BlockKind::kText, "b", 7)});
  EXPECT_EQ(items[0]["bbox"], Json({0, 999, 1000, 1000}));
  EXPECT_EQ(items[1]["bbox"], Json({0, 0, 0, 0}));
}

TEST(Middle, PagesHoldBlocksTwice) {
  const Document document =
      document_of({title_block(1, "T"), text_block(BlockKind::kText, "a"),
                   text_block(BlockKind::kFooter, "f"), text_block(BlockKind::kText, "b", 1)},
                  2);
  const Json middle = Json::parse(to_middle_json(document));
  EXPECT_EQ(middle["_backend"], "pipeline");
  ASSERT_EQ(middle["pdf_info"].size(), 2u);
  const Json& page = middle["pdf_info"][0];
  EXPECT_EQ(page["page_size"], Json({600, 800}));
  EXPECT_EQ(page["page_idx"], 0);
  ASSERT_EQ(page["para_blocks"].size(), 2u);
  EXPECT_EQ(page["preproc_blocks"].size(), 2u);
  ASSERT_EQ(page["discarded_blocks"].size(), 1u);
  EXPECT_EQ(page["discarded_blocks"][0]["type"], "footer");
  EXPECT_EQ(page["para_blocks"][0]["level"], 1);
  EXPECT_EQ(
      page["para_blocks"][1].dump(),
      R"({"type":"text","bbox":[72,100,500,120],"angle":0,"index":1,)"
      R"("lines":[{"bbox":[72,100,500,120],"spans":[{"bbox":[72,100,500,120],"type":"text","content":"a"}]}],)"
      R"("source":"text","source_reason":"","confidence":1.0,"boxes":[{"page_idx":0,"bbox":[72,100,500,120]}]})");
}

TEST(Middle, IsLaidOutAsMinerUDoes) {
  const Document document =
      document_of({text_block(BlockKind::kText, "a\nb"), text_block(BlockKind::kText, "c", 1)}, 2);
  for (const std::string& text : {to_middle_json(document), to_content_list_json(document),
                                  to_middle_json(document_of({}, 0))})
    EXPECT_EQ(text, dump_json(Json::parse(text), 4) + "\n");
}

TEST(Middle, ParagraphOverTwoPagesIsJoinedOnTheFirst) {
  Block block = text_block(BlockKind::kText, "one two");
  block.boxes = {{0, {72, 700, 500, 780}}, {1, {72, 50, 500, 60}}};
  block.lines = {{.box = {0, {72, 700, 500, 712}}, .content = plain("one")},
                 {.box = {1, {72, 50, 500, 60}}, .content = plain("two")}};
  const Document document = document_of({block}, 2);
  const Json first = middle_page(document, 0), second = middle_page(document, 1);
  ASSERT_EQ(first["para_blocks"][0]["lines"].size(), 2u);
  EXPECT_FALSE(first["para_blocks"][0]["lines"][0]["spans"][0].contains("cross_page"));
  EXPECT_EQ(first["para_blocks"][0]["lines"][1]["spans"][0]["cross_page"], true);
  EXPECT_EQ(first["preproc_blocks"][0]["lines"].size(), 1u);
  EXPECT_EQ(second["para_blocks"][0]["lines"].size(), 0u);
  EXPECT_EQ(second["para_blocks"][0]["lines_deleted"], true);
  EXPECT_EQ(second["preproc_blocks"][0]["lines"][0]["spans"][0]["content"], "two");
  EXPECT_EQ(second["para_blocks"][0]["bbox"], Json({72, 50, 500, 60}));
}

TEST(Middle, VisualBlocksHaveTwoLevels) {
  Block table = table_block(table_of({{"a"}, {"b"}}));
  table.captions = {caption_at("below", 310, 320), caption_at("above", 180, 190)};
  table.picture.file_name = "images/t.jpg";
  Block code = text_block(BlockKind::kCode, "a\n\n  b");
  Block list = text_block(BlockKind::kList, "");
  list.items = {{.marker = "1.", .content = plain("x"), .boxes = {{0, {80, 100, 90, 110}}}}};
  Block equation = text_block(BlockKind::kEquation, "");
  equation.content = {{.kind = InlineKind::kMath, .text = "x"}};
  const Json blocks = middle_page(document_of({table, code, list, equation}))["para_blocks"];
  ASSERT_EQ(blocks[0]["blocks"].size(), 3u);
  EXPECT_EQ(blocks[0]["blocks"][0]["type"], "table_caption");
  EXPECT_EQ(blocks[0]["blocks"][0]["lines"][0]["spans"][0]["content"], "above");
  EXPECT_EQ(blocks[0]["blocks"][1]["type"], "table_body");
  EXPECT_EQ(
      blocks[0]["blocks"][1]["lines"][0]["spans"][0].dump(),
      R"({"bbox":[72,200,500,300],"type":"table","html":"<table><tr><td>a</td></tr><tr><td>b</td></tr></table>","image_path":"t.jpg"})");
  EXPECT_EQ(blocks[1]["sub_type"], "code");
  EXPECT_EQ(blocks[1]["guess_lang"], "txt");
  EXPECT_EQ(blocks[1]["blocks"][0]["lines"].size(), 3u);
  EXPECT_EQ(blocks[1]["blocks"][0]["lines"][2]["spans"][0]["content"], "  b");
  EXPECT_EQ(blocks[2]["type"], "list");
  EXPECT_EQ(blocks[2]["blocks"][0]["bbox"], Json({80, 100, 90, 110}));
  EXPECT_EQ(blocks[2]["blocks"][0]["lines"][0]["spans"][0]["content"], "1. x");
  EXPECT_EQ(blocks[3]["type"], "interline_equation");
  EXPECT_EQ(blocks[3]["lines"][0]["spans"][0]["content"], "x");
}

TEST(Middle, TakesBrokenNumbersAndBytes) {
  Document document = document_of({text_block(BlockKind::kText, "a\xFF")});
  document.pages[0].width = 0;
  document.blocks[0].boxes[0].box = {-1e30F, 1e30F, 5, 5};
  document.blocks[0].confidence = 7;
  const Json page = middle_page(document);
  EXPECT_EQ(page["para_blocks"][0]["lines"][0]["spans"][0]["content"], "a\uFFFD");
  EXPECT_EQ(page["para_blocks"][0]["confidence"], 1.0);
}

}  // namespace
}  // namespace octavo::document
