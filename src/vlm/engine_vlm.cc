#include "vlm/engine_vlm.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "vlm/make_request.h"

namespace octavo {
namespace {

void fill(VlmAnswer& answer, engine::Completion&& completion) {
  answer.text = std::move(completion.text);
  answer.finish = engine::finish_name(completion.finish);
  answer.error = std::move(completion.error);
  const engine::Timings& timings = completion.timings;
  answer.prompt_tokens = timings.prompt_tokens;
  answer.image_tokens = timings.image_tokens;
  answer.generated_tokens = timings.generated_tokens;
  answer.image_seconds = timings.image_seconds;
  answer.prefill_seconds = timings.prefill_seconds;
  answer.first_token_seconds = timings.first_token_seconds;
  answer.decode_seconds = timings.decode_seconds;
  answer.writing_seconds = timings.writing_seconds;
}

Error late(const VlmRequest& request) {
  const Status status = request.deadline.check();
  return status.ok() ? Error{} : status.error();
}

// One call's requests, made when there is room for them.
class Source : public engine::RequestSource {
 public:
  Source(std::span<const VlmRequest> requests, const engine::Session& session,
         std::vector<VlmAnswer>& answers)
      : requests_(requests), session_(session), answers_(answers) {}

  std::optional<engine::Request> next() override {
    for (; next_ < requests_.size(); ++next_) {
      const VlmRequest& request = requests_[next_];
      VlmAnswer& answer = answers_[next_];
      if (!request.deadline.check().ok() || (request.wanted && !request.wanted())) {
        answer.finish = "cancelled";
        answer.error = late(request);
        continue;
      }
      auto made = make_chat_request(request, session_.config(), session_.tokenizer());
      if (!made.ok()) {
        answer.finish = "error";
        answer.error = std::move(made).error();
        continue;
      }
      answer.image_capped = std::any_of(made->plans.begin(), made->plans.end(),
                                        [](const auto& plan) { return plan.capped; });
      made->request.deadline = request.deadline;
      index_of_.push_back(next_++);
      return std::move(made->request);
    }
    return std::nullopt;
  }

  void done(size_t request, engine::Completion completion) override {
    VlmAnswer& answer = answers_[index_of_[request]];
    fill(answer, std::move(completion));
    if (answer.finish == "cancelled" && answer.error.what.empty())
      answer.error = late(requests_[index_of_[request]]);
  }

  size_t index_of(size_t request) const { return index_of_[request]; }
  // Those that were not begun.
  void cancel_rest(const Error& why) {
    for (; next_ < requests_.size(); ++next_) {
      answers_[next_].finish = "cancelled";
      answers_[next_].error = why;
    }
  }

 private:
  std::span<const VlmRequest> requests_;
  const engine::Session& session_;
  std::vector<VlmAnswer>& answers_;
  std::vector<size_t> index_of_;  // of each that was given out in `requests_`
  size_t next_ = 0;
};

class EngineVlm : public Vlm {
 public:
  EngineVlm(std::string name, std::unique_ptr<engine::Session> session)
      : name_(std::move(name)), session_(std::move(session)) {}

  std::string name() const override { return name_; }

  std::vector<VlmAnswer> answer(
      std::span<const VlmRequest> requests, const Deadline& deadline,
      const std::function<bool(size_t, std::string_view)>& on_text) override {
    const std::lock_guard lock(mutex_);
    std::vector<VlmAnswer> answers(requests.size());
    Source source(requests, *session_, answers);
    const engine::OnText forward = [&](size_t request, std::string_view text) {
      const size_t i = source.index_of(request);
      return !on_text || on_text(i, text);
    };
    if (const Status status = session_->serve(source, deadline, forward); !status.ok())
      source.cancel_rest(status.error());
    return answers;
  }

 private:
  std::string name_;
  std::mutex mutex_;
  std::unique_ptr<engine::Session> session_;
};

}  // namespace

std::unique_ptr<Vlm> make_engine_vlm(std::string name, std::unique_ptr<engine::Session> session) {
  return std::make_unique<EngineVlm>(std::move(name), std::move(session));
}

}  // namespace octavo
