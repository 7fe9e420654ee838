#include "pipeline/ask_pages.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "base/try.h"
#include "vlm/loop_guard.h"

namespace octavo {
namespace {

using Clock = std::chrono::steady_clock;

// Crops that are asked about at once: enough for any engine to batch, 100 MB at most.
constexpr int64_t kBatchPixels = 32'000'000;
constexpr size_t kBatchCrops = 96;

float seconds_since(Clock::time_point start) {
  return std::chrono::duration<float>(Clock::now() - start).count();
}

// A piece of more bytes than any token has is a whole answer, from who does not answer piece by
// piece.
int64_t tokens_in(std::string_view text) {
  constexpr size_t kLongestToken = 256, kBytesPerToken = 4;
  if (text.empty()) return 0;
  return text.size() <= kLongestToken ? 1 : static_cast<int64_t>(text.size() / kBytesPerToken);
}

// A job, or the error that ended it.
struct Slot {
  size_t page = 0;
  Deadline deadline;
  std::unique_ptr<PageJob> job;
  std::optional<Error> error;
  std::optional<VlmRequest> layout;
  VlmAnswer layout_answer;
  int64_t tokens = 0;   // of its contents
  int64_t pending = 0;  // of those that are being written, about
  ModelUse use;
  float seconds = 0;

  void run(const std::function<Status()>& step) {
    if (error) return;
    const auto start = Clock::now();
    if (auto status = step(); !status.ok()) error = std::move(status).error();
    seconds += seconds_since(start);
  }
};

// Questions of several pages that are asked in one call.
class Batch {
 public:
  explicit Batch(int64_t max_page_tokens) : max_page_tokens_(max_page_tokens) {}

  void add_layout(Slot& slot) {
    // Has a bound of its own.
    add(slot, *slot.layout, {}, false,
        [&slot](VlmAnswer answer) { slot.layout_answer = std::move(answer); });
  }
  void add_content(Slot& slot, VlmRequest request, Image picture, size_t question) {
    add(slot, std::move(request), std::move(picture), true,
        [&slot, question](VlmAnswer answer) { slot.job->take(question, answer); });
  }
  bool full() const { return pixels_ >= kBatchPixels || requests_.size() >= kBatchCrops; }
  bool empty() const { return requests_.empty(); }

  void ask(Vlm& vlm, const Deadline& deadline) {
    const auto start = Clock::now();
    for (size_t i = 0; i < requests_.size(); ++i)
      requests_[i].wanted = [this, i] { return has_tokens_left(i); };
    auto answers = vlm.answer(requests_, deadline, [&](size_t i, std::string_view text) {
      Asked& asked = asked_[i];
      if (asked.bounded) asked.slot->pending += tokens_in(text);
      return asked.guard.add(text) && has_tokens_left(i);
    });
    answers.resize(requests_.size(), VlmAnswer{.text = "", .finish = "error"});
    for (const Asked& asked : asked_) asked.slot->pending = 0;
    const float share = seconds_since(start) / static_cast<float>(requests_.size());
    for (size_t i = 0; i < requests_.size(); ++i) settle(asked_[i], std::move(answers[i]), share);
  }

 private:
  struct Asked {
    Slot* slot;
    bool bounded;  // by the page's tokens
    std::function<void(VlmAnswer)> take;
    LoopGuard guard;
    bool over = false;  // the bound
  };

  void add(Slot& slot, VlmRequest request, Image picture, bool bounded,
           std::function<void(VlmAnswer)> take) {
    pixels_ += int64_t(picture.width()) * picture.height();
    pictures_.push_back(std::move(picture));
    if (!pictures_.back().empty()) request.images = {pictures_.back()};
    request.deadline = slot.deadline;
    requests_.push_back(std::move(request));
    asked_.push_back({&slot, bounded, std::move(take), {}});
  }

  bool has_tokens_left(size_t i) {
    Asked& asked = asked_[i];
    if (!asked.bounded || asked.slot->tokens + asked.slot->pending < max_page_tokens_) return true;
    asked.over = true;
    return false;
  }

  static void settle(Asked& asked, VlmAnswer answer, float share) {
    Slot& slot = *asked.slot;
    slot.seconds += share;
    const int64_t told = answer.generated_tokens;
    const int64_t tokens = told > 0 ? told : tokens_in(answer.text);
    if (asked.bounded) slot.tokens += tokens;
    ++slot.use.questions;
    slot.use.tokens += tokens;
    slot.use.image_seconds += answer.image_seconds;
    slot.use.writing_seconds += answer.writing_seconds;
    if (asked.over && answer.finish == "cancelled") answer.finish = "length";
    cut_loop(asked.guard, answer);
    asked.take(std::move(answer));
  }

