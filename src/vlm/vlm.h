// The waist between the rails: pictures and prompts in, texts out, batch first. The document rail
// knows this header and nothing of tokens or tensors; what stands beside it here sees both sides.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "image/image.h"
#include "octavo/model.h"
#include "octavo/result.h"

namespace octavo {

using VlmSampling = Sampling;

struct VlmRequest {
  std::vector<ImageView> images;  // not owned; must outlive the call
  std::string system = "You are a helpful assistant.";
  std::string prompt;
  VlmSampling sampling;
  int64_t max_new_tokens = 0;  // 0: no limit but the context
  std::vector<std::string> stop;
  // What the answer may be, from elsewhere (a text layer, OCR; UTF-8): a good draft saves time, and
  // the answer is the same with any or none. With keep_special, special tokens in it count.
  std::string draft;
  bool keep_special = false;  // special tokens appear in the text: MinerU's grammars need them
  int64_t max_pixels = 0;     // 0: the model's own limit
  int max_side = 0;           // the longer side is scaled down to it first; 0: no limit
  bool ignore_end = false;    // goes on behind the model's end token: for measuring
  // Of this request alone, beside that of the call. An answer that is late is cut.
  Deadline deadline;
  // Looked at before work on it begins; false: it is cancelled at once. Empty: it is wanted.
  std::function<bool()> wanted;
};

struct VlmAnswer {
  std::string text;
  std::string finish;  // "stop", "length", "cancelled", "error"
  Error error;         // when finish is "error"
  int64_t prompt_tokens = 0, image_tokens = 0, generated_tokens = 0;
  double image_seconds = 0, prefill_seconds = 0, first_token_seconds = 0, decode_seconds = 0;
  // Its share of the steps' time by rows of its own tokens: a sum over answers that were written
  // together counts no second twice.
  double writing_seconds = 0;
  bool image_capped = false;  // a picture was made smaller than the model would have allowed
};

// Implementations say whether they may be called from several threads.
class Vlm {
 public:
  virtual ~Vlm() = default;
  virtual std::string name() const = 0;
  // One answer a request, same order; a bad request fails alone. `on_text` gets pieces as they
  // come, called from one thread at a time; returning false cancels that request.
  virtual std::vector<VlmAnswer> answer(
      std::span<const VlmRequest> requests, const Deadline& deadline = {},
      const std::function<bool(size_t, std::string_view)>& on_text = {}) = 0;
};

}  // namespace octavo
