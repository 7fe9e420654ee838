#include "engine/session/session.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "base/check.h"
#include "base/try.h"
#include "engine/session/request.h"
#include "engine/session/sequence.h"
#include "engine/session/session_model.h"

namespace octavo::engine {
namespace {

constexpr int kMostSequences = 1024;
constexpr int64_t kLargestChunk = 1 << 16;

Status check(const SessionOptions& options) {
  if (options.max_sequences < 1 || options.max_sequences > kMostSequences)
    return Error{Code::kInvalidArgument, "max_sequences must be between 1 and 1024", "", {}};
  if (options.prefill_chunk < 1 || options.prefill_chunk > kLargestChunk)
    return Error{Code::kInvalidArgument, "prefill_chunk must be between 1 and 65536", "", {}};
  return success();
}

}  // namespace

std::string_view finish_name(FinishReason reason) {
  switch (reason) {
    case FinishReason::kStop:
      return "stop";
    case FinishReason::kLength:
      return "length";
    case FinishReason::kCancelled:
      return "cancelled";
    case FinishReason::kError:
      break;
  }
  return "error";
}

struct Session::Impl {
  using Sequences = std::deque<std::unique_ptr<Sequence>>;

  Impl(std::unique_ptr<SessionModel> session_model, std::unique_ptr<KvPool> kv_pool,
       const SessionOptions& session_options)
      : model(std::move(session_model)),
        kv(std::move(kv_pool)),
        options(session_options),
        rows(options.prefill_chunk + options.max_sequences, model->config().language.hidden),
        logits(options.max_sequences, model->config().language.vocabulary) {
    steps.reserve(static_cast<size_t>(options.max_sequences));
    stepping.reserve(static_cast<size_t>(options.max_sequences));
  }

  void accept(std::vector<Request> requests, std::vector<Completion>& completions);
  void admit(std::vector<Completion>& completions, const Deadline& deadline);
  void make_room();
  void step(const OnText& on_text);
  void add_step(Sequence& sequence);
  void collect(std::vector<Completion>& completions);
  void cancel_all(const Error& why, std::vector<Completion>& completions, const OnText& on_text);
  int64_t prompt_rows_pending() const;

