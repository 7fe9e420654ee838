#include "vlm/paced_vlm.h"

#include <algorithm>
#include <string>
#include <utility>

namespace octavo {
namespace {

constexpr int64_t kBytesPerToken = 4;

int64_t tokens_of(const VlmAnswer& recorded) {
  if (recorded.generated_tokens > 0) return recorded.generated_tokens;
  return static_cast<int64_t>(recorded.text.size()) / kBytesPerToken + 1;
}

class PacedVlm : public Vlm {
 public:
  PacedVlm(std::unique_ptr<Vlm> model, std::unique_ptr<Vlm> recorded)
      : model_(std::move(model)), recorded_(std::move(recorded)) {}

  std::string name() const override { return recorded_->name(); }

  std::vector<VlmAnswer> answer(
      std::span<const VlmRequest> requests, const Deadline& deadline,
      const std::function<bool(size_t, std::string_view)>& on_text) override {
    auto answers = recorded_->answer(requests, deadline);
    std::vector<VlmRequest> paced;
    std::vector<size_t> index_of;
    for (size_t i = 0; i < requests.size(); ++i) {
      if (answers[i].finish == "error" || answers[i].finish == "cancelled") continue;
      VlmRequest request = requests[i];
      const int64_t most = request.max_new_tokens;
      request.max_new_tokens = tokens_of(answers[i]);
      if (most > 0) request.max_new_tokens = std::min(request.max_new_tokens, most);
      request.ignore_end = true;
      request.draft.clear();
      request.stop.clear();
      paced.push_back(std::move(request));
      index_of.push_back(i);
    }
    auto written = model_->answer(paced, deadline);
    for (size_t k = 0; k < written.size(); ++k) {
      const size_t i = index_of[k];
      const bool done = written[k].finish == "length" || written[k].finish == "stop";
      std::string text = std::move(answers[i].text), finish = std::move(answers[i].finish);
      answers[i] = std::move(written[k]);
      answers[i].text = done ? std::move(text) : "";
      if (done) answers[i].finish = std::move(finish);
      if (on_text && !answers[i].text.empty() && !on_text(i, answers[i].text))
        answers[i].finish = "cancelled";
    }
    return answers;
  }

 private:
  std::unique_ptr<Vlm> model_, recorded_;
};

}  // namespace

std::unique_ptr<Vlm> make_paced_vlm(std::unique_ptr<Vlm> model, std::unique_ptr<Vlm> recorded) {
  return std::make_unique<PacedVlm>(std::move(model), std::move(recorded));
}

}  // namespace octavo
