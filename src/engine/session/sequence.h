// One request while it runs: what was fed to the model, what came out, and what comes next.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/sampling/sampler.h"
#include "engine/session/session.h"
#include "engine/session/session_model.h"
#include "engine/session/stop_scanner.h"

namespace octavo::engine {

using SessionClock = std::chrono::steady_clock;
double seconds_since(SessionClock::time_point start);

// Not thread-safe. The model must outlive it.
class Sequence {
 public:
  // `limit`: the most tokens, prompt and generated. `began`: when generate() was called.
  Sequence(size_t index, Request request, int64_t limit, SessionModel& model, KvPool& pool,
           SessionClock::time_point began);

  // Room in the KV memory for all that is known and the token after it. Errors: kLimitExceeded.
  Status reserve_known();
  // Before the first step: prepares and encodes all pictures (patches are freed on the way), takes
  // the memory that decoding needs. Once done there is nothing to do.
  Status start();
  // Room for the rows of the next step.
  Status reserve_next(int64_t chunk) { return kv_.reserve(next_rows(chunk)); }
  // Forgets keys and values; what is known is fed again, in the same steps as before.
  void drop_cache();

  bool in_prompt() const { return kv_.length() < prompt_tokens(); }
  // Rows of the next step: a chunk of the prompt, beginning at a multiple of `chunk`, or one token.
  int64_t next_rows(int64_t chunk) const;
  // Embeddings of that step into `rows` [next_rows, hidden], pictures' features over the image
  // tokens.
  void fill_rows(MatView<float> rows);
  SequenceRows describe(int64_t first_row, int64_t rows);
  // The step is done; seconds it took.
  void advance(int64_t rows, double seconds);

  // Takes the next token from the logits of the last row. After the last one finished() is true.
  void take_token(std::span<float> logits, const OnText& on_text);
  void cancel(const Error& why, const OnText& on_text);
  void fail(Error error);
  bool finished() const { return finished_; }

  size_t index() const { return index_; }
  int64_t known_tokens() const {
    return prompt_tokens() + static_cast<int64_t>(completion_.ids.size());
  }
  Completion take_completion();

 private:
  int64_t prompt_tokens() const { return static_cast<int64_t>(request_.prompt.ids.size()); }
  bool is_end(TokenId id) const;
  void show(std::string_view text, const OnText& on_text);
  void finish(FinishReason reason, const OnText& on_text);
  void copy_features(MatView<float> rows);
  Status encode_images();

  size_t index_;
  Request request_;
  int64_t limit_;
  SessionModel& model_;
  SessionClock::time_point began_, first_token_;
  KvSequence kv_;
  PromptPositions positions_;
  Position step_position_{};             // of a generated token that is fed
  std::vector<Matrix<float>> features_;  // [tokens, hidden] of each picture, kept for drop_cache
  bool started_ = false;
  Sampler sampler_;
  StreamDecoder decoder_;
  StopScanner text_;
  Completion completion_;
  bool finished_ = false;
};

}  // namespace octavo::engine
