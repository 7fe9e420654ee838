#include "document/order/hyphens.h"

#include <gtest/gtest.h>

#include "document/block/inline_text.h"
#include "document/order/test_document.h"

namespace octavo::document {
namespace {

std::string settled(const std::string& text, const std::string& elsewhere = "") {
  std::vector<PageBlock> page{test::make_text(text, false, false)};
  if (!elsewhere.empty()) page.push_back(test::make_text(elsewhere, false, false));
  return plain_text(test::assemble({page}).blocks[0].content);
}

TEST(Hyphens, TheLineBreakersGoTheWordsOwnStay) {
  EXPECT_EQ(settled("exam\u00ADple"), "example");
  EXPECT_EQ(settled("it is well\u00ADknown", "a well-known fact"), "it is well-known");
  EXPECT_EQ(settled("it is well\u00ADknown"), "it is well-known");
  EXPECT_EQ(settled("n\u00ADtridecanal"), "n-tridecanal");
  EXPECT_EQ(settled("an e\u00ADmail"), "an e-mail");
  EXPECT_EQ(settled("state-of-the\u00ADart"), "state-of-the-art");
  EXPECT_EQ(settled("Franco\u00ADGerman"), "Franco-German");
  EXPECT_EQ(settled("MULTI\u00ADMODAL"), "MULTIMODAL");
}

TEST(Hyphens, TheDocumentsWordsDecide) {
  EXPECT_EQ(settled("a data\u00ADbase", "the database of data on the base"), "a database");
  EXPECT_EQ(settled("a time\u00ADseries", "time and series"), "a time-series");
  EXPECT_EQ(settled("per\u00ADform", "per form"), "perform");
  EXPECT_EQ(settled("well-estab\u00ADlished"), "well-established");
}

TEST(Hyphens, Suspended) {
  EXPECT_EQ(settled("vracht\u00ADen goederenvervoer"), "vracht- en goederenvervoer");
  EXPECT_EQ(settled("short\u00ADand long-term"), "short- and long-term");
  EXPECT_EQ(settled("Vor\u00ADund Nachteile"), "Vor- und Nachteile");
  EXPECT_EQ(settled("it was tak\u00ADen from the wood\u00ADen box"),
            "it was taken from the wooden box");
}

TEST(Hyphens, OverARunOfAnotherStyle) {
  PageBlock block = test::make_text("", false, false);
  block.block.content = {{.text = "an exam\u00AD"}, {.style = kBold, .text = "ple"}};
  EXPECT_EQ(plain_text(test::assemble({{block}}).blocks[0].content), "an example");
}

TEST(Hyphens, InItemsCaptionsAndNotes) {
  PageBlock block = test::make_block(BlockKind::kList, "");
  block.block.items = {{.marker = "•", .content = {{.text = "exam\u00ADple"}}}};
  block.block.captions = {{.content = {{.text = "cap\u00ADtion"}}}};
  const Document document = test::assemble({{block}});
  EXPECT_EQ(plain_text(document.blocks[0].items[0].content), "example");
  EXPECT_EQ(plain_text(document.blocks[0].captions[0].content), "caption");
}

TEST(Vocabulary, CountsWordsAndCompounds) {
  Vocabulary vocabulary;
  vocabulary.add("Well-known words, well known; exam\u00ADple");
  EXPECT_EQ(vocabulary.count("well-known"), 1);
  EXPECT_EQ(vocabulary.count("well"), 2);
  EXPECT_EQ(vocabulary.count("exam"), 0);
  EXPECT_EQ(vocabulary.count("ple"), 0);
}

}  // namespace
}  // namespace octavo::document
