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
constexpr int kMostDraftRows = 1024;

Status check(const SessionOptions& options) {
  if (options.max_sequences < 1 || options.max_sequences > kMostSequences)
    return Error{Code::kInvalidArgument, "max_sequences must be between 1 and 1024", "", {}};
  if (options.prefill_chunk < 1 || options.prefill_chunk > kLargestChunk)
    return Error{Code::kInvalidArgument, "prefill_chunk must be between 1 and 65536", "", {}};
  if (options.draft_rows < 0 || options.draft_rows > kMostDraftRows)
    return Error{Code::kInvalidArgument, "draft_rows must be between 0 and 1024", "", {}};
  return success();
}

int64_t most_rows(const SessionOptions& options) {
  return options.prefill_chunk + options.max_sequences + options.draft_rows;
}

// All requests at once.
class List : public RequestSource {
 public:
  explicit List(std::vector<Request> requests)
      : requests_(std::move(requests)), completions_(requests_.size()) {}

  std::optional<Request> next() override {
    if (given_ == requests_.size()) return std::nullopt;
    return std::move(requests_[given_++]);
  }
  void done(size_t request, Completion completion) override {
    completions_[request] = std::move(completion);
  }
  // Those that were not given out are cancelled, for `why`.
  void cancel_rest(const Error& why) {
    for (; given_ < requests_.size(); ++given_) {
      completions_[given_].finish = FinishReason::kCancelled;
      completions_[given_].error = why;
    }
  }
  std::vector<Completion> take_completions() { return std::move(completions_); }

 private:
  std::vector<Request> requests_;
  std::vector<Completion> completions_;
  size_t given_ = 0;
};

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
        rows(most_rows(options), model->config().language.hidden),
        logits(options.max_sequences + options.draft_rows, model->config().language.vocabulary),
        pictures(options.kept_picture_bytes),
        prompts(std::min(options.kept_prompt_tokens, kv->capacity_tokens() / 4)) {
    steps.reserve(static_cast<size_t>(options.max_sequences));
    stepping.reserve(static_cast<size_t>(options.max_sequences));
  }

  bool take_next();
  template <class Reserve>
  bool find_memory(const Reserve& reserve);
  void admit(const Deadline& deadline, const OnText& on_text);
  void cancel_late(const OnText& on_text);
  void make_room();
  void step(const OnText& on_text);
  void choose();
  void plan_drafts();
  void fill();
  void collect();
  void cancel_all(const Error& why, const OnText& on_text);
  int64_t rows_pending() const;

  std::unique_ptr<SessionModel> model;
  std::unique_ptr<KvPool> kv;
  SessionOptions options;
  Matrix<float> rows, logits;
  PictureCache pictures;
  PromptCache prompts;
  RequestSource* source = nullptr;  // of the call that runs
  size_t taken = 0;                 // requests of it
  SessionClock::time_point began;
  Sequences waiting, live;  // in order of arrival; live ones are older than waiting ones
  struct Step {
    Sequence* sequence = nullptr;
    int64_t drafts = 0;  // guesses that are checked
  };
  std::vector<Step> stepping;       // who takes part in the next step
  std::vector<SequenceRows> steps;  // of each of them
  int64_t used_rows = 0;
};

