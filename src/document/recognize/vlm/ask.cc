#include "document/recognize/vlm/ask.h"

#include "base/utf8.h"
#include "document/layout/vlm/layout_request.h"

namespace octavo::document::protocol {
namespace {

constexpr std::string_view kEndToken = "<|im_end|>";
// Repetition costs; tables repeat more by nature.
constexpr float kPresencePenalty = 1;
constexpr float kFrequencyPenalty = 0.05F, kTableFrequencyPenalty = 0.005F;

}  // namespace

std::string_view prompt_of(BlockType type) {
  switch (type) {
    case BlockType::kTable:
      return "\nTable Recognition:";
    case BlockType::kEquation:
      return "\nFormula Recognition:";
    case BlockType::kImage:
    case BlockType::kChart:
      return "\nImage Analysis:";
    default:
      return "\nText Recognition:";
  }
}

VlmRequest content_request(BlockType type, ImageView picture) {
  VlmRequest request = protocol_request(picture, prompt_of(type));
  request.sampling.presence_penalty = kPresencePenalty;
  request.sampling.frequency_penalty =
      type == BlockType::kTable ? kTableFrequencyPenalty : kFrequencyPenalty;
  return request;
}

void take_answer(const VlmAnswer& answer, VlmBlock& block) {
  block.finish = answer.finish;
  if (answer.finish == "error") return;
  std::string_view text = answer.text;
  if (text.ends_with(kEndToken)) text.remove_suffix(kEndToken.size());
  // What a server sends may be anything; the repairs rely on whole characters.
  block.content = is_valid_utf8(text) ? std::string(text) : to_utf8(to_utf32(text));
}

}  // namespace octavo::document::protocol
