#include "vlm/paced_vlm.h"

#include <gtest/gtest.h>

#include "vlm/recorded_vlm.h"

namespace octavo {
namespace {

// Writes down what it is asked.
class Scribe : public Vlm {
 public:
  explicit Scribe(std::vector<VlmRequest>& seen) : seen_(seen) {}
  std::string name() const override { return "scribe"; }
  std::vector<VlmAnswer> answer(std::span<const VlmRequest> requests, const Deadline&,
                                const std::function<bool(size_t, std::string_view)>&) override {
    std::vector<VlmAnswer> answers;
    for (const VlmRequest& request : requests) {
      seen_.push_back(request);
      answers.push_back({.text = "noise", .finish = "length"});
      answers.back().generated_tokens = request.max_new_tokens;
      answers.back().decode_seconds = 2;
      if (request.prompt == "bad") {
        answers.back().finish = "error";
        answers.back().error = Error{Code::kLimitExceeded, "too long", "", {}};
      }
    }
    return answers;
  }

 private:
  std::vector<VlmRequest>& seen_;
};

std::unique_ptr<Vlm> paced(std::vector<VlmRequest>& seen, std::string_view lines) {
  auto recorded = make_recorded_vlm(lines, "a.jsonl");
  EXPECT_TRUE(recorded.ok());
  return make_paced_vlm(std::make_unique<Scribe>(seen), std::move(recorded).value());
}

TEST(PacedVlm, TheModelWritesAsManyTokensAndTheRecordingSaysWhich) {
  std::vector<VlmRequest> seen;
  const auto vlm = paced(seen, R"({"prompt": "a", "answer": "first", "tokens": 7}
{"prompt": "b", "answer": "a second, longer", "finish": "length"}
{"prompt": "c", "answer": "third", "tokens": 50}
)");
  std::vector<VlmRequest> requests(3);
  requests[0] = {.prompt = "a", .stop = {"x"}, .draft = "fir"};
  requests[1] = {.prompt = "b"};
  requests[2] = {.prompt = "c", .max_new_tokens = 20};
  std::vector<std::string> pieces(3);
  const auto answers = vlm->answer(requests, {}, [&](size_t i, std::string_view text) {
    pieces[i] += text;
    return i != 2;
  });
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[0].max_new_tokens, 7);
  EXPECT_EQ(seen[1].max_new_tokens, 5);  // 16 bytes
  EXPECT_EQ(seen[2].max_new_tokens, 20);
  EXPECT_TRUE(seen[0].ignore_end);
  EXPECT_TRUE(seen[0].draft.empty() && seen[0].stop.empty());
  EXPECT_EQ(answers[0].text, "first");
  EXPECT_EQ(answers[0].finish, "stop");
  EXPECT_EQ(answers[0].generated_tokens, 7);
  EXPECT_EQ(answers[0].decode_seconds, 2);
  EXPECT_EQ(answers[1].text, "a second, longer");
  EXPECT_EQ(answers[1].finish, "length");
  EXPECT_EQ(answers[2].finish, "cancelled");
  EXPECT_EQ(pieces, (std::vector<std::string>{"first", "a second, longer", "third"}));
}

TEST(PacedVlm, ErrorsOfBothAreTold) {
  std::vector<VlmRequest> seen;
  const auto vlm = paced(seen, "{\"prompt\": \"bad\", \"answer\": \"x\"}\n");
  std::vector<VlmRequest> requests(2);
  requests[0].prompt = "never recorded";
  requests[1].prompt = "bad";
  const auto answers = vlm->answer(requests);
  EXPECT_EQ(seen.size(), 1U);
  EXPECT_EQ(answers[0].finish, "error");
  EXPECT_EQ(answers[0].error.code, Code::kInvalidArgument);
  EXPECT_EQ(answers[1].finish, "error");
  EXPECT_EQ(answers[1].error.code, Code::kLimitExceeded);
  EXPECT_TRUE(answers[1].text.empty());
}

}  // namespace
}  // namespace octavo
