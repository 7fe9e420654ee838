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

// A job, or the error that ended it.
struct Slot {
  size_t page = 0;
  Deadline deadline;
  std::unique_ptr<PageJob> job;
  std::optional<Error> error;
  std::optional<VlmRequest> layout;
  VlmAnswer layout_answer;
  int64_t tokens = 0;
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
  void add(Slot& slot, VlmRequest request, Image picture, std::function<void(VlmAnswer)> take) {
    pixels_ += int64_t(picture.width()) * picture.height();
    pictures_.push_back(std::move(picture));
    if (!pictures_.back().empty()) request.images = {pictures_.back()};
    requests_.push_back(std::move(request));
    slots_.push_back(&slot);
    takes_.push_back(std::move(take));
  }
  bool full() const { return pixels_ >= kBatchPixels || requests_.size() >= kBatchCrops; }
  bool empty() const { return requests_.empty(); }

  void ask(Vlm& vlm, const Deadline& deadline) {
    const auto start = Clock::now();
    std::vector<LoopGuard> guards(requests_.size());
    auto answers = vlm.answer(requests_, deadline, [&](size_t i, std::string_view text) {
      return guards[i].add(text) && !slots_[i]->deadline.expired();
    });
    answers.resize(requests_.size(), VlmAnswer{.text = "", .finish = "error"});
    const float share = seconds_since(start) / static_cast<float>(requests_.size());
    for (size_t i = 0; i < requests_.size(); ++i) {
      slots_[i]->seconds += share;
      slots_[i]->tokens += answers[i].generated_tokens;
      cut_loop(guards[i], answers[i]);
      takes_[i](std::move(answers[i]));
    }
  }

 private:
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

  std::vector<Image> pictures_;
  std::vector<VlmRequest> requests_;
  std::vector<Slot*> slots_;
  std::vector<std::function<void(VlmAnswer)>> takes_;
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
    batch = {};
    return success();
  }

  // Layouts first: their answers are the longest.
  Status ask(std::vector<Slot>& ahead, std::vector<Slot>& current) {
    const Deadline all = deadline();
    Batch batch;
    for (Slot& slot : ahead) {
      if (slot.error || !slot.layout) continue;
      slot.layout->max_new_tokens = kMaxAnswerTokens;
      batch.add(slot, *slot.layout, {}, [&slot](VlmAnswer answer) {
        slot.layout_answer = std::move(answer);
        slot.tokens = 0;  // has a bound of its own
      });
    }
    for (Slot& slot : current) {
      if (slot.error) continue;
      for (size_t q = 0; q < slot.job->question_count(); ++q) {
        ask_about(slot, q, batch);
        if (batch.full()) OCTAVO_TRY_STATUS(send(batch, all));
      }
    }
    return send(batch, all);
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
    batch.add(slot, std::move(request), std::move(picture),
              [&slot, question](VlmAnswer answer) { slot.job->take(question, answer); });
  }

  void finish(Slot& slot) {
    if (!slot.error && slot.deadline.cancelled()) slot.error = slot.deadline.check().error();
    if (slot.error) {
      work_.done(slot.page, *std::move(slot.error));
      return;
    }
    work_.done(slot.page, slot.job->finish(vlm_ != nullptr ? vlm_->name() : "", slot.seconds));
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