  std::unique_ptr<SessionModel> model;
  std::unique_ptr<KvPool> kv;
  SessionOptions options;
  Matrix<float> rows, logits;
  Sequences waiting, live;  // in order of arrival; live ones are older than waiting ones
  std::vector<SequenceRows> steps;
  std::vector<Sequence*> stepping;  // the sequence of each of them
  int64_t used_rows = 0;
};

Session::Session(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Session::~Session() = default;
const ModelConfig& Session::config() const { return impl_->model->config(); }
const Tokenizer& Session::tokenizer() const { return impl_->model->tokenizer(); }

Result<std::unique_ptr<Session>> Session::create(std::shared_ptr<const Model> model,
                                                 ThreadPool& pool, const SessionOptions& options) {
  OCTAVO_TRY_STATUS(check(options));
  const int64_t most_rows = options.prefill_chunk + options.max_sequences;
  return create(make_session_model(std::move(model), pool, most_rows), options);
}

Result<std::unique_ptr<Session>> Session::create(std::unique_ptr<SessionModel> model,
                                                 const SessionOptions& options) {
  OCTAVO_TRY_STATUS(check(options));
  auto kv = OCTAVO_TRY(KvPool::create(model->config().language, options.kv_bytes));
  return std::unique_ptr<Session>(
      new Session(std::make_unique<Impl>(std::move(model), std::move(kv), options)));
}

std::vector<Completion> Session::generate(std::vector<Request> requests, const Deadline& deadline,
                                          const OnText& on_text) {
  std::vector<Completion> completions(requests.size());
  impl_->accept(std::move(requests), completions);
  while (!impl_->waiting.empty() || !impl_->live.empty()) {
    if (const Status status = deadline.check(); !status.ok()) {
      impl_->cancel_all(status.error(), completions, on_text);
      break;
    }
    impl_->admit(completions, deadline);
    impl_->make_room();
    impl_->step(on_text);
    impl_->collect(completions);
  }
  return completions;
}

// Every request becomes a waiting sequence, or fails for itself.
void Session::Impl::accept(std::vector<Request> requests, std::vector<Completion>& completions) {
  const auto began = SessionClock::now();
  const ModelConfig& config = model->config();
  const TokenBudget budget{config.language.max_positions, kv->capacity_tokens()};
  for (size_t i = 0; i < requests.size(); ++i) {
    auto limit = check_request(requests[i], config, budget);
    if (limit.ok()) {
      waiting.push_back(
          std::make_unique<Sequence>(i, std::move(requests[i]), *limit, *model, *kv, began));
    } else {
      completions[i].finish = FinishReason::kError;
      completions[i].error = std::move(limit).error();
    }
  }
}

int64_t Session::Impl::prompt_rows_pending() const {
  int64_t count = 0;
  for (const auto& sequence : live)
    if (sequence->in_prompt()) count += sequence->next_rows(options.prefill_chunk);
  return count;
}

// Takes waiting sequences, oldest first, while there is KV memory and the next step has room.
void Session::Impl::admit(std::vector<Completion>& completions, const Deadline& deadline) {
  while (!waiting.empty() && live.size() < static_cast<size_t>(options.max_sequences) &&
         prompt_rows_pending() < options.prefill_chunk && deadline.check().ok()) {
    Sequence& next = *waiting.front();
    if (!next.reserve_known().ok()) {
      OCTAVO_CHECK(!live.empty());  // alone it has enough, for it was accepted
      return;
    }
    if (Status started = next.start(); !started.ok()) {
      next.fail(std::move(started).error());
      completions[next.index()] = next.take_completion();
    } else {
      live.push_back(std::move(waiting.front()));
    }
    waiting.pop_front();
  }
}

// Older sequences go first. The newest gives way when memory runs out; the oldest always has
// enough, for it was accepted.
void Session::Impl::make_room() {
  for (size_t i = 0; i < live.size(); ++i) {
    while (i < live.size() && !live[i]->reserve_next(options.prefill_chunk).ok()) {
      live.back()->drop_cache();
      waiting.push_front(std::move(live.back()));
      live.pop_back();
    }
  }
}

void Session::Impl::add_step(Sequence& sequence) {
  const int64_t count = sequence.next_rows(options.prefill_chunk);
  sequence.fill_rows(rows.view().rows_from(used_rows, count));
  steps.push_back(sequence.describe(used_rows, count));
  stepping.push_back(&sequence);
  used_rows += count;
}

// One forward pass: a token of every sequence that decodes, and chunks of prompts, whole ones, as
// many as fit.
void Session::Impl::step(const OnText& on_text) {
  steps.clear();
  stepping.clear();
  used_rows = 0;
  const auto start = SessionClock::now();
  for (const auto& sequence : live)
    if (!sequence->in_prompt()) add_step(*sequence);
  int64_t prompt_rows = 0;
  for (const auto& sequence : live) {
    if (!sequence->in_prompt()) continue;
    const int64_t count = sequence->next_rows(options.prefill_chunk);
    if (prompt_rows + count > options.prefill_chunk) break;
    add_step(*sequence);
    prompt_rows += count;
  }
  if (steps.empty()) return;

  int64_t wanted = 0;
  for (const SequenceRows& rows_of_one : steps) wanted += rows_of_one.logit_rows;
  model->forward(rows.view().rows_from(0, used_rows), steps, logits.view().rows_from(0, wanted));
  const double seconds = seconds_since(start);
  int64_t logit_row = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    stepping[i]->advance(static_cast<int64_t>(steps[i].positions.size()), seconds);
    if (steps[i].logit_rows == 0) continue;
    const std::span<float> row(logits.row(logit_row++), static_cast<size_t>(logits.cols()));
    stepping[i]->take_token(row, on_text);
  }
}

void Session::Impl::collect(std::vector<Completion>& completions) {
  std::erase_if(live, [&](const std::unique_ptr<Sequence>& sequence) {
    if (sequence->finished()) completions[sequence->index()] = sequence->take_completion();
    return sequence->finished();
  });
}

void Session::Impl::cancel_all(const Error& why, std::vector<Completion>& completions,
                               const OnText& on_text) {
  for (Sequences* group : {&live, &waiting}) {
    for (const auto& sequence : *group) {
      sequence->cancel(why, on_text);
      completions[sequence->index()] = sequence->take_completion();
    }
    group->clear();
  }
}

}  // namespace octavo::engine
