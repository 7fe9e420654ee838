#include "document/page/load_page.h"

#include <gtest/gtest.h>

#include "networks/networks.h"
#include "tests/support/page_builder.h"

namespace octavo::document {
namespace {

using testing::add_text;
using testing::empty_page;
using testing::texts_of;

// A source of one page with the given content, whose pixels are a pattern: `ink` draws rows of
// letters.
class FakeSource : public PageSource {
 public:
  FakeSource(PageContent content, bool ink) : content_(std::move(content)), ink_(ink) {}
  int page_count() const override { return 1; }
  SourceFacts facts() const override { return {}; }
  Result<PageContent> content(int, Diagnostics&) const override { return content_; }
  Result<Raster> render(int, const RenderRequest& request, Diagnostics&) const override {
    ++renders;
    last = request;
    Raster raster;
    raster.area =
        request.clip.empty() ? PointBox{0, 0, content_.width, content_.height} : request.clip;
    raster.scale_x = raster.scale_y = request.dpi / 72;
    raster.image = Image(static_cast<int>(raster.area.width() * raster.scale_x),
                         static_cast<int>(raster.area.height() * raster.scale_y), 3);
    if (ink_) draw(raster.image);
    return raster;
  }
  mutable int renders = 0;
  mutable RenderRequest last;

 private:
  static void draw(Image& image) {
    for (int y = 10; y + 10 < image.height(); y += 20)
      for (int x = 5; x + 4 < image.width(); x += 4)
        for (int row = 0; row < 6; ++row)
          for (int c = 0; c < 6; ++c) image.row(y + row)[3 * x + c] = 0;
  }

