// The two steps with a model of our own that answers from a script.
#include "pipeline/vlm_page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <thread>

#include "image/draw.h"
#include "octavo/output.h"
#include "pipeline/ask_pages.h"
#include "pipeline/scripted_vlm.h"

namespace octavo {
namespace {

using document::PageContent;
using document::Raster;
using document::RenderRequest;
using test::found;
using test::kLayout;
using test::ScriptedVlm;

// Pages of 300 x 400 points with dark boxes on white; page `blank` is empty.
class BoxSource : public document::PageSource {
 public:
  explicit BoxSource(int blank = -1) : blank_(blank) {}
  int page_count() const override { return 3; }
  document::SourceFacts facts() const override { return {}; }
  Result<PageContent> content(int, Diagnostics&) const override {
    PageContent content;
    content.width = 300;
    content.height = 400;
    return content;
  }
  Result<Raster> render(int index, const RenderRequest& request, Diagnostics&) const override {
    const float scale = request.dpi / 72;
    Raster raster{Image(static_cast<int>(300 * scale), static_cast<int>(400 * scale), 3),
                  {0, 0, 300, 400},
                  scale,
                  scale};
    if (index != blank_)
      fill_box(raster.image, {10, 10, raster.image.width() / 2, raster.image.height() / 2}, {});
    return raster;
  }

