#include "vlm/engine_vlm.h"

#include <algorithm>
#include <mutex>
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
}

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
    std::vector<engine::Request> runnable;
    std::vector<size_t> index_of;  // of each of them in `requests`
    for (size_t i = 0; i < requests.size(); ++i) {
      auto made = make_chat_request(requests[i], session_->config(), session_->tokenizer());
      if (!made.ok()) {
        answers[i].finish = "error";
        answers[i].error = std::move(made).error();
        continue;
      }
      answers[i].image_capped = std::any_of(made->plans.begin(), made->plans.end(),
                                            [](const auto& plan) { return plan.capped; });
      runnable.push_back(std::move(made->request));
      index_of.push_back(i);
    }
    engine::OnText forward;
    if (on_text)
      forward = [&](size_t i, std::string_view text) { return on_text(index_of[i], text); };
    auto completions = session_->generate(std::move(runnable), deadline, forward);
    for (size_t i = 0; i < completions.size(); ++i)
      fill(answers[index_of[i]], std::move(completions[i]));
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
