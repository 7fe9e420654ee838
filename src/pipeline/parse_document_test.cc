// The scheduler with a source of our own: failing pages, order of progress, cancel, sinks, limits.
#include "pipeline/parse_document.h"

#include <gtest/gtest.h>

#include <set>

namespace octavo {
namespace {

using document::PageContent;
using document::Raster;
using document::RenderRequest;

// Pages without any content; page `bad` cannot be read.
class BlankSource : public document::PageSource {
 public:
  BlankSource(int pages, int bad) : pages_(pages), bad_(bad) {}
  int page_count() const override { return pages_; }
  document::SourceFacts facts() const override { return {.title = "Blank"}; }
  Result<PageContent> content(int index, Diagnostics&) const override {
    if (index == bad_) return Error{Code::kPageFailed, "broken on purpose", "", {.page = index}};
    PageContent content;
    content.width = 100;
    content.height = 200;
    return content;
  }
  Result<Raster> render(int, const RenderRequest&, Diagnostics&) const override {
    return Raster{Image(100, 200, 3), {0, 0, 100, 200}, 1, 1};
  }

 private:
  int pages_, bad_;
};

class ParseDocumentTest : public ::testing::Test {
 protected:
  Result<Document> parse(const ParseOptions& options, int pages = 9, int bad = -1,
                         int threads = 2) {
    ThreadPool pool(threads);
    Networks networks({}, 1);
    return parse_document(BlankSource(pages, bad), "blank", options,
                          {.networks = networks, .pool = pool, .vlm = {}});
  }
};

TEST_F(ParseDocumentTest, ABadPageCostsOnlyItself) {
  auto document = parse({}, 9, 4);
  ASSERT_TRUE(document.ok());
  ASSERT_EQ(document->pages.size(), 9u);
  for (const PageInfo& page : document->pages)
    EXPECT_EQ(page.status, page.index == 4 ? PageStatus::kFailed : PageStatus::kOk) << page.index;
  ASSERT_FALSE(document->diagnostics.empty());
  EXPECT_EQ(document->diagnostics[0].id, "page_failed");
  EXPECT_EQ(document->diagnostics[0].page, 4);
}

TEST_F(ParseDocumentTest, ProgressComesInPageOrder) {
  std::vector<int> seen;
  ParseOptions options;
  options.on_page = [&](const PageProgress& progress) {
    seen.push_back(progress.page->index);
    EXPECT_EQ(progress.done, static_cast<int>(seen.size()));
    EXPECT_EQ(progress.total, 9);
  };
  ASSERT_TRUE(parse(options, 9, -1, 4).ok());
  EXPECT_EQ(seen, (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST_F(ParseDocumentTest, KeepsThePageNumbersOfTheFile) {
  ParseOptions options;
  options.pages = *parse_page_ranges("3,8-");
  auto document = parse(options);
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->page_count, 9);
  ASSERT_EQ(document->pages.size(), 3u);
  EXPECT_EQ(document->pages[0].index, 2);
  EXPECT_EQ(document->pages[2].index, 8);
}

TEST_F(ParseDocumentTest, CancelStops) {
  CancelFlag cancel;
  cancel.set();
  ParseOptions options;
  options.cancel = &cancel;
  const auto document = parse(options);
  ASSERT_FALSE(document.ok());
  EXPECT_EQ(document.error().code, Code::kCancelled);
}

TEST_F(ParseDocumentTest, TooManyPagesAreRefusedUnlessARangeIsGiven) {
  ParseOptions options;
  options.limits.max_pages = 5;
  EXPECT_EQ(parse(options).error().code, Code::kLimitExceeded);
  options.pages = *parse_page_ranges("1-5");
  EXPECT_TRUE(parse(options).ok());
}

}  // namespace
}  // namespace octavo