 private:
  int blank_;
};

std::vector<Result<document::PageBlocks>> read_pages_vlm(const document::PageSource& source,
                                                         const std::vector<int>& pages,
                                                         ParseOptions options, Vlm& vlm,
                                                         const AskLimits& limits = {}) {
  if (options.page_timeout.count() == 0) options.page_timeout = std::chrono::minutes(1);
  ThreadPool pool(0);
  std::map<size_t, Result<document::PageBlocks>> read;
  const AskWork work{
      .pages = pages.size(),
      .make =
          [&](size_t page, const Deadline& deadline) {
            return make_vlm_page(source, pages[page], options, deadline);
          },
      .vlm = [&]() -> Result<Vlm*> { return &vlm; },
      .done = [&](size_t page,
                  Result<document::PageBlocks> blocks) { read.emplace(page, std::move(blocks)); },
      .stopped = [] { return false; }};
  EXPECT_TRUE(ask_pages(work, options, limits, pool).ok());
  std::vector<Result<document::PageBlocks>> results;
  for (auto& [page, blocks] : read) results.push_back(std::move(blocks));
  return results;
}

std::vector<std::string> ids_of(const document::PageBlocks& page) {
  std::vector<std::string> ids;
  for (const Diagnostic& diagnostic : page.diagnostics) ids.push_back(diagnostic.id);
  return ids;
}

TEST(ReadPagesVlm, GoesFromPixelsToBlocks) {
  ScriptedVlm vlm;
  vlm.script[kLayout] = {found("100 50 900 100", "title") + found("100 120 900 300", "text") +
                         found("100 320 900 380", "equation") + found("100 400 900 700", "table") +
                         found("500 500 700 650", "image") + found("100 720 500 980", "image")};
  vlm.script["\nText Recognition:"] = {"Words \\[x\\] of the page."};
  vlm.script["\nFormula Recognition:"] = {"\\left( a < b"};
  vlm.script["\nTable Recognition:"] = {"<fcel>A<fcel>1<nl><fcel>B<fcel>2<nl>"};
  vlm.script["\nImage Analysis:"] = {
      "<|class_start|>natural_image<|class_end|><|caption_start|>A dark box.<|caption_end|>"};
  const std::vector<int> pages{1};
  const auto results = read_pages_vlm(BoxSource(), pages, {}, vlm);
  ASSERT_EQ(results.size(), 1u);
  ASSERT_TRUE(results[0].ok());
  const document::PageBlocks& page = *results[0];
  EXPECT_EQ(vlm.batches, (std::vector<size_t>{1, 5}));
  EXPECT_EQ(page.info.index, 1);
  EXPECT_EQ(page.info.status, PageStatus::kOk);
  EXPECT_EQ(page.info.source, Source::kVlm);
  EXPECT_EQ(page.info.source_reason, "read by scripted");
  ASSERT_EQ(page.blocks.size(), 6u);
  EXPECT_EQ(page.blocks[0].block.kind, BlockKind::kTitle);
  EXPECT_EQ(page.blocks[1].block.content[1].kind, InlineKind::kMath);
  EXPECT_EQ(page.blocks[2].block.content[0].text, "\\left( \\right. a <  b");
  EXPECT_EQ(page.blocks[3].block.table.rows, 2);
  EXPECT_EQ(page.blocks[4].block.kind, BlockKind::kImage);  // from inside the table
  EXPECT_FALSE(page.blocks[4].block.picture.bytes.empty());
  EXPECT_EQ(plain_text(page.blocks[5].block.content), "A dark box.");
  EXPECT_EQ(page.blocks[5].block.picture.file_name.substr(0, 7), "images/");
  EXPECT_FLOAT_EQ(page.blocks[0].block.boxes[0].box.x0, 30);
  EXPECT_FLOAT_EQ(vlm.asked[0].sampling.presence_penalty, 0);
}

TEST(ReadPagesVlm, AsksForAllPagesTogether) {
  ScriptedVlm vlm;
  vlm.script[kLayout] = {found("100 50 900 100", "text") + found("100 150 900 200", "text")};
  vlm.script["\nText Recognition:"] = {"line"};
  const std::vector<int> pages{0, 1, 2};
  const auto results = read_pages_vlm(BoxSource(1), pages, {}, vlm);
  EXPECT_EQ(vlm.batches, (std::vector<size_t>{2, 4}));
  ASSERT_EQ(results.size(), 3u);
  EXPECT_TRUE(results[1]->info.blank);
  EXPECT_TRUE(results[1]->blocks.empty());
  EXPECT_EQ(results[2]->blocks.size(), 2u);
}

TEST(ReadPagesVlm, ReachesTheOutputs) {
  ScriptedVlm vlm;
  vlm.script[kLayout] = {found("100 50 900 100", "title") + found("100 120 900 300", "list_item") +
                         found("100 320 900 380", "equation") +
                         found("100 385 900 400", "table_caption") +
                         found("100 400 900 700", "table") + found("100 720 500 980", "chart")};
  vlm.script["\nText Recognition:"] = {"Text \\(a_1\\)."};
  vlm.script["\nFormula Recognition:"] = {"\\[ E = mc^2 \\tag{7} \\]"};
  vlm.script["\nTable Recognition:"] = {"<fcel>Head<fcel>\\(x\\)<nl><fcel>B<fcel>2<nl>"};
  vlm.script["\nImage Analysis:"] = {
      "<|class_start|>chart<|class_end|><|sub_class_start|>bar<|sub_class_end|>"
      "<|content_start|>| a | b |\n|---|---|\n| 1 | 2 |<|content_end|>"};
  const std::vector<int> pages{0};
  auto results = read_pages_vlm(BoxSource(), pages, {}, vlm);
  std::vector<document::PageBlocks> read;
  read.push_back(std::move(results[0]).value());
  const Document document = document::assemble_document({}, std::move(read));
  const std::string markdown = to_markdown(document);
  for (const char* part :
       {"# Text", "$a_1$", "E = mc^2 \\tag{7}", "| Head | $x$ |", "![", "| 1 | 2 |"})
    EXPECT_NE(markdown.find(part), std::string::npos) << part << " in\n" << markdown;
  EXPECT_NE(to_html(document).find("<td>2</td>"), std::string::npos);
  EXPECT_NE(to_content_list_json(document).find("\"source\": \"vlm\""), std::string::npos)
      << to_content_list_json(document);
}

TEST(ReadPagesVlm, SaysWhatWasLost) {
  ScriptedVlm vlm;
  vlm.script[kLayout] = {found("100 50 900 100", "text") + found("100 200 900 500", "table") +
                             found("0 0 1 2000", "text"),
                         "length"};
  vlm.script["\nText Recognition:"] = {"half a sen", "length"};
  vlm.script["\nTable Recognition:"] = {"", "error"};
  const std::vector<int> pages{0};
  const auto results = read_pages_vlm(BoxSource(), pages, {}, vlm);
  ASSERT_TRUE(results[0].ok());
  const document::PageBlocks& page = *results[0];
  EXPECT_EQ(page.info.status, PageStatus::kDegraded);
  EXPECT_EQ(ids_of(page), (std::vector<std::string>{"vlm_layout_cut", "vlm_boxes_outside",
                                                    "vlm_blocks_unread", "vlm_answers_cut"}));
  ASSERT_EQ(page.blocks.size(), 2u);
  EXPECT_EQ(plain_text(page.blocks[0].block.content), "half a sen");
  EXPECT_FALSE(page.blocks[1].block.picture.bytes.empty());  // the table that was not read
}

TEST(ReadPagesVlm, FailsAPageWithoutLayout) {
  ScriptedVlm vlm;
  vlm.script[kLayout] = {"", "error"};
  const std::vector<int> pages{2};
  auto results = read_pages_vlm(BoxSource(), pages, {}, vlm);
  ASSERT_FALSE(results[0].ok());
  EXPECT_EQ(results[0].error().place.page, 2);

  vlm.script[kLayout] = {"no grammar at all"};
  results = read_pages_vlm(BoxSource(), pages, {}, vlm);
  ASSERT_TRUE(results[0].ok());
  EXPECT_EQ(results[0]->info.status, PageStatus::kDegraded);

  CancelFlag cancel;
  cancel.set();
  results = read_pages_vlm(BoxSource(), pages, {.cancel = &cancel}, vlm);
  ASSERT_FALSE(results[0].ok());
  EXPECT_EQ(results[0].error().code, Code::kCancelled);
}

TEST(ReadPagesVlm, AsksForTheNextLayoutsBesideTheContents) {
  ScriptedVlm vlm;
  vlm.script[kLayout] = {found("100 50 900 100", "text") + found("100 150 900 200", "text")};
  vlm.script["\nText Recognition:"] = {"line"};
  const auto results = read_pages_vlm(BoxSource(), {0, 1, 2}, {}, vlm, {.window = 1});
  EXPECT_EQ(vlm.batches, (std::vector<size_t>{1, 1 + 2, 1 + 2, 2}));
  ASSERT_EQ(results.size(), 3u);
  for (const auto& page : results) EXPECT_EQ(page->blocks.size(), 2u);
  EXPECT_EQ(vlm.asked[1].prompt, kLayout);
}

TEST(ReadPagesVlm, CutsLoops) {
  std::string endless = "Once upon a time. ";
  for (int i = 0; i < 500; ++i) endless += "and again and again ";
  for (const bool streams : {true, false}) {
    ScriptedVlm vlm;
    vlm.streams = streams;
    vlm.script[kLayout] = {found("100 50 900 100", "text")};
    vlm.script["\nText Recognition:"] = {endless};
    const auto results = read_pages_vlm(BoxSource(), {0}, {}, vlm);
    EXPECT_EQ(results[0]->info.status, PageStatus::kDegraded);
    EXPECT_EQ(ids_of(*results[0]), std::vector<std::string>{"vlm_answers_repeat"});
    ASSERT_EQ(results[0]->blocks.size(), 1u);
    EXPECT_EQ(plain_text(results[0]->blocks[0].block.content),
              "Once upon a time. and again");  // the first round, without the blank at its end
    EXPECT_LT(results[0]->blocks[0].block.confidence, 0.6F);
  }
}

// Ten thousand boxes: the first ones count, and only so many are asked about.
TEST(ReadPagesVlm, BoundsTheQuestions) {
  ScriptedVlm vlm;
  std::string boxes;
  for (int i = 0; i < 10'000; ++i)
    boxes += found(std::to_string(i % 100 * 10) + " " + std::to_string(i / 100 * 10) + " " +
                       std::to_string(i % 100 * 10 + 9) + " " + std::to_string(i / 100 * 10 + 9),
                   "text");
  vlm.script[kLayout] = {boxes};
  vlm.script["\nText Recognition:"] = {"a"};
  const auto results = read_pages_vlm(BoxSource(), {0}, {}, vlm, {.max_page_questions = 150});
  EXPECT_EQ(results[0]->info.status, PageStatus::kDegraded);
  EXPECT_EQ(ids_of(*results[0]),
            (std::vector<std::string>{"vlm_blocks_capped", "vlm_answers_cut"}));
  EXPECT_EQ(results[0]->blocks.size(), 150u);
  EXPECT_EQ(vlm.asked.size(), 151u);
}

TEST(ReadPagesVlm, BoundsThePagesTokens) {
  ScriptedVlm vlm;
  vlm.script[kLayout] = {found("100 50 900 100", "text") + found("100 150 900 200", "text")};
  vlm.script["\nText Recognition:"] = {"line"};
  const auto results = read_pages_vlm(BoxSource(), {0}, {}, vlm, {.max_page_tokens = 40});
  EXPECT_EQ(vlm.asked[0].max_new_tokens, kMaxAnswerTokens);
  for (size_t i = 1; i < vlm.asked.size(); ++i) EXPECT_LE(vlm.asked[i].max_new_tokens, 40);
}

// Writes a token at a time to all that are not done, as an engine does.
class StreamingVlm : public ScriptedVlm {
 public:
  std::vector<VlmAnswer> answer(
      std::span<const VlmRequest> requests, const Deadline&,
      const std::function<bool(size_t, std::string_view)>& on_text) override {
    batches.push_back(requests.size());
    std::vector<VlmAnswer> answers(requests.size());
    std::vector<size_t> running;
    for (size_t i = 0; i < requests.size(); ++i) {
      if (requests[i].wanted && !requests[i].wanted())
        answers[i].finish = "cancelled";
      else
        running.push_back(i);
    }
    while (!running.empty())
      std::erase_if(running, [&](size_t i) { return !write(requests[i], i, answers[i], on_text); });
    return answers;
  }

 private:
  bool write(const VlmRequest& request, size_t i, VlmAnswer& answer,
             const std::function<bool(size_t, std::string_view)>& on_text) {
    const std::string& line = script[request.prompt].text;
    const std::string piece = line.substr(answer.text.size(), 4);
    answer.text += piece;
    ++answer.generated_tokens;
    if (answer.text == line) answer.finish = "stop";
    if (!on_text(i, piece)) answer.finish = "cancelled";
    return answer.finish.empty();
  }
};

// Many long answers in one batch: together they keep to what the page has.
TEST(ReadPagesVlm, BoundsThePagesTokensInOneBatch) {
  StreamingVlm vlm;
  std::string boxes, words;
  for (int i = 0; i < 90; ++i)
    boxes += found("100 " + std::to_string(10 * i) + " 900 " + std::to_string(10 * i + 9), "text");
  for (int i = 0; i < 1000; ++i) words += std::to_string(1000 + i * i % 997);
  vlm.script[kLayout] = {boxes};
  vlm.script["\nText Recognition:"] = {words};
  const auto results = read_pages_vlm(BoxSource(), {0}, {}, vlm, {.max_page_tokens = 5'000});
  EXPECT_EQ(vlm.batches, (std::vector<size_t>{1, 90}));
  ASSERT_TRUE(results[0].ok());
  EXPECT_EQ(ids_of(*results[0]), std::vector<std::string>{"vlm_answers_cut"});
  const ModelUse& use = results[0]->info.model_use;
  const int64_t layout = static_cast<int64_t>(boxes.size() + 3) / 4;
  EXPECT_EQ(use.questions, 91);
  EXPECT_GE(use.tokens - layout, 5'000);
  EXPECT_LT(use.tokens - layout, 5'000 + 90) << "a token more for each that was being written";
}

// Whole answers at once, as a server gives them: what is not yet under way is not begun.
TEST(ReadPagesVlm, BoundsWhatAServerWrites) {
  ScriptedVlm vlm;
  vlm.script[kLayout] = {found("100 50 900 100", "text") + found("100 150 900 200", "text") +
                         found("100 250 900 300", "text")};
  std::string words;
  for (int i = 0; i < 1000; ++i) words += std::to_string(1000 + i * i % 997);  // 4,000 bytes
  vlm.script["\nText Recognition:"] = {words};
  const auto results = read_pages_vlm(BoxSource(), {0}, {}, vlm, {.max_page_tokens = 1'500});
  EXPECT_EQ(results[0]->info.model_use.tokens,
            static_cast<int64_t>(vlm.script[kLayout].text.size()) / 4 + 2'000);
  EXPECT_EQ(ids_of(*results[0]), std::vector<std::string>{"vlm_answers_cut"});
  EXPECT_EQ(results[0]->blocks.size(), 2u);
}

// Answers in time, and then lets the time of those who asked run out.
class SlowVlm : public ScriptedVlm {
 public:
  std::vector<VlmAnswer> answer(
      std::span<const VlmRequest> requests, const Deadline& deadline,
      const std::function<bool(size_t, std::string_view)>& on_text) override {
    auto answers = ScriptedVlm::answer(requests, deadline, on_text);
    while (!deadline.expired()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return answers;
  }
};

TEST(ReadPagesVlm, WhatThereWasNoTimeToAskIsLate) {
  SlowVlm vlm;
  vlm.script[kLayout] = {found("100 50 900 100", "text") + found("100 200 900 500", "table")};
  const auto results =
      read_pages_vlm(BoxSource(), {0}, {.page_timeout = std::chrono::seconds(2)}, vlm);
  EXPECT_EQ(vlm.batches, std::vector<size_t>{1});
  ASSERT_TRUE(results[0].ok());
  EXPECT_EQ(results[0]->info.status, PageStatus::kDegraded);
  EXPECT_EQ(ids_of(*results[0]), std::vector<std::string>{"vlm_answers_late"});
  ASSERT_EQ(results[0]->blocks.size(), 1u);
  EXPECT_FALSE(results[0]->blocks[0].block.picture.bytes.empty());  // the table
}

TEST(ReadPagesVlm, AnEmptyLayoutIsToldAsSuch) {
  ScriptedVlm vlm;
  vlm.script[kLayout] = {" \n"};
  const auto results = read_pages_vlm(BoxSource(), {0}, {}, vlm);
  EXPECT_EQ(results[0]->info.status, PageStatus::kDegraded);
  EXPECT_EQ(ids_of(*results[0]), std::vector<std::string>{"vlm_layout_unreadable"});
}

TEST(ReadPagesVlm, ALayoutWithoutItsMarksIsToldAsTheServersDoing) {
  for (const auto& [answer, of_the_server] : std::vector<std::pair<std::string, bool>>{
           {"070 055 475 070header\n070 095 895 130title", true},  // of a llama-server
           {"0 0 1 1text", true},
           {"070 055 475 070", false},
           {"070 055 475 070 header", false},
           {"070 055 475header", false},
           {"070 055 475 ", false},
           {"no boxes", false}}) {
    ScriptedVlm vlm;
    vlm.script[kLayout] = {answer};
    const auto results = read_pages_vlm(BoxSource(), {0}, {}, vlm);
    ASSERT_EQ(ids_of(*results[0]), std::vector<std::string>{"vlm_layout_unreadable"}) << answer;
    const std::string& text = results[0]->diagnostics[0].text;
    EXPECT_EQ(text.find("--special") != std::string::npos, of_the_server) << answer << text;
  }
}

}  // namespace
}  // namespace octavo