Session::Session(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Session::~Session() = default;
const ModelConfig& Session::config() const { return impl_->model->config(); }
const Tokenizer& Session::tokenizer() const { return impl_->model->tokenizer(); }

Result<std::unique_ptr<Session>> Session::create(std::shared_ptr<const Model> model,
                                                 ThreadPool& pool, const SessionOptions& options) {
  OCTAVO_TRY_STATUS(check(options));
  return create(make_session_model(std::move(model), pool, most_rows(options)), options);
}

Result<std::unique_ptr<Session>> Session::create(std::unique_ptr<SessionModel> model,
                                                 const SessionOptions& options) {
  OCTAVO_TRY_STATUS(check(options));
  auto kv = OCTAVO_TRY(KvPool::create(model->config().language, options.kv_bytes, options.kv_type));
  return std::unique_ptr<Session>(
      new Session(std::make_unique<Impl>(std::move(model), std::move(kv), options)));
}

Status Session::serve(RequestSource& source, const Deadline& deadline, const OnText& on_text) {
  Impl& impl = *impl_;
  impl.source = &source;
  impl.taken = 0;
  impl.began = SessionClock::now();
  while (true) {
    if (Status status = deadline.check(); !status.ok()) {
      impl.cancel_all(status.error(), on_text);
      return status;
    }
    impl.cancel_late(on_text);
    impl.admit(deadline, on_text);
    if (impl.live.empty() && impl.waiting.empty()) return success();
    impl.make_room();
    impl.step(on_text);
    impl.collect();
  }
}

std::vector<Completion> Session::generate(std::vector<Request> requests, const Deadline& deadline,
                                          const OnText& on_text) {
  List list(std::move(requests));
  if (const Status status = serve(list, deadline, on_text); !status.ok())
    list.cancel_rest(status.error());
  return list.take_completions();
}

// The next request becomes a waiting sequence, or fails for itself. False: there is none.
bool Session::Impl::take_next() {
  std::optional<Request> request = source->next();
  if (!request) return false;
  const ModelConfig& config = model->config();
  const TokenBudget budget{config.language.max_positions, kv->capacity_tokens()};
  const size_t index = taken++;
  auto limit = check_request(*request, config, budget);
  if (limit.ok()) {
    waiting.push_back(std::make_unique<Sequence>(index, std::move(*request), *limit,
                                                 options.draft_rows, *model, *kv, began));
  } else {
    Completion failed;
    failed.finish = FinishReason::kError;
    failed.error = std::move(limit).error();
    source->done(index, std::move(failed));
  }
  return true;
}

int64_t Session::Impl::rows_pending() const {
  int64_t count = 0;
  for (const auto& sequence : live)
    if (sequence->catching_up()) count += sequence->next_rows(options.prefill_chunk);
  return count;
}

// Tries again with less kept for later, as long as anything is.
template <class Reserve>
bool Session::Impl::find_memory(const Reserve& reserve) {
  while (!reserve().ok())
    if (!prompts.drop_oldest()) return false;
  return true;
}

// Takes waiting sequences, oldest first, then new ones, while there is KV memory and the next step
// has room.
void Session::Impl::admit(const Deadline& deadline, const OnText& on_text) {
  while (live.size() < static_cast<size_t>(options.max_sequences) &&
         rows_pending() < options.prefill_chunk && deadline.check().ok()) {
    if (waiting.empty()) {
      if (!take_next()) return;
      continue;  // it may have failed
    }
    Sequence& next = *waiting.front();
    if (!find_memory([&] { return next.reserve_known(); })) {
      OCTAVO_CHECK(!live.empty());  // alone it has enough, for it was accepted
      return;
    }
    Status started = next.start(pictures, deadline);
    if (!started.ok()) {
      const Code code = started.error().code;
      if (code == Code::kCancelled || code == Code::kPageTimeout)
        next.cancel(started.error(), on_text);
      else
        next.fail(std::move(started).error());
      source->done(next.index(), next.take_completion());
    } else {
      // What it needs beside what it may share was there a moment ago.
      const bool begun = find_memory([&] { return next.begin(prompts); });
      OCTAVO_CHECK(begun);
      live.push_back(std::move(waiting.front()));
    }
    waiting.pop_front();
  }
}

// Of those that run, and of those that wait to go on.
void Session::Impl::cancel_late(const OnText& on_text) {
  for (Sequences* group : {&live, &waiting})
    for (size_t i = 0; i < group->size();) {
      const Status on_time = (*group)[i]->on_time();
      if (on_time.ok()) {
        ++i;
        continue;
      }
      const std::unique_ptr<Sequence> sequence = std::move((*group)[i]);
      group->erase(group->begin() + static_cast<ptrdiff_t>(i));
      sequence->cancel(on_time.error(), on_text);
      source->done(sequence->index(), sequence->take_completion());
    }
}

// Older sequences go first. The newest gives way when memory runs out; the oldest always has
// enough, for it was accepted.
void Session::Impl::make_room() {
  for (size_t i = 0; i < live.size(); ++i) {
    while (i < live.size() &&
           !find_memory([&] { return live[i]->reserve_next(options.prefill_chunk); })) {
      live.back()->drop_cache();
      waiting.push_front(std::move(live.back()));
      live.pop_back();
    }
  }
}

// A token of every sequence that decodes, and chunks of what others have to catch up with, whole
// ones, as many as fit.
void Session::Impl::choose() {
  stepping.clear();
  for (const auto& sequence : live)
    if (!sequence->catching_up()) stepping.push_back({sequence.get()});
  int64_t chunks = 0;
  for (const auto& sequence : live) {
    if (!sequence->catching_up()) continue;
    const int64_t count = sequence->next_rows(options.prefill_chunk);
    if (chunks + count > options.prefill_chunk) break;
    stepping.push_back({sequence.get()});
    chunks += count;
  }
}

// Gives out draft rows, one after the other to the sequence whose next guess is the likeliest, as
// long as a row brings more tokens than it costs: the tokens of a step over its cost must grow.
void Session::Impl::plan_drafts() {
  double tokens = 0;
  int64_t count = 0;
  for (const Step& step : stepping) {
    count += step.sequence->next_rows(options.prefill_chunk);
    tokens += step.sequence->picks_next(options.prefill_chunk) ? 1 : 0;
  }
  for (int row = 0; row < options.draft_rows; ++row) {
    Step* best = nullptr;
    double chance = 0;
    for (Step& step : stepping) {
      if (!step.sequence->picks_next(options.prefill_chunk)) continue;
      const double own = step.sequence->draft_chance(step.drafts);
      if (own > chance) {
        best = &step;
        chance = own;
      }
    }
    const double cost = model->step_cost(count), next_cost = model->step_cost(count + 1);
    if (best == nullptr || (tokens + chance) / next_cost <= tokens / cost) break;
    ++best->drafts;
    tokens += chance;
    ++count;
  }
  for (Step& step : stepping)
    step.drafts = step.sequence->plan_drafts(step.drafts, options.prefill_chunk);
}

void Session::Impl::fill() {
  steps.clear();
  used_rows = 0;
  for (const Step& step : stepping) {
    const int64_t count = step.sequence->next_rows(options.prefill_chunk) + step.drafts;
    step.sequence->fill_rows(rows.view().rows_from(used_rows, count));
    steps.push_back(step.sequence->describe(used_rows, count));
    used_rows += count;
  }
}

// One forward pass.
void Session::Impl::step(const OnText& on_text) {
  const auto start = SessionClock::now();
  choose();
  if (stepping.empty()) return;
  plan_drafts();
  fill();
  int64_t wanted = 0;
  for (const SequenceRows& rows_of_one : steps) wanted += rows_of_one.logit_rows;
  model->forward(rows.view().rows_from(0, used_rows), steps, logits.view().rows_from(0, wanted));
  const double seconds = seconds_since(start);
  int64_t logit_row = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    Sequence& sequence = *stepping[i].sequence;
    const int64_t picks = steps[i].logit_rows;
    const double part = static_cast<double>(steps[i].count()) / static_cast<double>(used_rows);
    sequence.advance(steps[i].count(), seconds, seconds * part);
    if (picks == 0) continue;
    sequence.take_tokens(logits.view().rows_from(logit_row, picks), on_text);
    logit_row += picks;
  }
}

void Session::Impl::collect() {
  // It is out of `live` before its source hears of it: a source may ask for what is done.
  for (size_t i = 0; i < live.size();) {
    live[i]->remember(prompts);
    if (!live[i]->finished()) {
      ++i;
      continue;
    }
    const std::unique_ptr<Sequence> sequence = std::move(live[i]);
    live.erase(live.begin() + static_cast<ptrdiff_t>(i));
    source->done(sequence->index(), sequence->take_completion());
  }
}

void Session::Impl::cancel_all(const Error& why, const OnText& on_text) {
  for (Sequences* group : {&live, &waiting}) {
    for (const auto& sequence : *group) {
      sequence->cancel(why, on_text);
      source->done(sequence->index(), sequence->take_completion());
    }
    group->clear();
  }
}

}  // namespace octavo::engine