  PageContent content_;
  bool ink_;
};

struct Loaded {
  Result<Page> page;
  std::vector<Diagnostic> diagnostics;
  bool reported(std::string_view id) const {
    for (const Diagnostic& diagnostic : diagnostics)
      if (diagnostic.id == id) return true;
    return false;
  }
};

// With networks that are not installed: whatever needs one says so.
Loaded load(const FakeSource& source, OcrMode mode, Deadline deadline = {}) {
  Resources resources;
  resources.model_directory = "/nowhere";
  Networks networks(resources, 1);
  const Limits limits;
  PageView view(source, 0, limits, deadline);
  Result<Page> page = load_page(view, mode, networks);
  return {std::move(page), view.diagnostics().take()};
}

TEST(LoadPage, APageWithTextIsNeverDrawn) {
  PageContent content = empty_page();
  add_text(content, 72, 100, "hello world");
  const FakeSource source(content, true);
  const Loaded loaded = load(source, OcrMode::kAuto);
  ASSERT_TRUE(loaded.page.ok());
  EXPECT_EQ(texts_of(loaded.page->lines), "hello world\n");
  EXPECT_EQ(loaded.page->trust, TextTrust::kTrusted);
  EXPECT_EQ(loaded.page->source, Source::kTextLayer);
  EXPECT_EQ(loaded.page->text_layer_characters, 10);
  EXPECT_EQ(source.renders, 0);
  EXPECT_TRUE(loaded.diagnostics.empty());
}

// cases/README row 11.
TEST(LoadPage, APageWithoutInkIsBlank) {
  const FakeSource source(empty_page(), false);
  for (const OcrMode mode : {OcrMode::kAuto, OcrMode::kAlways, OcrMode::kNever}) {
    const Loaded loaded = load(source, mode);
    ASSERT_TRUE(loaded.page.ok());
    EXPECT_TRUE(loaded.page->blank);
    EXPECT_TRUE(loaded.page->lines.empty());
    EXPECT_TRUE(loaded.diagnostics.empty());
  }
  EXPECT_LE(source.last.dpi, 150);
}

TEST(LoadPage, APageThatRunsUpwardsIsTurned) {
  PageContent content = empty_page();
  for (int i = 0; i < 5; ++i)
    add_text(content, 100 + 20.0f * i, 700, "a line that runs up",
             {.angle = 270, .word_space = 0.3f});
  add_text(content, 72, 50, "head");
  const FakeSource source(content, true);
  const Loaded loaded = load(source, OcrMode::kAuto);
  ASSERT_TRUE(loaded.page.ok());
  EXPECT_EQ(loaded.page->turn, 90);
  EXPECT_EQ(loaded.page->width, 792);
  EXPECT_EQ(loaded.page->height, 612);
  ASSERT_EQ(loaded.page->lines.size(), 6u);
  int upright = 0;
  for (const TextLine& line : loaded.page->lines) upright += line.angle == 0;
  EXPECT_EQ(upright, 5);
  // The first line printed (at x 100) is the first line read.
  EXPECT_NEAR(loaded.page->lines[0].baseline, 100, 0.01);
  EXPECT_NEAR(loaded.page->lines[0].box.x0, 792 - 700 + 0.5f, 0.01);
}

TEST(LoadPage, WithoutOcrAnUnreadablePageSaysSo) {
  PageContent content = empty_page();
  add_text(content, 72, 100, "some words nobody can read because their codes mean nothing");
  for (Glyph& glyph : content.glyphs)
    if (glyph.code != ' ') glyph.code = 0;
  const FakeSource source(content, true);
  const Loaded never = load(source, OcrMode::kNever);
  ASSERT_TRUE(never.page.ok());
  EXPECT_EQ(never.page->trust, TextTrust::kUnreadable);
  EXPECT_TRUE(never.page->lines.empty());
  EXPECT_TRUE(never.reported("page_needs_ocr"));
  const Loaded needed = load(source, OcrMode::kAuto);
  ASSERT_FALSE(needed.page.ok());
  EXPECT_EQ(needed.page.error().code, Code::kModelMissing);
}

TEST(LoadPage, AMissingModelDoesNotLoseTheTextLayer) {
  PageContent content = empty_page();
  add_text(content, 72, 750, "Page 3");
  content.pictures.push_back({{50, 50, 550, 700}, 1000, 1300});
  const FakeSource source(content, true);
  const Loaded loaded = load(source, OcrMode::kAuto);
  ASSERT_TRUE(loaded.page.ok());
  EXPECT_EQ(texts_of(loaded.page->lines), "Page 3\n");
  EXPECT_TRUE(loaded.reported("ocr_unavailable"));
  // A picture that does not look like text asks for no network.
  const FakeSource photo(content, false);
  EXPECT_FALSE(load(photo, OcrMode::kAuto).reported("ocr_unavailable"));
}

TEST(LoadPage, FiguresOfAPageFullOfTextAreNotRead) {
  PageContent content = empty_page();
  for (int i = 0; i < 30; ++i)
    add_text(content, 72, 400 + 12.0f * i, "a page with enough text of its own to be read");
  content.pictures.push_back({{50, 20, 550, 380}, 1000, 700});
  const FakeSource source(content, true);
  EXPECT_TRUE(load(source, OcrMode::kAuto).page.ok());
  EXPECT_EQ(source.renders, 0);
}

TEST(LoadPage, KeepsItsDeadline) {
  const FakeSource source(empty_page(), true);
  const Loaded late = load(source, OcrMode::kAuto, Deadline(std::chrono::milliseconds(0), nullptr));
  ASSERT_FALSE(late.page.ok());
  EXPECT_EQ(late.page.error().code, Code::kPageTimeout);
  CancelFlag cancel;
  cancel.set();
  const Loaded stopped = load(source, OcrMode::kAuto, Deadline(std::chrono::hours(1), &cancel));
  ASSERT_FALSE(stopped.page.ok());
  EXPECT_EQ(stopped.page.error().code, Code::kCancelled);
}

TEST(PageView, DrawsOnceForAResolutionAndTurns) {
  PageContent content = empty_page(600, 800);
  const FakeSource source(content, true);
  const Limits limits;
  PageView view(source, 0, limits, {});
  auto first = view.whole(72);
  auto second = view.whole(72);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(*first, *second);
  EXPECT_EQ(source.renders, 1);
  EXPECT_EQ((*first)->image.width(), 600);

  view.set_turn(90);
  auto turned = view.whole(72);
  ASSERT_TRUE(turned.ok());
  EXPECT_EQ(source.renders, 2);
  EXPECT_EQ((*turned)->image.width(), 800);
  EXPECT_EQ((*turned)->area, (PointBox{0, 0, 800, 600}));
  // A part of the turned page is asked for in the displayed page's coordinates.
  auto part = view.part({700, 10, 790, 40}, 72);
  ASSERT_TRUE(part.ok());
  EXPECT_EQ(source.last.clip, (PointBox{10, 10, 40, 100}));
  EXPECT_EQ(part->area, (PointBox{700, 10, 790, 40}));
  EXPECT_EQ(part->image.width(), 90);
  EXPECT_FALSE(view.part({5, 5, 5, 5}, 72).ok());
}

TEST(Raster, PixelsAndPoints) {
  Raster raster;
  raster.image = Image(100, 50, 1);
  raster.area = {10, 20, 60, 45};
  raster.scale_x = raster.scale_y = 2;
  EXPECT_FLOAT_EQ(raster.dpi(), 144);
  EXPECT_EQ(raster.to_pixels({20, 30, 25.2f, 35}), (PixelBox{20, 20, 31, 30}));
  EXPECT_EQ(raster.to_pixels({0, 0, 1000, 1000}), (PixelBox{0, 0, 100, 50}));
  EXPECT_EQ(raster.to_points({20, 20, 31, 30}), (PointBox{20, 30, 25.5f, 35}));
}

}  // namespace
}  // namespace octavo::document
