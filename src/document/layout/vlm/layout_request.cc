#include "document/layout/vlm/layout_request.h"

#include "image/convert.h"
#include "image/resize.h"

namespace octavo::document::protocol {
namespace {

constexpr int kLayoutSide = 1036;  // 37 patches of 28 pixels
// The model was trained with these; other values make it loop or leave things out.
constexpr float kTopP = 0.01F;
constexpr int kTopK = 1;
constexpr int kNoRepeatNgram = 100;

}  // namespace

Image layout_picture(ImageView page) {
  return resize(to_rgb(page), kLayoutSide, kLayoutSide, Filter::kBicubic, PassOrder::kPillow13);
}

VlmRequest protocol_request(ImageView picture, std::string_view prompt) {
  VlmRequest request;
  request.images = {picture};
  request.prompt = prompt;
  request.sampling.temperature = 0;
  request.sampling.top_p = kTopP;
  request.sampling.top_k = kTopK;
  request.sampling.repetition_penalty = 1;
  request.sampling.no_repeat_ngram = kNoRepeatNgram;
  request.keep_special = true;
  return request;
}

VlmRequest layout_request(ImageView picture) {
  return protocol_request(picture, "\nLayout Detection:");
}

}  // namespace octavo::document::protocol
