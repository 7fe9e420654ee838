// Requests -> tokens: prefill, decode, many sequences at once over one model.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "engine/kernels/attention/keys_values.h"
#include "engine/model/image_processor.h"
#include "engine/model/model.h"
#include "engine/sampling/sampler.h"
#include "engine/tokenizer/chat_template.h"

namespace octavo::engine {

class SessionModel;  // session_model.h

enum class FinishReason : uint8_t { kStop, kLength, kCancelled, kError };
std::string_view finish_name(FinishReason reason);  // "stop", "length", "cancelled", "error"

// A picture of a request: its size in patches, and how to get them. Patches are large (40 MB for
// the largest picture), so they are made when the request's turn has come and freed once encoded.
struct RequestImage {
  ImageGrid grid;
  std::function<Result<PreparedImage>()> prepare;  // called at most once, on the session's thread
};

struct Request {
  Prompt prompt;                     // ids with one run of image tokens for each image
  std::vector<RequestImage> images;  // in order
  SamplingOptions sampling;
  int64_t max_new_tokens = 0;        // 0: what the context and the KV memory leave
  std::vector<std::string> stop;     // stop strings (not part of the text); see kMostStops
  std::vector<TokenId> stop_tokens;  // besides the model's end tokens
  bool skip_special = true;          // leave special tokens out of the text
  // Looks at the tokens generated so far after each one; false ends the request with kStop. For
  // guards against endless repetition.
  std::function<bool(std::span<const TokenId>)> observer;
  // What the answer may be, from elsewhere: the text layer of a PDF, OCR. Several of its tokens are
  // checked in one forward pass, so that a good draft saves time; the answer is the same, token by
  // token, with any draft or none. The draft may be wrong in places, and begin, end or turn
  // elsewhere. Ids that the model does not have never match.
  std::vector<TokenId> draft;
  // Take what the prompt and the answer itself have said before for drafts as well.
  bool look_back = true;
  // Take what the session keeps of earlier requests: pictures, beginnings of prompts, and answers
  // to the very same prompt as drafts; and leave the same to later ones.
  bool reuse = true;
  // Of this request alone, beside that of the call: looked at between steps, so between chunks of
  // a prompt, and between layers of pictures. Once it has passed the request is cancelled.
  Deadline deadline;
};
constexpr size_t kMostStops = 16, kMostStopBytes = 256;

struct Timings {
  double image_seconds = 0;        // preparing and encoding pictures
  double prefill_seconds = 0;      // steps in which the prompt took part
  double first_token_seconds = 0;  // from the call of serve() to the first token
  double decode_seconds = 0;       // from the first token to the last
  // Share of the steps that wrote, by its rows in each: sums over sequences are wall time.
  double writing_seconds = 0;
  int64_t prompt_tokens = 0, image_tokens = 0, generated_tokens = 0;
  int64_t drafted_tokens = 0, accepted_tokens = 0;  // checked guesses, and those that were right
  int64_t reused_tokens = 0;                        // of the prompt: had been read before
  int64_t reused_images = 0;                        // had been encoded before
};

struct Completion {
  std::vector<TokenId> ids;  // end token left out
  std::string text;
  FinishReason finish = FinishReason::kStop;
  Error error;  // when finish == kError, and why when kCancelled by a deadline
  std::vector<std::vector<TokenLogprob>> logprobs;  // one entry an id, as Sampler::pick gives it
  Timings timings;
};

// Called on the session's thread with text that can be shown; return false to cancel that request.
// Never sees a stop string, a part of one, or half a character.
using OnText = std::function<bool(size_t request, std::string_view text)>;

struct SessionOptions {
  int64_t kv_bytes = int64_t(512) << 20;
  KvType kv_type = KvType::kF32;
  int max_sequences = 16;       // decoded together
  int64_t prefill_chunk = 512;  // rows a step, so that others go on decoding
  // Guesses checked in one step, of all sequences together; as many are made as pay. 0: none.
  int draft_rows = 32;
  // What is kept for later requests: tokens of prompts, in the KV memory (at most a quarter of it,
  // and given up when it is needed), and bytes of encoded pictures.
  int64_t kept_prompt_tokens = 4096;
  int64_t kept_picture_bytes = int64_t(32) << 20;
};

// Where requests come from while others are answered, on the session's thread.
class RequestSource {
 public:
  virtual ~RequestSource() = default;
  // The next one; asked whenever there is room for it. None: not now. When none is given while
  // nothing runs, the work is over.
  virtual std::optional<Request> next() = 0;
  // `request`: the how manieth it was, from 0 on. May have made more requests possible.
  virtual void done(size_t request, Completion completion) = 0;
};

// Not thread-safe: one thread drives it. The pool must outlive it.
class Session {
 public:
  // Errors: kInvalidArgument (options), kLimitExceeded (no KV memory).
  static Result<std::unique_ptr<Session>> create(std::shared_ptr<const Model> model,
                                                 ThreadPool& pool, const SessionOptions& options);
  // The same over anything that behaves like a model: for tests.
  static Result<std::unique_ptr<Session>> create(std::unique_ptr<SessionModel> model,
                                                 const SessionOptions& options);
  ~Session();

  // Of its model.
  const ModelConfig& config() const;
  const Tokenizer& tokenizer() const;

  // Answers requests as they come, and takes new ones while others go on. When the deadline has
  // passed all that run are cancelled, no more are asked for, and its error comes back.
  Status serve(RequestSource& source, const Deadline& deadline = {}, const OnText& on_text = {});

  // Runs the requests to their ends, together as far as memory allows; one completion each, same
  // order. A request that cannot run (longer than the context or the KV memory: counts in the
  // error) fails alone; others wait for memory. A sequence that finds none left while it grows
  // makes the newest one give up its keys and values, which are computed again later. Tokens do not
  // depend on what runs together, nor on drafts: a row of the model's work does not depend on the
  // other rows, and every token is picked by the request's own sampling, drafted or not.
  std::vector<Completion> generate(std::vector<Request> requests, const Deadline& deadline = {},
                                   const OnText& on_text = {});

 private:
  struct Impl;
  explicit Session(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo::engine
