// The hybrid tier on a page with a text layer, with a model that answers from a script.
#include "pipeline/hybrid_page.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "image/draw.h"
#include "pipeline/ask_pages.h"
#include "pipeline/scripted_vlm.h"
#include "tests/support/page_builder.h"

namespace octavo {
namespace {

using document::PageContent;
using document::Raster;
using document::RenderRequest;
using test::found;
using test::kLayout;
using test::ScriptedVlm;

// 600 x 800 points: a title, a paragraph, and two rows of a table without rules.
class TextSource : public document::PageSource {
 public:
  int page_count() const override { return 1; }
  document::SourceFacts facts() const override { return {}; }
  Result<PageContent> content(int, Diagnostics&) const override {
    PageContent page = testing::empty_page(600, 800);
    testing::add_text(page, 60, 80, "Ferns in Low Light", {.size = 20});
    testing::add_text(page, 60, 160,
                      "Ferns were grown under four lamps, and the first lamp was dim.");
    testing::add_text(page, 60, 172,
                      "The second one was bright, and so were all the others of them.");
    testing::add_text(page, 60, 400, "lamp");
    testing::add_text(page, 300, 400, "height");
    testing::add_text(page, 60, 420, "dim");
    testing::add_text(page, 300, 420, "3 cm");
    return page;
  }
  Result<Raster> render(int, const RenderRequest& request, Diagnostics&) const override {
    const PointBox area = request.clip.empty() ? PointBox{0, 0, 600, 800} : request.clip;
    const float scale = request.dpi / 72;
    Raster raster{
        Image(static_cast<int>(area.width() * scale), static_cast<int>(area.height() * scale), 3),
        area, scale, scale};
    fill_box(raster.image, {10, 10, raster.image.width() / 2, raster.image.height() / 2}, {});
    return raster;
  }
};

class HybridPageTest : public ::testing::Test {
 protected:
  document::PageBlocks read(Effort effort) {
    ParseOptions options;
    options.effort = effort;
    options.page_timeout = std::chrono::minutes(1);
    ThreadPool pool(0);
    Networks networks({}, 1);
    const TextSource source;
    std::optional<Result<document::PageBlocks>> read;
    const AskWork work{.pages = 1,
                       .make =
                           [&](size_t page, const Deadline& deadline) {
                             return make_hybrid_page(source, static_cast<int>(page), options,
                                                     networks, deadline);
                           },
                       .vlm = [&]() -> Result<Vlm*> {
                         ++loaded_;
                         return &vlm_;
                       },
                       .done = [&](size_t, auto blocks) { read.emplace(std::move(blocks)); },
                       .stopped = [] { return false; }};
    EXPECT_TRUE(ask_pages(work, options, {}, pool).ok());
    EXPECT_TRUE(read && read->ok());
    return std::move(*read).value();
  }

  static const Block* find(const document::PageBlocks& page, BlockKind kind) {
    for (const auto& block : page.blocks)
      if (block.block.kind == kind) return &block.block;
    return nullptr;
  }
  static bool reported(const document::PageBlocks& page, std::string_view id) {
    return std::any_of(page.diagnostics.begin(), page.diagnostics.end(),
                       [&](const Diagnostic& diagnostic) { return diagnostic.id == id; });
  }

