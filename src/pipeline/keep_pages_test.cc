// A parse that is cut off and gone on with: what is kept is not read again, and the document is the
// one that a single parse gives.
#include "pipeline/keep_pages.h"

#include <gtest/gtest.h>

#include <map>
#include <mutex>

#include "octavo/output.h"
#include "pipeline/page_bytes.h"
#include "pipeline/parse_document.h"

namespace octavo {
namespace {

using document::PageBlock;
using document::PageBlocks;

// Every page has its number as a picture without text; `bad` cannot be read.
class CountedSource : public document::PageSource {
 public:
  explicit CountedSource(int pages) : pages_(pages) {}
  int page_count() const override { return pages_; }
  document::SourceFacts facts() const override { return {.title = "Counted"}; }
  Result<document::PageContent> content(int index, Diagnostics&) const override {
    const std::lock_guard lock(mutex_);
    ++reads_[index];
    if (index == 2) return Error{Code::kPageFailed, "broken on purpose", "", {.page = index}};
    document::PageContent content;
    content.width = static_cast<float>(100 + index);
    content.height = 200;
    return content;
  }
  Result<document::Raster> render(int, const document::RenderRequest&,
                                  Diagnostics&) const override {
    return document::Raster{Image(100, 200, 3), {0, 0, 100, 200}, 1, 1};
  }
  std::map<int, int> reads() const { return reads_; }

 private:
  int pages_;
  mutable std::mutex mutex_;
  mutable std::map<int, int> reads_;
};

class MemoryKeeper : public PageKeeper {
 public:
  void opened(const std::vector<int>& pages) override { opened_ = pages; }
  PagePlan plan(int page) override {
    const auto found = plans.find(page);
    return found == plans.end() ? PagePlan() : found->second;
  }
  void started(int page) override {
    const std::lock_guard lock(mutex_);
    started_.push_back(page);
  }
  Status finished(const Document& page, const std::string& bytes) override {
    EXPECT_EQ(page.pages.size(), 1u);
    const int index = page.pages[0].index;
    kept[index] = bytes;
    finished_.push_back(index);
    if (index == refuse_at) return Error{Code::kStorageFull, "full on purpose", "", {}};
    return success();
  }

  std::map<int, PagePlan> plans;
  std::map<int, std::string> kept;
  std::vector<int> opened_, started_, finished_;
  int refuse_at = -1;

