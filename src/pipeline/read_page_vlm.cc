#include "pipeline/read_page_vlm.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "base/sha256.h"
#include "base/try.h"
#include "document/block/repair/finish_blocks.h"
#include "document/block/repair/page_blocks.h"
#include "document/crop/vlm/cut_crop.h"
#include "document/crop/vlm/plan_crops.h"
#include "document/layout/vlm/layout_request.h"
#include "document/layout/vlm/parse_layout.h"
#include "document/page/page_view.h"
#include "document/recognize/vlm/ask.h"
#include "image/convert.h"
#include "image/encode/encode.h"
#include "image/ink.h"

namespace octavo {
namespace {

using document::PageBlocks;
using document::PageView;
using document::protocol::BlockType;
using document::protocol::VlmBlock;

// As MinerU renders pages for the model.
constexpr float kDpi = 200;
constexpr float kMaxSide = 3500;  // pixels
constexpr float kThumbnailDpi = 72;
// Crops that are asked about at once: enough for any engine to batch, 200 MB at most.
constexpr int64_t kBatchPixels = 64'000'000;
constexpr size_t kBatchCrops = 256;
constexpr int kJpegQuality = 88;

std::string counted(int64_t count, const char* what) { return std::to_string(count) + " " + what; }

// One page on its way from pixels to blocks.
class PageJob {
 public:
  PageJob(const document::PageSource& source, int index, const ParseOptions& options,
          const Deadline& deadline)
      : view_(source, index, options.limits, deadline), options_(options) {
    info_.index = index;
    info_.source = Source::kVlm;
  }

  Status open() {
    const auto* thumbnail = OCTAVO_TRY(view_.whole(kThumbnailDpi));
    info_.width = thumbnail->area.width();
    info_.height = thumbnail->area.height();
    info_.blank = measure_ink(thumbnail->image).share < kBlankInkShare;
    view_.release();
    if (info_.blank) return success();
    const float side = std::max(info_.width, info_.height);
    const auto* raster = OCTAVO_TRY(view_.whole(std::min(kDpi, kMaxSide / side * 72)));
    page_ = raster->image;
    if (page_.channels == 1) {
      colored_ = to_rgb(page_);
      page_ = colored_;
    }
    layout_picture_ = document::protocol::layout_picture(page_);
    return success();
  }

  bool blank() const { return info_.blank; }
  ImageView page() const { return page_; }
  std::vector<VlmBlock>& blocks() { return blocks_; }
  VlmRequest layout_question(const VlmPageOptions& vlm_options) const {
    VlmRequest request = document::protocol::layout_request(layout_picture_);
    request.max_new_tokens = vlm_options.max_layout_tokens;
    return request;
  }

  // The page's blocks, and those of them to ask about.
  Status take_layout(const VlmAnswer& answer, const VlmPageOptions& vlm_options) {
    layout_picture_ = {};
    if (answer.finish == "error" || answer.finish == "cancelled") {
      OCTAVO_TRY_STATUS(view_.deadline().check());
      Error error = answer.error;
      if (error.what.empty()) error = {Code::kPageFailed, "the model gave no answer", "", {}};
      error.place.page = info_.index;
      return error;
    }
    auto layout =
        document::protocol::parse_layout(answer.text, options_.limits.max_blocks_per_page);
    report_layout(layout, answer.finish == "length");
    blocks_ = std::move(layout.blocks);
    plan_ = document::protocol::plan_crops(blocks_, page_.width, page_.height,
                                           {.read_pictures = vlm_options.read_pictures});
    return success();
  }

  const std::vector<size_t>& plan() const { return plan_; }

  Result<PageBlocks> finish(const std::string& model, float seconds) {
    PageBlocks result;
    if (!info_.blank) {
      report_answers();
      // Ours can not hold a picture in a cell: it stands beside the table.
      for (VlmBlock& block : blocks_) block.in_table = false;
      auto finished = document::protocol::finish_blocks(std::move(blocks_));
      auto pictures = OCTAVO_TRY(cut_pictures(finished));
      result.blocks = document::protocol::to_page_blocks(std::move(finished), std::move(pictures),
                                                         {info_.index, info_.width, info_.height});
    }
    info_.source_reason = info_.blank ? "no ink" : "read by " + model;
    info_.seconds = seconds;
    result.diagnostics = view_.diagnostics().take();
    if (degraded_) info_.status = PageStatus::kDegraded;
    result.info = std::move(info_);
    return result;
  }

 private:
  void lose(const char* id, const std::string& what) {
    degraded_ = true;
    view_.diagnostics().warn(id, what);
  }

  void report_layout(const document::protocol::ParsedLayout& layout, bool cut) {
    if (layout.unreadable) lose("vlm_layout_unreadable", "the model's layout answer has no blocks");
    if (cut) lose("vlm_layout_cut", "the model's layout answer was cut at the token limit");
    if (layout.capped)
      lose("vlm_blocks_capped", "more than " + counted(options_.limits.max_blocks_per_page,
                                                       "blocks; the rest is left out"));
    if (const int odd = layout.bad_boxes + layout.unknown_names; odd > 0)
      view_.diagnostics().info("vlm_blocks_odd",
                               counted(odd, "blocks of the model's layout make no sense"));
  }

  void report_answers() {
    int failed = 0, cut = 0;
    for (const size_t i : plan_) {
      failed += !blocks_[i].content.has_value();
      cut += blocks_[i].content.has_value() && blocks_[i].finish != "stop";
    }
    if (failed > 0) lose("vlm_blocks_unread", counted(failed, "blocks were not read"));
    if (cut > 0) lose("vlm_answers_cut", counted(cut, "answers were cut short"));
  }