  ScriptedVlm vlm_;
  int loaded_ = 0;
  const std::string layout_ = found("80 60 900 110", "title") + found("80 180 900 230", "text") +
                              found("80 480 900 540", "table") +
                              found("80 700 900 760", "equation");
};

TEST_F(HybridPageTest, TextStaysWithTheTextLayer) {
  vlm_.script[kLayout] = {layout_};
  vlm_.script["\nTable Recognition:"] = {"<fcel>lamp<fcel>height<nl><fcel>dim<fcel>3 cm<nl>"};
  vlm_.script["\nFormula Recognition:"] = {"E = mc^2"};
  const document::PageBlocks page = read(Effort::kBest);
  EXPECT_EQ(page.info.status, PageStatus::kOk);
  EXPECT_EQ(vlm_.batches, (std::vector<size_t>{1, 2}));
  ASSERT_EQ(page.blocks.size(), 4u);
  const Block& title = page.blocks[0].block;
  EXPECT_EQ(title.kind, BlockKind::kTitle);
  EXPECT_EQ(plain_text(title.content), "Ferns in Low Light");
  EXPECT_EQ(title.source, Source::kTextLayer);
  EXPECT_EQ(title.source_reason, "the text layer is sound");
  EXPECT_EQ(page.blocks[1].block.source, Source::kTextLayer);
  const Block& table = page.blocks[2].block;
  EXPECT_EQ(table.kind, BlockKind::kTable);
  EXPECT_EQ(table.table.rows, 2);
  EXPECT_EQ(table.source, Source::kVlm);
  EXPECT_NE(table.source_reason.find("table"), std::string::npos);
  EXPECT_NE(table.source_reason.find("read by scripted"), std::string::npos);
  EXPECT_FLOAT_EQ(table.boxes[0].box.x0, 48);
  const Block& equation = page.blocks[3].block;
  EXPECT_EQ(equation.content[0].kind, InlineKind::kMath);
  EXPECT_EQ(equation.content[0].text, "E = mc^2");
  // Characters that the model has read in their place are not lost ones.
  EXPECT_EQ(page.info.characters_kept, page.info.text_layer_characters);
}

TEST_F(HybridPageTest, HandsOverDrafts) {
  vlm_.script[kLayout] = {layout_};
  read(Effort::kBest);
  ASSERT_EQ(vlm_.asked.size(), 3u);
  EXPECT_EQ(vlm_.asked[1].prompt, "\nTable Recognition:");
  EXPECT_NE(vlm_.asked[1].draft.find("lamp"), std::string::npos) << vlm_.asked[1].draft;
  EXPECT_NE(vlm_.asked[1].draft.find("3 cm"), std::string::npos) << vlm_.asked[1].draft;
}

TEST_F(HybridPageTest, KeepsWhatThereIsWhenTheModelFails) {
  vlm_.script[kLayout] = {layout_};
  vlm_.script["\nTable Recognition:"] = {"", "error"};
  vlm_.script["\nFormula Recognition:"] = {"", "error"};
  const document::PageBlocks page = read(Effort::kBest);
  EXPECT_EQ(page.info.status, PageStatus::kDegraded);
  EXPECT_TRUE(reported(page, "vlm_blocks_unread"));
  std::string all;
  for (const auto& block : page.blocks) {
    all += plain_text(block.block.content) + "|";
    for (const TableCell& cell : block.block.table.cells) all += plain_text(cell.content) + "|";
    EXPECT_NE(block.block.source, Source::kVlm);
  }
  EXPECT_NE(all.find("3 cm"), std::string::npos) << all;
}

TEST_F(HybridPageTest, DoesNotBelieveATableThatContradictsTheTextLayer) {
  vlm_.script[kLayout] = {found("80 60 900 110", "title") + found("80 180 900 540", "table")};
  vlm_.script["\nTable Recognition:"] = {"<fcel>zzz<fcel>qqq<nl><fcel>777<fcel>888<nl>"};
  const document::PageBlocks page = read(Effort::kBest);
  for (const auto& block : page.blocks) EXPECT_EQ(block.block.source, Source::kTextLayer);
}

TEST_F(HybridPageTest, FindsTheBlocksItselfWhenTheModelCanNot) {
  for (const char* answer : {"no grammar at all", ""}) {
    vlm_.script[kLayout] = {answer};
    const document::PageBlocks page = read(Effort::kBest);
    EXPECT_EQ(page.info.status, PageStatus::kDegraded);
    EXPECT_TRUE(reported(page, "vlm_layout_unreadable")) << answer;
    EXPECT_NE(find(page, BlockKind::kTitle), nullptr);
  }
  vlm_.script[kLayout] = {"", "error"};
  EXPECT_TRUE(reported(read(Effort::kBest), "vlm_layout_unread"));
}

TEST_F(HybridPageTest, LessEffortAsksNothingHere) {
  const document::PageBlocks page = read(Effort::kFast);
  EXPECT_EQ(loaded_, 0) << "no page needed the model";
  EXPECT_EQ(page.info.status, PageStatus::kOk);
  for (const auto& block : page.blocks) EXPECT_EQ(block.block.source, Source::kTextLayer);
}

}  // namespace
}  // namespace octavo
