#include "pipeline/hybrid_page.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/try.h"
#include "document/block/repair/finish_blocks.h"
#include "document/block/repair/page_blocks.h"
#include "document/crop/vlm/cut_crop.h"
#include "document/crop/vlm/plan_crops.h"
#include "document/layout/analyze_layout.h"
#include "document/layout/vlm/answer_text.h"
#include "document/layout/vlm/layout_request.h"
#include "document/layout/vlm/parse_layout.h"
#include "document/layout/vlm/to_layout.h"
#include "document/page/load_page.h"
#include "document/recognize/choose_source.h"
#include "document/recognize/vlm/ask.h"
#include "document/recognize/vlm/draft_text.h"
#include "pipeline/agreement.h"
#include "pipeline/answer_counts.h"
#include "pipeline/page_parts.h"
#include "pipeline/page_pixels.h"
#include "pipeline/turn_back.h"

namespace octavo {
namespace {

using document::PageBlock;
using document::PageBlocks;
using document::Region;
using document::protocol::VlmBlock;

// Around regions that were not found by the model: it is used to boxes with some air.
constexpr float kMargin = 2;  // points

class HybridPage : public PageJob {
 public:
  HybridPage(const document::PageSource& source, int index, const ParseOptions& options,
             Networks& networks, const Deadline& deadline)
      : view_(source, index, options.limits, deadline), options_(options), networks_(networks) {}

  Status open() override {
    parts_.page = OCTAVO_TRY(document::load_page(view_, options_.ocr, networks_));
    if (parts_.page.blank) return success();
    if (options_.effort != Effort::kBest) return take_apart_by_network();
    pixels_ = OCTAVO_TRY(page_pixels(view_, parts_.page.width, parts_.page.height));
    layout_picture_ = document::protocol::layout_picture(pixels_);
    return success();
  }

  std::optional<VlmRequest> layout_question() override {
    if (layout_picture_.empty()) return std::nullopt;
    return document::protocol::layout_request(layout_picture_);
  }

  // Without a layout of the model's, the network's is as good as in the other efforts.
  Status take_layout(const VlmAnswer& answer) override {
    layout_picture_ = {};
    if (answer.finish == "error") {
      lose("vlm_layout_unread", "the model gave no layout: " + answer.error.what);
      return take_apart_by_network();
    }
    OCTAVO_TRY_STATUS(check_layout_answer(answer, view_.deadline(), parts_.page.index));
    auto layout =
        document::protocol::parse_layout(answer.text, options_.limits.max_blocks_per_page);
    degraded_ |= report_layout(layout, answer, options_.limits, view_.diagnostics());
    if (layout.blocks.empty()) return take_apart_by_network();
    OCTAVO_TRY_STATUS(
        take_apart(parts_, view_, options_, networks_, [&](const document::Page& page) {
          return Result<document::Layout>(document::protocol::to_layout(layout.blocks, page));
        }));
    return choose();
  }

  size_t question_count() const override { return questions_.size(); }
  Image cut(size_t question) const override {
    return document::protocol::cut_crop(pixels_, blocks_, question);
  }
  VlmRequest question(size_t question, ImageView picture) const override {
    VlmRequest request = document::protocol::content_request(blocks_[question].type, picture);
    request.draft = document::protocol::draft_text(parts_.answers[questions_[question]]);
    return request;
  }
  void take(size_t question, const VlmAnswer& answer) override {
    document::protocol::take_answer(answer, blocks_[question]);
    counts_.add(answer, blocks_[question]);
  }

  Result<PageBlocks> finish(const std::string& model, float seconds) override {
    PageBlocks result;
    int read_otherwise = 0;
    if (!parts_.page.blank) {
      degraded_ |= counts_.report(view_.diagnostics());
      std::map<uint32_t, std::vector<PageBlock>> read;  // by region
      for (size_t q = 0; q < questions_.size(); ++q) take_over(q, model, read, read_otherwise);
      result.blocks = build(std::move(read));
    }
    result.info = describe_page(parts_, result.blocks, read_otherwise);
    describe_source(result);
    turn_blocks_back(result.blocks, parts_.page.turn, parts_.page.width, parts_.page.height);
    result.diagnostics = view_.diagnostics().take();
    if (degraded_ || something_was_lost(result.diagnostics))
      result.info.status = PageStatus::kDegraded;
    result.info.seconds = seconds;
    return result;
  }

 private:
  Status take_apart_by_network() {
    OCTAVO_TRY_STATUS(
        take_apart(parts_, view_, options_, networks_, [&](const document::Page& page) {
          return document::analyze_layout(page, view_, networks_);
        }));
    return choose();
  }

  void lose(const char* id, std::string what) {
    degraded_ = true;
    view_.diagnostics().warn(id, std::move(what));
  }

  // Which regions the model is asked about.
  Status choose() {
    const document::Layout& layout = parts_.layout;
    for (uint32_t i = 0; i < layout.regions.size(); ++i) {
      auto choice = document::choose_source(document::region_facts(
          parts_.page, layout.regions[i], parts_.answers[i], options_.effort));
      reasons_.push_back(std::move(choice.reason));
      if (choice.source != Source::kVlm) continue;
      questions_.push_back(i);
      blocks_.push_back(block_of(layout.regions[i]));
    }
    if (questions_.empty()) return success();
    if (pixels_.empty())
      pixels_ = OCTAVO_TRY(page_pixels(view_, parts_.page.width, parts_.page.height));
    drop_invisible();
    return success();
  }