  // Figures as pictures, and what was found but not read.
  Result<std::vector<Picture>> cut_pictures(const std::vector<VlmBlock>& blocks) {
    std::vector<Picture> pictures(blocks.size());
    if (!options_.keep_pictures) return pictures;
    for (size_t i = 0; i < blocks.size(); ++i) {
      const BlockType type = blocks[i].type;
      const bool unread = !blocks[i].content || blocks[i].content->empty();
      const bool kept = type == BlockType::kImage || type == BlockType::kChart ||
                        type == BlockType::kImageBlock ||
                        (unread && (type == BlockType::kTable || type == BlockType::kEquation));
      if (!kept || document::protocol::crop_box(blocks[i].box, page_.width, page_.height).empty())
        continue;
      const Image pixels = document::protocol::cut_upright(page_, blocks[i]);
      pictures[i].bytes = OCTAVO_TRY(encode_jpeg(pixels, {.quality = kJpegQuality}));
      pictures[i].file_name = "images/" + sha256_hex(pictures[i].bytes) + ".jpg";
      pictures[i].width = pixels.width();
      pictures[i].height = pixels.height();
    }
    return pictures;
  }

  PageView view_;
  const ParseOptions& options_;
  PageInfo info_;
  ImageView page_;  // of the view's cache, or of `colored_`
  Image colored_;
  Image layout_picture_;
  std::vector<VlmBlock> blocks_;
  std::vector<size_t> plan_;
  bool degraded_ = false;
};

// A job, or the error that ended it.
struct Slot {
  std::unique_ptr<PageJob> job;
  std::optional<Error> error;

  bool active() const { return !error && !job->blank(); }
  void take(const Status& status) {
    if (!status.ok()) error = status.error();
  }
};

void ask_layouts(std::vector<Slot>& slots, const VlmPageOptions& vlm_options, Vlm& vlm,
                 const Deadline& deadline) {
  std::vector<VlmRequest> requests;
  std::vector<Slot*> asked;
  for (Slot& slot : slots) {
    if (!slot.active()) continue;
    requests.push_back(slot.job->layout_question(vlm_options));
    asked.push_back(&slot);
  }
  if (requests.empty()) return;
  const auto answers = vlm.answer(requests, deadline);
  for (size_t i = 0; i < asked.size(); ++i)
    asked[i]->take(asked[i]->job->take_layout(
        i < answers.size() ? answers[i] : VlmAnswer{.text = "", .finish = "error"}, vlm_options));
}

// Crops of one or several pages, asked about at once.
class Batch {
 public:
  Batch(const VlmPageOptions& vlm_options, Vlm& vlm, const Deadline& deadline)
      : vlm_options_(vlm_options), vlm_(vlm), deadline_(deadline) {}

  void add(PageJob& job, size_t block) {
    crops_.push_back(document::protocol::cut_crop(job.page(), job.blocks(), block));
    targets_.push_back(&job.blocks()[block]);
    pixels_ += int64_t(crops_.back().width()) * crops_.back().height();
    if (pixels_ >= kBatchPixels || crops_.size() >= kBatchCrops) ask();
  }

  void ask() {
    if (crops_.empty()) return;
    std::vector<VlmRequest> requests;
    for (size_t i = 0; i < crops_.size(); ++i) {
      requests.push_back(document::protocol::content_request(targets_[i]->type, crops_[i]));
      requests.back().max_new_tokens = vlm_options_.max_content_tokens;
    }
    const auto answers = vlm_.answer(requests, deadline_);
    for (size_t i = 0; i < std::min(answers.size(), targets_.size()); ++i)
      document::protocol::take_answer(answers[i], *targets_[i]);
    crops_.clear();
    targets_.clear();
    pixels_ = 0;
  }

 private:
  const VlmPageOptions& vlm_options_;
  Vlm& vlm_;
  const Deadline& deadline_;
  std::vector<Image> crops_;
  std::vector<VlmBlock*> targets_;
  int64_t pixels_ = 0;
};

}  // namespace

std::vector<Result<PageBlocks>> read_pages_vlm(const document::PageSource& source,
                                               std::span<const int> pages,
                                               const ParseOptions& options, Vlm& vlm,
                                               const VlmPageOptions& vlm_options) {
  const auto start = std::chrono::steady_clock::now();
  const Deadline deadline(options.page_timeout * static_cast<int64_t>(pages.size()),
                          options.cancel);
  std::vector<Slot> slots;
  for (const int index : pages) {
    Slot& slot = slots.emplace_back();
    slot.job = std::make_unique<PageJob>(source, index, options, deadline);
    slot.take(slot.job->open());
  }
  ask_layouts(slots, vlm_options, vlm, deadline);
  Batch batch(vlm_options, vlm, deadline);
  for (const Slot& slot : slots) {
    if (!slot.active()) continue;
    for (const size_t block : slot.job->plan())
      if (deadline.check().ok()) batch.add(*slot.job, block);
  }
  batch.ask();

  const std::chrono::duration<float> all = std::chrono::steady_clock::now() - start;
  const float seconds = all.count() / static_cast<float>(std::max<size_t>(pages.size(), 1));
  std::vector<Result<PageBlocks>> results;
  for (Slot& slot : slots) {
    if (!slot.error && deadline.cancelled()) slot.error = deadline.check().error();
    results.push_back(slot.error ? Result<PageBlocks>(*slot.error)
                                 : slot.job->finish(vlm.name(), seconds));
  }
  return results;
}

}  // namespace octavo