 private:
  std::mutex mutex_;
};

Result<Document> parse(const CountedSource& source, PageKeeper* keeper) {
  ThreadPool pool(1);
  Networks networks({}, 1);
  ParseOptions options;
  options.keeper = keeper;
  return parse_document(source, "counted", options,
                        {.networks = networks, .pool = pool, .vlm = {}});
}

PagePlan kept(std::string bytes) {
  return {.what = PagePlan::What::kKept, .bytes = std::move(bytes), .error = {}};
}

TEST(KeepPages, KeptPagesAreNotReadAgainAndTheDocumentIsTheSame) {
  const CountedSource first(6), second(6);
  MemoryKeeper whole;
  const auto expected = parse(first, &whole);
  ASSERT_TRUE(expected.ok());
  EXPECT_EQ(whole.opened_, (std::vector{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(whole.kept.size(), 6u);

  MemoryKeeper rest;
  for (const int page : {0, 2, 4}) rest.plans[page] = kept(whole.kept[page]);
  const auto document = parse(second, &rest);
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(second.reads().count(0) + second.reads().count(2) + second.reads().count(4), 0u);
  EXPECT_EQ(second.reads().size(), 3u);
  EXPECT_EQ(to_middle_json(*document), to_middle_json(*expected));
  EXPECT_EQ(to_report_json(*document), to_report_json(*expected));
  EXPECT_EQ(document->pages[2].status, PageStatus::kFailed);
}

TEST(KeepPages, DamagedBytesAreReadAgain) {
  const CountedSource source(3);
  MemoryKeeper whole;
  ASSERT_TRUE(parse(source, &whole).ok());
  std::string flipped = whole.kept[0];
  flipped.back() = static_cast<char>(flipped.back() ^ 1);
  EXPECT_FALSE(page_from_bytes(flipped, 0));
  EXPECT_FALSE(page_from_bytes(whole.kept[0], 1));
  EXPECT_FALSE(page_from_bytes(whole.kept[0].substr(0, 30), 0));
  EXPECT_TRUE(page_from_bytes(whole.kept[0], 0));
  MemoryKeeper rest;
  rest.plans[0] = kept(flipped);
  rest.plans[1] = kept("");
  ASSERT_TRUE(parse(source, &rest).ok());
  EXPECT_EQ(rest.kept.size(), 3u);
}

TEST(KeepPages, SuspectsComeLastAndAloneAndGivenUpPagesFail) {
  const CountedSource source(6);
  MemoryKeeper keeper;
  keeper.plans[1].what = PagePlan::What::kReadAlone;
  keeper.plans[3].what = PagePlan::What::kReadAlone;
  keeper.plans[0] = {.what = PagePlan::What::kGivenUp,
                     .bytes = "",
                     .error = {Code::kInternal, "its reader died", "", {}}};
  const auto document = parse(source, &keeper);
  ASSERT_TRUE(document.ok());
  ASSERT_EQ(keeper.started_.size(), 5u);
  EXPECT_EQ(keeper.started_[3], 1);
  EXPECT_EQ(keeper.started_[4], 3);
  EXPECT_EQ(document->pages[0].status, PageStatus::kFailed);
  EXPECT_EQ(document->pages[0].source_reason, "internal");
  EXPECT_EQ(document->pages[3].status, PageStatus::kOk);
}

TEST(KeepPages, WhatTheKeeperRefusesEndsTheParse) {
  const CountedSource source(6);
  MemoryKeeper keeper;
  keeper.refuse_at = 1;
  const auto document = parse(source, &keeper);
  ASSERT_FALSE(document.ok());
  EXPECT_EQ(document.error().code, Code::kStorageFull);
}

TEST(PageBytes, EveryFieldComesBack) {
  PageBlocks page;
  page.info.index = 7;
  page.info.width = 612.5F;
  page.info.source_reason = "reason";
  page.info.model_blocks.push_back({.type = "text", .content = "words", .sub_type = "sub"});
  PageBlock& block = page.blocks.emplace_back();
  block.size = 9.5F;
  block.hard_lines = true;
  block.block.kind = BlockKind::kTable;
  block.block.boxes.push_back({7, {1, 2, 3, 4}});
  block.block.content.push_back({InlineKind::kMath, kBold, "x^2", "https://example.org"});
  block.block.table = {1, 2, {{.row = 0, .column = 1, .header = true, .content = {{.text = "c"}}}}};
  block.block.picture = {"images/a.jpg", 3, 4, {1, 2, 3}};
  block.block.items.push_back({.marker = "a)", .level = 1, .content = {{.text = "item"}}});
  block.block.captions.push_back({{{.text = "Figure 1"}}, {7, {5, 6, 7, 8}}});
  page.diagnostics.push_back({Severity::kError, "id", "text", 7});
  const std::string bytes = page_to_bytes(page);
  const auto back = page_from_bytes(bytes, 7);
  ASSERT_TRUE(back);
  EXPECT_EQ(page_to_bytes(*back), bytes);
  const Block& read = back->blocks[0].block;
  EXPECT_EQ(read.content[0].text, "x^2");
  EXPECT_EQ(read.content[0].kind, InlineKind::kMath);
  EXPECT_EQ(read.table.cells[0].content[0].text, "c");
  EXPECT_TRUE(read.table.cells[0].header);
  EXPECT_EQ(read.picture.bytes, (std::vector<uint8_t>{1, 2, 3}));
  EXPECT_EQ(read.items[0].marker, "a)");
  EXPECT_EQ(read.captions[0].box.box, (PointBox{5, 6, 7, 8}));
  EXPECT_EQ(back->info.model_blocks[0].sub_type, "sub");
  EXPECT_EQ(back->diagnostics[0].id, "id");
  EXPECT_TRUE(back->blocks[0].hard_lines);
}

}  // namespace
}  // namespace octavo
