#include "document/block/repair/page_blocks.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "document/block/marker.h"
#include "document/block/paragraphs.h"
#include "document/block/repair/block_kinds.h"
#include "document/block/repair/equation_rules.h"
#include "document/block/repair/inline_math.h"
#include "document/block/repair/pipe_table.h"
#include "document/layout/vlm/answer_text.h"
#include "document/layout/vlm/thin_out.h"

namespace octavo::document::protocol {
namespace {

// The engine gives no likelihoods: these are what its answers are worth before anyone compared
// them.
constexpr float kComplete = 0.9F, kCut = 0.5F;
constexpr const char* kNotRead = "found by the model, but not read";
constexpr std::string_view kMermaidFence = "```mermaid\n", kFence = "```";
constexpr float kLinePitch = 1.2F;             // of the type size
constexpr float kSmallest = 4, kLargest = 96;  // type sizes, points

// From the area that the characters fill: half as wide as high, ideographs square.
float estimate_size(std::string_view text, const PointBox& box) {
  float ems = 0;
  for (const char32_t c : to_utf32(text)) ems += is_cjk(c) || is_hangul(c) ? 1.0F : 0.5F;
  if (ems <= 0 || box.empty()) return 0;
  const float size = std::sqrt(box.area() / (ems * kLinePitch));
  const float side = std::min(box.width(), box.height());
  return std::clamp(std::min(size, side), kSmallest, kLargest);
}

bool has_cjk(std::string_view text) {
  const std::u32string chars = to_utf32(text);
  return std::any_of(chars.begin(), chars.end(), [](char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF);
  });
}

ListItem make_item(std::string_view text, const PageBox& box) {
  ListItem item;
  const Marker marker = parse_marker(text);
  item.marker = marker.text;
  item.content = read_inlines(text.substr(std::min(marker.bytes, text.size())));
  item.boxes = {box};
  return item;
}

class Builder {
 public:
  Builder(std::vector<VlmBlock> blocks, std::vector<Picture> pictures, const PageFrame& frame)
      : blocks_(std::move(blocks)), pictures_(std::move(pictures)), frame_(frame) {}

  std::vector<PageBlock> build() {
    pictures_.resize(blocks_.size());
    group();
    for (index_ = 0; index_ < blocks_.size(); ++index_) add(blocks_[index_]);
    return std::move(out_);
  }

 private:
  static constexpr size_t kNoList = static_cast<size_t>(-1);

  // Which list a text is in, and which containers have members.
  void group() {
    list_of_.assign(blocks_.size(), kNoList);
    has_members_.assign(blocks_.size(), false);
    made_list_.assign(blocks_.size(), kNoList);
    for (size_t c = 0; c < blocks_.size(); ++c) {
      const BlockType container = blocks_[c].type;
      if (container != BlockType::kList && container != BlockType::kImageBlock) continue;
      for (size_t i = 0; i < blocks_.size(); ++i) {
        const BlockType type = blocks_[i].type;
        const bool fits = container == BlockType::kList
                              ? type == BlockType::kText && blocks_[i].content.has_value()
                              : type == BlockType::kImage || type == BlockType::kChart;
        if (!fits || covered_share(blocks_[i].box, blocks_[c].box) < kInside) continue;
        has_members_[c] = true;
        if (container == BlockType::kList && list_of_[i] == kNoList) list_of_[i] = c;
      }
    }
  }

  PageBox place(const VlmBlock& block) const {
    return {frame_.index, page_box(block.box, frame_.width, frame_.height)};
  }

  PageBlock& start(const VlmBlock& block) {
    const Kinds kinds = kinds_of(block.type);
    PageBlock& made = out_.emplace_back();
    made.region = static_cast<uint32_t>(index_);
    made.region_kind = kinds.region;
    made.block.kind = kinds.block;
    made.block.angle = block.angle.value_or(0);
    made.block.boxes = {place(block)};
    made.block.source = Source::kVlm;
    made.block.confidence = block.finish.empty() || block.finish == "stop" ? kComplete : kCut;
    made.block.source_reason = reason_of(block.finish);
    return made;
  }

  static const char* reason_of(std::string_view finish) {
    if (finish.empty()) return "found by the model";
    if (finish == "stop") return "read by the model";
    if (finish == "error") return kNotRead;
    if (finish == "loop") return "the model's answer repeated itself and was cut there";
    return finish == "length" ? "the model's answer was cut at the limit"
                              : "the model's answer was cut at the page's time limit";
  }

  void add(VlmBlock& block) {
    const bool container = block.type == BlockType::kList || block.type == BlockType::kImageBlock;
    if (container && has_members_[index_]) return;
    const BlockKind kind = kinds_of(block.type).block;
    if (kind == BlockKind::kImage || kind == BlockKind::kChart) return add_picture(block);
    if (!block.content || is_blank(*block.content)) {
      if (kind == BlockKind::kTable || kind == BlockKind::kEquation) add_unread(block);
      return;
    }
    if (list_of_[index_] != kNoList) return add_to_list(block);
    if (block.merge_prev && last_text_ < out_.size()) return append_to_last(block);
    if (is_note(block.type) && !out_.empty() && is_main(out_.back().block.kind)) {
      out_.back().block.footnotes.push_back(
          {read_inlines(unfold_lines(*block.content)), place(block)});
      return;
    }
    if (block.type == BlockType::kFormulaNumber && !out_.empty() &&
        out_.back().block.kind == BlockKind::kEquation) {
      out_.back().block.content.push_back(
          {InlineKind::kText, kPlain, " " + std::string(strip(*block.content)), {}});
      return;
    }
    add_content(block, kind);
  }

