// Requests -> tokens: prefill, decode, many sequences at once over one model.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "engine/model/image_processor.h"
#include "engine/model/model.h"
#include "engine/sampling/sampler.h"
#include "engine/tokenizer/chat_template.h"

namespace octavo::engine {

enum class FinishReason : uint8_t { kStop, kLength, kCancelled, kError };

struct Request {
  Prompt prompt;                      // ids with one run of image tokens for each image
  std::vector<PreparedImage> images;  // in order
  SamplingOptions sampling;
  int64_t max_new_tokens = 0;        // 0: what the context leaves
  std::vector<std::string> stop;     // stop strings (not part of the text)
  std::vector<TokenId> stop_tokens;  // besides the model's end tokens
  bool skip_special = true;          // leave special tokens out of the text
};

struct Timings {
  double image_seconds = 0, prefill_seconds = 0, first_token_seconds = 0, decode_seconds = 0;
  int64_t prompt_tokens = 0, image_tokens = 0, generated_tokens = 0;
};

struct Completion {
  std::vector<TokenId> ids;  // end token left out
  std::string text;
  FinishReason finish = FinishReason::kStop;
  Error error;  // when finish == kError
  std::vector<std::vector<TokenLogprob>> logprobs;
  Timings timings;
};

// Called on the session's thread with text that can be shown; return false to cancel that request.
using OnText = std::function<bool(size_t request, std::string_view text)>;

struct SessionOptions {
  int64_t kv_bytes = int64_t(512) << 20;
  int max_sequences = 8;        // decoded together
  int64_t prefill_chunk = 512;  // rows a step, so that others go on decoding
};

// Not thread-safe: one thread drives it. The model and the pool must outlive it.
class Session {
 public:
  static Result<std::unique_ptr<Session>> create(std::shared_ptr<const Model> model,
                                                 ThreadPool& pool, const SessionOptions& options);
  ~Session();

  // Runs the requests to their ends, together as far as memory allows; one completion each, same
  // order. A request that cannot run (longer than the context: counts in the error) fails alone.
  std::vector<Completion> generate(std::vector<Request> requests, const Deadline& deadline = {},
                                   const OnText& on_text = {});

 private:
  struct Impl;
  explicit Session(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo::engine
