#include "vlm/http/answer_body.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

std::string completion(const std::string& choice) {
  return R"({"object": "chat.completion", "choices": [)" + choice +
         R"(, {"finish_reason": "stop", "message": {"content": "second"}}],
          "usage": {"prompt_tokens": 1400, "completion_tokens": 7, "total_tokens": 1407}})";
}

TEST(ReadCompletion, TakesTheFirstChoice) {
  const auto answer = read_completion(completion(
      R"({"index": 0, "message": {"role": "assistant", "content": "<|box_start|>\u00e9", "tool_calls": []},
          "logprobs": null, "finish_reason": "stop"})"));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(answer->text, "<|box_start|>\xC3\xA9");
  EXPECT_EQ(answer->finish, "stop");
  EXPECT_EQ(answer->prompt_tokens, 1400);
  EXPECT_EQ(answer->generated_tokens, 7);
}

TEST(ReadCompletion, EndTokensAndNull) {
  const auto text = [](const std::string& content, const std::string& finish = "\"stop\"") {
    const auto answer = read_completion(completion(R"({"message": {"content": )" + content +
                                                   R"(}, "finish_reason": )" + finish + "}"));
    return answer.ok() ? answer->finish + ":" + answer->text : answer.error().what;
  };
  EXPECT_EQ(text(R"("a<|im_end|>")"), "stop:a");
  EXPECT_EQ(text(R"("a<|im_end|><|im_end|>")"), "stop:a<|im_end|>");
  EXPECT_EQ(text(R"("<|im_end|> ")"), "stop:<|im_end|> ");
  EXPECT_EQ(text("null"), "stop:");
  EXPECT_EQ(text("\"a\"", "\"length\""), "length:a");
  EXPECT_EQ(text("\"a\xFFz\""), "stop:a\xEF\xBF\xBDz");
  EXPECT_EQ(text("\"a\"", "\"content_filter\""),
            "the server ended its answer with 'content_filter'");
  EXPECT_EQ(text("\"a\"", "null"), "the server's answer has no finish reason");
  EXPECT_EQ(text("7"), "the content of the server's answer is no text");
  EXPECT_EQ(text("[{\"type\": \"text\"}]"), "the content of the server's answer is no text");
}

TEST(ReadCompletion, StrangeBodies) {
  const auto code = [](const std::string& body) {
    const auto answer = read_completion(body);
    return answer.ok() ? "ok" : std::string(code_name(answer.error().code));
  };
  for (const char* body :
       {"", "null", "[]", "7", "\"text\"", "<html>hello</html>", "{}", R"({"choices": null})",
        R"({"choices": []})", R"({"choices": {}})", R"({"choices": [7]})", R"({"choices": [{}]})",
        R"({"choices": [{"finish_reason": "stop"}]})",
        R"({"choices": [{"finish_reason": "stop", "message": "text"}]})",
        R"({"choices": [{"finish_reason": "stop", "message": {}}]})",
        R"({"choices": [{"finish_reason": "stop", "message": {"content": "cut)",
        R"({"choices": [{"finish_reason": "stop", "message": {"content": "a"}}]} and more)"})
    EXPECT_EQ(code(body), "server_incompatible") << body;
  EXPECT_EQ(code(std::string(1'000'000, '[')), "server_incompatible");
  EXPECT_EQ(code(R"({"object": "error", "message": "no", "code": 400})"), "server_failed");
  EXPECT_EQ(code(R"({"error": {"message": "no"}})"), "server_failed");
  EXPECT_EQ(
      code(
          R"({"error": null, "choices": [{"finish_reason": "stop", "message": {"content": ""}}]})"),
      "ok");
}

TEST(ReadModelNames, TakesTheIds) {
  const auto names = read_model_names(
      R"({"object": "list", "data": [{"id": "a/b", "object": "model"}, {"id": ""}, 7, {"id": 3}, {"id": "c"}]})");
  ASSERT_TRUE(names.ok()) << names.error().message();
  EXPECT_EQ(*names, (std::vector<std::string>{"a/b", "c"}));
  EXPECT_TRUE(read_model_names(R"({"data": []})")->empty());
  for (const char* body :
       {"", "[]", "{}", R"({"data": null})", R"({"data": [{"id": "a"})", "<html>"})
    EXPECT_FALSE(read_model_names(body).ok()) << body;
}

TEST(ReadComplaint, KnowsTheUsualShapes) {
  const auto shown = [](const std::string& body) {
    const Complaint complaint = read_complaint(body);
    return (complaint.from_api ? "api:" : "web:") + complaint.words;
  };
  EXPECT_EQ(shown(R"({"error": {"message": "bad\nkey", "type": "x", "code": 401}})"),
            "api:bad key");
  EXPECT_EQ(shown(R"({"object": "error", "message": "The model x does not exist."})"),
            "api:The model x does not exist.");
  EXPECT_EQ(shown(R"({"error": "busy"})"), "api:busy");
  EXPECT_EQ(shown(R"({"detail": "Not Found"})"), "web:Not Found");
  EXPECT_EQ(shown(R"({"detail": [{"loc": []}]})"), "web:");
  EXPECT_EQ(shown("<html>404</html>"), "web:");
  EXPECT_EQ(shown(""), "web:");
  EXPECT_EQ(shown(R"({"error": {"message": ")" + std::string(5000, 'x') + "\"}}"),
            "api:" + std::string(300, 'x'));
}

}  // namespace
}  // namespace octavo