  // Who does not answer piece by piece is looked at in the end.
  static void cut_loop(LoopGuard& guard, VlmAnswer& answer) {
    if (answer.finish == "error") return;
    LoopGuard whole;
    if (!guard.looped()) {
      whole.add(answer.text);
      if (!whole.looped()) return;
    }
    answer.text = guard.looped() ? guard.text() : whole.text();
    answer.finish = "loop";
  }

  const int64_t max_page_tokens_;
  std::vector<Image> pictures_;
  std::vector<VlmRequest> requests_;
  std::vector<Asked> asked_;
  int64_t pixels_ = 0;
};

class Asker {
 public:
  Asker(const AskWork& work, const ParseOptions& options, const AskLimits& limits, ThreadPool& pool)
      : work_(work), options_(options), limits_(limits), pool_(pool) {}

  Status run() {
    std::vector<Slot> current;
    for (size_t next = 0; next < work_.pages || !current.empty();) {
      if (work_.stopped()) return success();
      std::vector<Slot> ahead;
      while (next < work_.pages && ahead.size() < limits_.window) ahead.push_back(make(next++));
      each(ahead, [](Slot& slot) {
        slot.run([&] { return slot.job->open(); });
        if (!slot.error) slot.layout = slot.job->layout_question();
      });
      OCTAVO_TRY_STATUS(ask(ahead, current));
      each(ahead, [](Slot& slot) {
        if (slot.layout) slot.run([&] { return slot.job->take_layout(slot.layout_answer); });
      });
      each(current, [&](Slot& slot) { finish(slot); });
      current = std::move(ahead);
    }
    return success();
  }

 private:
  Slot make(size_t page) const {
    Slot slot{.page = page, .deadline = deadline()};
    slot.job = work_.make(page, slot.deadline);
    return slot;
  }

  // As many pages share the model as are in work.
  Deadline deadline() const {
    const size_t sharing = std::max<size_t>(std::min(work_.pages, 2 * limits_.window), 1);
    return {options_.page_timeout * static_cast<int64_t>(sharing), options_.cancel};
  }

  void each(std::vector<Slot>& slots, const std::function<void(Slot&)>& step) {
    pool_.parallel_for(slots.size(), [&](size_t i) { step(slots[i]); });
  }

  Status send(Batch& batch, const Deadline& deadline) {
    if (batch.empty()) return success();
    if (vlm_ == nullptr) vlm_ = OCTAVO_TRY(work_.vlm());
    batch.ask(*vlm_, deadline);
    return success();
  }

  // Layouts first: their answers are the longest.
  Status ask(std::vector<Slot>& ahead, std::vector<Slot>& current) {
    const Deadline all = deadline();
    auto batch = new_batch();
    for (Slot& slot : ahead) {
      if (slot.error || !slot.layout) continue;
      slot.layout->max_new_tokens = kMaxAnswerTokens;
      batch->add_layout(slot);
    }
    for (Slot& slot : current) {
      if (slot.error) continue;
      for (size_t q = 0; q < slot.job->question_count(); ++q) {
        ask_about(slot, q, *batch);
        if (!batch->full()) continue;
        OCTAVO_TRY_STATUS(send(*batch, all));
        batch = new_batch();
      }
    }
    return send(*batch, all);
  }

  std::unique_ptr<Batch> new_batch() const {
    return std::make_unique<Batch>(limits_.max_page_tokens);
  }

  void ask_about(Slot& slot, size_t question, Batch& batch) {
    const int64_t left = limits_.max_page_tokens - slot.tokens;
    const bool late = !slot.deadline.check().ok();
    if (late || question >= limits_.max_page_questions || left <= 0) {
      slot.job->take(question, VlmAnswer{.text = "", .finish = late ? "cancelled" : "length"});
      return;
    }
    Image picture = slot.job->cut(question);
    VlmRequest request = slot.job->question(question, picture);
    request.max_new_tokens = std::min(kMaxAnswerTokens, left);
    batch.add_content(slot, std::move(request), std::move(picture), question);
  }

  void finish(Slot& slot) {
    if (!slot.error && slot.deadline.cancelled()) slot.error = slot.deadline.check().error();
    if (slot.error) {
      work_.done(slot.page, *std::move(slot.error));
      return;
    }
    auto page = slot.job->finish(vlm_ != nullptr ? vlm_->name() : "", slot.seconds);
    if (page.ok()) page->info.model_use = slot.use;
    work_.done(slot.page, std::move(page));
    slot.job.reset();  // its pixels
  }

  const AskWork& work_;
  const ParseOptions& options_;
  const AskLimits& limits_;
  ThreadPool& pool_;
  Vlm* vlm_ = nullptr;
};

}  // namespace

Status ask_pages(const AskWork& work, const ParseOptions& options, const AskLimits& limits,
                 ThreadPool& pool) {
  return Asker(work, options, limits, pool).run();
}

}  // namespace octavo