  VlmBlock block_of(const Region& region) const {
    const float margin = options_.effort == Effort::kBest ? 0 : kMargin;
    const auto unit = [&](float at, float all) {
      return std::clamp(static_cast<double>(at) / static_cast<double>(std::max(all, 1.0F)), 0.0,
                        1.0);
    };
    const float width = parts_.page.width, height = parts_.page.height;
    VlmBlock block;
    block.type = document::protocol::block_type_for(region.kind);
    block.box = {unit(region.box.x0 - margin, width), unit(region.box.y0 - margin, height),
                 unit(region.box.x1 + margin, width), unit(region.box.y1 + margin, height)};
    block.angle = region.angle;
    return block;
  }

  // Regions of less than a pixel.
  void drop_invisible() {
    size_t kept = 0;
    for (size_t q = 0; q < questions_.size(); ++q) {
      const auto box =
          document::protocol::crop_box(blocks_[q].box, pixels_.width(), pixels_.height());
      if (box.empty()) continue;
      questions_[kept] = questions_[q];
      blocks_[kept++] = std::move(blocks_[q]);
    }
    questions_.resize(kept);
    blocks_.resize(kept);
  }

  // Puts the model's answer in the region's place when it is one; else what was read without it
  // stays.
  void take_over(size_t q, const std::string& model,
                 std::map<uint32_t, std::vector<PageBlock>>& read, int& read_otherwise) {
    const uint32_t region = questions_[q];
    document::Answer& answer = parts_.answers[region];
    VlmBlock& asked = blocks_[q];
    const bool whole = asked.finish == "stop";
    const bool have_other = !answer.lines.empty() || answer.table.rows > 0;
    const auto keep_other = [&](const char* why) { (reasons_[region] += "; ") += why; };
    if (!asked.content) return keep_other("not read by the model");
    if (document::protocol::is_blank(*asked.content))
      return keep_other("the model's answer was empty");
    if (!whole && have_other) return keep_other("the model's answer was not whole");
    auto blocks = blocks_of(asked, answer.picture, region);
    if (!fits(parts_.layout.regions[region].kind, answer, blocks))
      return keep_other(
          "the model's answer is of no use, or says something else than the text layer");
    for (PageBlock& block : blocks)
      block.block.source_reason =
          reasons_[region] + "; read by " + model + (whole ? "" : ", whose answer was cut");
    read_otherwise += visible_characters(answer.lines);
    read[region] = std::move(blocks);
  }

  std::vector<PageBlock> blocks_of(const VlmBlock& asked, const Picture& picture,
                                   uint32_t region) const {
    auto finished = document::protocol::finish_blocks({asked});
    std::vector<Picture> pictures(finished.size());
    if (!pictures.empty()) pictures[0] = picture;
    auto blocks = document::protocol::to_page_blocks(
        std::move(finished), std::move(pictures),
        {parts_.page.index, parts_.page.width, parts_.page.height});
    for (PageBlock& block : blocks) {
      block.region = region;
      if (!block.block.boxes.empty())
        block.block.boxes[0] = {parts_.page.index, parts_.layout.regions[region].box};
    }
    return blocks;
  }

  // Is there anything in the answer? A table must have rows, and not contradict a sound text layer.
  bool fits(document::RegionKind kind, const document::Answer& other,
            const std::vector<PageBlock>& blocks) const {
    constexpr float kContradicts = 0.5F;
    if (blocks.empty()) return false;
    if (kind != document::RegionKind::kTable) return true;
    const bool layer =
        parts_.page.trust == document::TextTrust::kTrusted && other.source == Source::kTextLayer;
    return blocks[0].block.table.rows > 0 &&
           (!layer || shared_characters(other.lines, blocks) >= kContradicts);
  }

  // The basic tier's blocks, with a picture without anything in it where the model has read: it
  // holds the place.
  std::vector<PageBlock> build(std::map<uint32_t, std::vector<PageBlock>> read) {
    for (uint32_t i = 0; i < parts_.answers.size(); ++i) {
      document::Answer& answer = parts_.answers[i];
      if (read.contains(i)) {
        Region& region = parts_.layout.regions[i];
        region.kind = document::RegionKind::kFigure;
        region.lines.clear();
        region.rules.clear();
        answer = {};
      } else if (answer.reason.empty() || answer.reason == "text layer") {
        answer.reason = reasons_[i];
      } else {
        answer.reason = reasons_[i] + "; " + answer.reason;
      }
    }
    std::vector<PageBlock> blocks;
    for (PageBlock& block : document::build_blocks(parts_.page, parts_.layout, parts_.answers)) {
      const auto found = read.find(block.region);
      if (found == read.end()) {
        blocks.push_back(std::move(block));
        continue;
      }
      std::move(found->second.begin(), found->second.end(), std::back_inserter(blocks));
      found->second.clear();
    }
    return blocks;
  }

  // The page's source is where most of its characters came from.
  static void describe_source(PageBlocks& page) {
    int model = 0, all = 0;
    for (const PageBlock& page_block : page.blocks) {
      const Block& block = page_block.block;
      const int count = visible_characters(block);
      all += count;
      if (block.source == Source::kVlm) model += count;
    }
    if (all == 0 || 2 * model <= all) return;
    page.info.source = Source::kVlm;
    page.info.source_reason = "most of it was read by the model";
  }

  document::PageView view_;
  const ParseOptions& options_;
  Networks& networks_;
  PageParts parts_;
  Image pixels_, layout_picture_;
  std::vector<std::string> reasons_;  // one a region: why it is read by whom
  std::vector<uint32_t> questions_;   // regions the model is asked about
  std::vector<VlmBlock> blocks_;      // one a question
  AnswerCounts counts_;
  bool degraded_ = false;
};

}  // namespace

std::unique_ptr<PageJob> make_hybrid_page(const document::PageSource& source, int index,
                                          const ParseOptions& options, Networks& networks,
                                          const Deadline& deadline) {
  return std::make_unique<HybridPage>(source, index, options, networks, deadline);
}

}  // namespace octavo
