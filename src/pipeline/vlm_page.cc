#include "pipeline/vlm_page.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "document/block/repair/finish_blocks.h"
#include "document/block/repair/page_blocks.h"
#include "document/crop/vlm/cut_crop.h"
#include "document/crop/vlm/plan_crops.h"
#include "document/layout/vlm/layout_request.h"
#include "document/layout/vlm/parse_layout.h"
#include "document/page/page_view.h"
#include "document/recognize/make_picture.h"
#include "document/recognize/vlm/ask.h"
#include "image/ink.h"
#include "pipeline/answer_counts.h"
#include "pipeline/page_pixels.h"

namespace octavo {
namespace {

using document::PageBlocks;
using document::PageView;
using document::protocol::BlockType;
using document::protocol::VlmBlock;

constexpr float kThumbnailDpi = 72;

std::vector<ModelBlock> model_blocks(const std::vector<VlmBlock>& blocks) {
  std::vector<ModelBlock> out;
  for (const VlmBlock& block : blocks)
    out.push_back({.type = std::string(document::protocol::block_type_name(block.type)),
                   .box = {static_cast<float>(block.box.x0), static_cast<float>(block.box.y0),
                           static_cast<float>(block.box.x1), static_cast<float>(block.box.y1)},
                   .angle = block.angle.value_or(-1),
                   .content = block.content.value_or(""),
                   .has_content = block.content.has_value(),
                   .sub_type = block.sub_type,
                   .merge_prev = block.merge_prev});
  return out;
}

class VlmPage : public PageJob {
 public:
  VlmPage(const document::PageSource& source, int index, const ParseOptions& options,
          const Deadline& deadline)
      : view_(source, index, options.limits, deadline), options_(options) {
    info_.index = index;
    info_.source = Source::kVlm;
  }

  Status open() override {
    const auto* thumbnail = OCTAVO_TRY(view_.whole(kThumbnailDpi));
    info_.width = thumbnail->area.width();
    info_.height = thumbnail->area.height();
    info_.blank = measure_ink(thumbnail->image).share < kBlankInkShare;
    view_.release();
    if (info_.blank) return success();
    page_ = OCTAVO_TRY(page_pixels(view_, info_.width, info_.height));
    layout_picture_ = document::protocol::layout_picture(page_);
    return success();
  }

  std::optional<VlmRequest> layout_question() override {
    if (info_.blank) return std::nullopt;
    return document::protocol::layout_request(layout_picture_);
  }

  Status take_layout(const VlmAnswer& answer) override {
    layout_picture_ = {};
    OCTAVO_TRY_STATUS(check_layout_answer(answer, view_.deadline(), info_.index));
    auto layout =
        document::protocol::parse_layout(answer.text, options_.limits.max_blocks_per_page);
    degraded_ |= report_layout(layout, answer, options_.limits, view_.diagnostics());
    blocks_ = std::move(layout.blocks);
    plan_ = document::protocol::plan_crops(blocks_, page_.width(), page_.height(), {});
    return success();
  }

  size_t question_count() const override { return plan_.size(); }
  Image cut(size_t question) const override {
    return document::protocol::cut_crop(page_, blocks_, plan_[question]);
  }
  VlmRequest question(size_t question, ImageView picture) const override {
    return document::protocol::content_request(blocks_[plan_[question]].type, picture);
  }
  void take(size_t question, const VlmAnswer& answer) override {
    VlmBlock& block = blocks_[plan_[question]];
    document::protocol::take_answer(answer, block);
    counts_.add(answer, block);
  }

  Result<PageBlocks> finish(const std::string& model, float seconds) override {
    PageBlocks result;
    if (!info_.blank) {
      degraded_ |= counts_.report(view_.diagnostics());
      // Ours can not hold a picture in a cell: it stands beside the table.
      for (VlmBlock& block : blocks_) block.in_table = false;
      auto finished = document::protocol::finish_blocks(std::move(blocks_));
      auto pictures = OCTAVO_TRY(cut_pictures(finished));
      info_.model_blocks = model_blocks(finished);
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
  // Figures as pictures, and what was found but not read; none of what is smaller than a pixel.
  Result<std::vector<Picture>> cut_pictures(const std::vector<VlmBlock>& blocks) const {
    std::vector<Picture> pictures(blocks.size());
    if (!options_.keep_pictures) return pictures;
    for (size_t i = 0; i < blocks.size(); ++i) {
      const BlockType type = blocks[i].type;
      const bool unread = !blocks[i].content || blocks[i].content->empty();
      const bool kept = type == BlockType::kImage || type == BlockType::kChart ||
                        type == BlockType::kImageBlock ||
                        (unread && (type == BlockType::kTable || type == BlockType::kEquation));
      if (!kept ||
          document::protocol::crop_box(blocks[i].box, page_.width(), page_.height()).empty())
        continue;
      const Image pixels = document::protocol::cut_upright(page_, blocks[i]);
      pictures[i] = OCTAVO_TRY(document::make_picture(pixels, 0));
    }
    return pictures;
  }

  PageView view_;
  const ParseOptions& options_;
  PageInfo info_;
  Image page_, layout_picture_;
  std::vector<VlmBlock> blocks_;
  std::vector<size_t> plan_;
  AnswerCounts counts_;
  bool degraded_ = false;
};

}  // namespace

std::unique_ptr<PageJob> make_vlm_page(const document::PageSource& source, int index,
                                       const ParseOptions& options, const Deadline& deadline) {
  return std::make_unique<VlmPage>(source, index, options, deadline);
}

}  // namespace octavo
