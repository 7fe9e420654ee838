#include <gtest/gtest.h>

#include "document/output/json_forms.h"
#include "document/output/test_document.h"
#include "octavo/output.h"

namespace octavo::document {
namespace {

Document three_pages() {
  Document document =
      document_of({text_block(BlockKind::kText, "a"), text_block(BlockKind::kHeader, "h"),
                   text_block(BlockKind::kText, "b", 1)},
                  3);
  document.blocks[2].source = Source::kOcr;
  document.blocks[2].confidence = 0.5F;
  document.pages[0].text_layer_characters = 100;
  document.pages[0].characters_hidden = 20;
  document.pages[0].characters_kept = 76;
  document.pages[0].seconds = 3;
  document.pages[1].source = Source::kOcr;
  document.pages[2].status = PageStatus::kFailed;
  document.diagnostics = {{Severity::kWarning, "image_reduced", "a picture was scaled", 1},
                          {Severity::kInfo, "font_without_unicode", "F1", -1}};
  return document;
}

TEST(Report, CountsPagesSourcesAndCoverage) {
  const Json report = Json::parse(to_report_json(three_pages()));
  const Json& summary = report["summary"];
  EXPECT_EQ(summary["status"], "partial");
  EXPECT_EQ(summary["pages_read"], 3);
  EXPECT_EQ(summary["pages_failed"], 1);
  EXPECT_EQ(summary["blocks_by_source"].dump(), R"({"text":2,"ocr":1})");
  EXPECT_EQ(summary["blocks_by_kind"].dump(), R"({"text":2,"header":1})");
  EXPECT_EQ(summary["coverage"], 0.95);
  EXPECT_EQ(report["pages"][0]["coverage"], 0.95);
  EXPECT_TRUE(report["pages"][1]["coverage"].is_null());
  EXPECT_EQ(report["pages"][1]["least_confidence"], 0.5);
  EXPECT_EQ(report["pages"][2]["status"], "failed");
}

TEST(Report, SaysWhatWasSkippedAndCapped) {
  const Json report = Json::parse(to_report_json(three_pages()));
  ASSERT_EQ(report["skipped"].size(), 4u);
  EXPECT_EQ(report["skipped"][0].dump(),
            R"({"page":1,"what":"characters","count":20,"why":"not visible on the page"})");
  EXPECT_EQ(report["skipped"][1]["count"], 4);
  EXPECT_EQ(report["skipped"][2]["what"], "blocks");
  EXPECT_EQ(report["skipped"][3]["page"], 3);
  ASSERT_EQ(report["caps"].size(), 1u);
  EXPECT_EQ(report["caps"][0]["page"], 2);
  ASSERT_EQ(report["diagnostics"].size(), 1u);
  EXPECT_FALSE(report["diagnostics"][0].contains("page"));
}

TEST(Report, HoldsNoTimes) {
  EXPECT_EQ(to_report_json(three_pages()).find("seconds"), std::string::npos);
}

TEST(Report, TakesAnEmptyDocument) {
  const Json report = Json::parse(to_report_json(document_of({}, 0)));
  EXPECT_EQ(report["summary"]["status"], "ok");
  EXPECT_TRUE(report["pages"].empty());
}

}  // namespace
}  // namespace octavo::document
