#include "document/layout/vlm/parse_layout.h"

#include <algorithm>

#include "document/layout/vlm/answer_text.h"
#include "document/layout/vlm/thin_out.h"

namespace octavo::document::protocol {
namespace {

constexpr std::string_view kBoxStart = "<|box_start|>";
constexpr std::string_view kContinued = "txt_contd_tgt";
constexpr int kOutside = 1001;  // more than any place on the page

struct Turn {
  std::string_view token;
  int angle;
};
constexpr std::array kTurns{Turn{"<|rotate_up|>", 0}, Turn{"<|rotate_right|>", 90},
                            Turn{"<|rotate_down|>", 180}, Turn{"<|rotate_left|>", 270}};

class Scanner {
 public:
  Scanner(std::string_view text, size_t at) : text_(text), at_(at) {}

  size_t at() const { return at_; }

  bool take(std::string_view literal) {
    if (!has_at(text_, at_, literal)) return false;
    at_ += literal.size();
    return true;
  }
  bool take_spaces() {
    const size_t before = at_;
    at_ = skip_spaces(text_, at_);
    return at_ > before;
  }
  // Any number of digits; what is too large becomes kOutside.
  bool take_number(int& value) {
    const size_t before = at_;
    for (value = 0; at_ < text_.size() && is_ascii_digit(text_[at_]); ++at_)
      value = std::min(value * 10 + (text_[at_] - '0'), kOutside);
    return at_ > before;
  }
  bool take_word(std::string_view& word) {
    const size_t before = at_;
    while (word_character_at(text_, at_)) at_ += character_size(text_, at_);
    word = text_.substr(before, at_ - before);
    return at_ > before;
  }

 private:
  std::string_view text_;
  size_t at_;
};

struct RawBlock {
  std::array<int, 4> corners{};
  std::string_view name, tail;
  std::optional<int> angle;
};

bool take_block(Scanner& scan, RawBlock& raw) {
  if (!scan.take(kBoxStart)) return false;
  for (size_t i = 0; i < raw.corners.size(); ++i)
    if ((i > 0 && !scan.take_spaces()) || !scan.take_number(raw.corners[i])) return false;
  if (!scan.take("<|box_end|><|ref_start|>") || !scan.take_word(raw.name) ||
      !scan.take("<|ref_end|>"))
    return false;
  for (const Turn& turn : kTurns) {
    if (!scan.take(turn.token)) continue;
    raw.angle = turn.angle;
    break;
  }
  return true;
}

std::optional<UnitBox> to_box(const std::array<int, 4>& corners) {
  auto [x0, y0, x1, y1] = corners;
  if (std::max({x0, y0, x1, y1}) >= kOutside) return std::nullopt;
  if (x0 > x1) std::swap(x0, x1);
  if (y0 > y1) std::swap(y0, y1);
  if (x0 == x1 || y0 == y1) return std::nullopt;
  return UnitBox{x0 / 1000.0, y0 / 1000.0, x1 / 1000.0, y1 / 1000.0};
}

void add_block(const RawBlock& raw, ParsedLayout& layout) {
  const auto box = to_box(raw.corners);
  if (!box) {
    ++layout.bad_boxes;
    return;
  }
  const std::string name = to_lower(raw.name);
  if (name == "inline_formula") return;  // part of the text around it, which is read as a whole
  auto type = block_type_of(name);
  if (!type) {
    ++layout.unknown_names;
    return;
  }
  if (*type == BlockType::kUnknown) type = BlockType::kImage;
  layout.without_angle += !raw.angle;
  VlmBlock& block = layout.blocks.emplace_back();
  block.type = *type;
  block.box = *box;
  block.angle = raw.angle;
  block.merge_prev = *type == BlockType::kText && contains(raw.tail, kContinued);
}

}  // namespace

ParsedLayout parse_layout(std::string_view answer, int max_blocks) {
  ParsedLayout layout;
  bool matched = false;
  size_t start = answer.find(kBoxStart);
  while (start != std::string_view::npos) {
    const size_t next = answer.find(kBoxStart, start + kBoxStart.size());
    const size_t end = std::min(next, answer.size());
    Scanner scan(answer.substr(0, end), start);
    RawBlock raw;
    if (take_block(scan, raw)) {
      matched = true;
      if (static_cast<int>(layout.blocks.size()) >= max_blocks) {
        layout.capped = true;
        break;
      }
      raw.tail = answer.substr(scan.at(), end - scan.at());
      add_block(raw, layout);
    }
    start = next;
  }
  layout.unreadable = !matched && !is_blank(answer);
  layout.repeated = drop_repeated(layout.blocks);
  layout.in_tables = drop_inside_tables(layout.blocks);
  return layout;
}

}  // namespace octavo::document::protocol
