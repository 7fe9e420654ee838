// One request while it runs: what was fed to the model, what came out, and what comes next.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/sampling/sampler.h"
#include "engine/session/drafter.h"
#include "engine/session/picture_cache.h"
#include "engine/session/prompt_cache.h"
#include "engine/session/session.h"
#include "engine/session/session_model.h"
#include "engine/session/stop_scanner.h"

namespace octavo::engine {

using SessionClock = std::chrono::steady_clock;
double seconds_since(SessionClock::time_point start);

// Not thread-safe. The model must outlive it.
class Sequence {
 public:
  // `limit`: the most tokens, prompt and generated. `most_drafts`: guesses of one step. `began`:
  // when serve() was called.
  Sequence(size_t index, Request request, int64_t limit, int64_t most_drafts, SessionModel& model,
           KvPool& pool, SessionClock::time_point began);

  // Room in the KV memory for all that is known and the token after it. Errors: kLimitExceeded.
  Status reserve_known();
  // Before the first step: prepares and encodes all pictures that `pictures` does not have (patches
  // are freed on the way), takes the memory that decoding needs. Once done there is nothing to do.
  // Errors: those of its pictures, and of `deadline`, the call's, or the request's own.
  Status start(PictureCache& pictures, const Deadline& deadline);
  // Starts with what was read before and, when the whole prompt was, with its answer as a draft.
  // Errors: as reserve_known, which it takes the place of.
  Status begin(PromptCache& prompts);
  // Leaves the prompt, once it is read, and in the end the answer to later requests.
  void remember(PromptCache& prompts);
  // Forgets keys and values; what is known is fed again.
  void drop_cache();

  // More than the newest token is known and not fed: the prompt, or what was dropped.
  bool catching_up() const { return unfed() > 1 || kv_.length() < prompt_tokens(); }
  // Known tokens of the next step: at most a chunk.
  int64_t next_rows(int64_t chunk) const { return std::min(chunk, unfed()); }
  Status reserve_next(int64_t chunk) { return kv_.reserve(next_rows(chunk)); }
  // Whether the next step ends with a token that is new.
  bool picks_next(int64_t chunk) const { return next_rows(chunk) == unfed(); }

  // That the guess after `drafts` of them is right, and all before it; 0: there is none, or no room
  // for it. For a step that picks.
  double draft_chance(int64_t drafts) const;
  // That many guesses are checked in the next step, or as many as the KV memory has room for, now
  // that the known rows have theirs: the number.
  int64_t plan_drafts(int64_t drafts, int64_t chunk);

  // Embeddings of the next step into `rows` [next_rows + planned drafts, hidden], pictures'
  // features over the image tokens.
  void fill_rows(MatView<float> rows);
  // Of that step; logits are wanted for the newest known token and the drafts, when it picks.
  SequenceRows describe(int64_t first_row, int64_t rows);
  // The step is done; seconds it took, and `share` of them by this sequence's rows.
  void advance(int64_t rows, double seconds, double share);

  // Takes tokens from `logits`, one row each, as long as the guesses they rest on are right; then
  // finished() is true or the cache holds all but the newest.
  void take_tokens(MatView<float> logits, const OnText& on_text);
  void cancel(const Error& why, const OnText& on_text);
  void fail(Error error);
  Status on_time() const { return request_.deadline.check(); }
  bool finished() const { return finished_; }

  size_t index() const { return index_; }
  int64_t known_tokens() const {
    return prompt_tokens() + static_cast<int64_t>(completion_.ids.size());
  }
  Completion take_completion();

 private:
  int64_t prompt_tokens() const { return static_cast<int64_t>(request_.prompt.ids.size()); }
  int64_t unfed() const { return known_tokens() - kv_.length(); }
  bool is_end(TokenId id) const;
  void take_token(std::span<float> logits, const OnText& on_text);
  void show(std::string_view text, const OnText& on_text);
  void finish(FinishReason reason, const OnText& on_text);
  void copy_features(MatView<float> rows);
  void start_drafts();
  void extend_positions(int64_t tokens);
  Status encode_images(PictureCache& pictures, const Deadline& deadline);
  Status encode_image(RequestImage& image, PictureCache& pictures, const Deadline& deadline);
  PromptContent content() const;
  int64_t most_new() const;

  size_t index_;
  Request request_;
  int64_t limit_, most_drafts_;
  SessionModel& model_;
  SessionClock::time_point began_, first_token_;
  KvSequence kv_;
  PromptPositions positions_;  // of the prompt, and of what follows as it is fed
  std::vector<std::shared_ptr<const PictureFeatures>> features_;  // kept for drop_cache
  PromptContent content_;                                         // when the request shares it
  bool started_ = false, remembered_ = false;
  Sampler sampler_;
  std::optional<Drafter> drafter_;
  int64_t planned_drafts_ = 0;
  StreamDecoder decoder_;
  StopScanner text_;
  Completion completion_;
  bool finished_ = false;
};

}  // namespace octavo::engine