  static bool is_note(BlockType type) {
    return type == BlockType::kFootnote || type == BlockType::kTableFootnote ||
           type == BlockType::kImageFootnote;
  }

  void add_content(VlmBlock& block, BlockKind kind) {
    const std::string text = std::move(*block.content);
    PageBlock& made = start(block);
    Block& out = made.block;
    out.picture = std::move(pictures_[index_]);
    made.rows = static_cast<int>(split_lines(text).size());
    made.size = estimate_size(text, out.boxes[0].box);
    if (kind == BlockKind::kEquation) {
      out.content = {{InlineKind::kMath, kPlain, drop_delimiters(text), {}}};
    } else if (kind == BlockKind::kTable) {
      if (block.table) out.table = std::move(*block.table);
      if (out.table.rows == 0) out.content = read_inlines(text);
    } else if (kind == BlockKind::kCode) {
      out.content = {{InlineKind::kText, kPlain, std::string(strip_end(text)), {}}};
    } else if (kind == BlockKind::kIndex || kind == BlockKind::kList) {
      for (const std::string_view line : split_lines(text))
        if (!is_blank(line)) out.items.push_back(make_item(strip(line), out.boxes[0]));
    } else {
      out.content = read_inlines(unfold_lines(text));
    }
    if (block.type == BlockType::kText) {
      last_text_ = out_.size() - 1;
      // Without a text before it on this page, it goes on from the page before.
      made.starts_flush = made.starts_mid_sentence = block.merge_prev;
      made.ends_open = !ends_sentence(strip_end(text));
    }
  }

  // What the model drew again of a picture, a chart's numbers or a flow chart, stands behind it as
  // a block of its own kind; what it says about it is the picture's text.
  void add_picture(VlmBlock& block) {
    PageBlock& made = start(block);
    made.block.picture = std::move(pictures_[index_]);
    if (!block.content || is_blank(*block.content)) return;
    std::string_view text = strip(*block.content);
    if (auto table = read_pipe_table(text)) {
      PageBlock& numbers_block = start(block);
      numbers_block.region_kind = RegionKind::kTable;
      Block& numbers = numbers_block.block;
      numbers.kind = BlockKind::kTable;
      numbers.table = std::move(*table);
      numbers.source_reason = "the model's reading of the chart before it";
    } else if (text.starts_with(kMermaidFence) && text.ends_with(kFence)) {
      text.remove_prefix(kMermaidFence.size());
      text.remove_suffix(kFence.size());
      PageBlock& drawing_block = start(block);
      drawing_block.region_kind = RegionKind::kCode;
      Block& drawing = drawing_block.block;
      drawing.kind = BlockKind::kCode;
      drawing.language = "mermaid";
      drawing.content = {{InlineKind::kText, kPlain, std::string(strip_end(text)), {}}};
      drawing.source_reason = "the model's reading of the picture before it";
    } else {
      made.block.content = {{InlineKind::kText, kPlain, std::string(text), {}}};
    }
  }

  // A table or an equation that the model found and did not read: its picture says what it is.
  void add_unread(const VlmBlock& block) {
    PageBlock& made = start(block);
    made.block.picture = std::move(pictures_[index_]);
    made.block.confidence = 0;
    made.block.source_reason = kNotRead;
  }

  void add_to_list(const VlmBlock& block) {
    size_t& list = made_list_[list_of_[index_]];
    if (list == kNoList) {
      start(blocks_[list_of_[index_]]).block.source_reason = "read by the model";
      list = out_.size() - 1;
    }
    out_[list].block.items.push_back(make_item(unfold_lines(*block.content), place(block)));
  }

  void append_to_last(const VlmBlock& block) {
    PageBlock& last = out_[last_text_];
    const std::string text = unfold_lines(*block.content);
    Inlines more = read_inlines(text);
    if (!has_cjk(text)) last.block.content.push_back({InlineKind::kText, kPlain, " ", {}});
    last.block.content.insert(last.block.content.end(), more.begin(), more.end());
    last.block.boxes.push_back(place(block));
    last.ends_open = !ends_sentence(strip_end(text));
  }

  std::vector<VlmBlock> blocks_;
  std::vector<Picture> pictures_;
  PageFrame frame_;
  std::vector<size_t> list_of_, made_list_;
  std::vector<bool> has_members_;
  std::vector<PageBlock> out_;
  size_t index_ = 0;
  size_t last_text_ = kNoList;
};

}  // namespace

std::vector<PageBlock> to_page_blocks(std::vector<VlmBlock> blocks, std::vector<Picture> pictures,
                                      const PageFrame& frame) {
  return Builder(std::move(blocks), std::move(pictures), frame).build();
}

}  // namespace octavo::document::protocol
