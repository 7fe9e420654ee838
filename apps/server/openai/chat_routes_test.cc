#include <gtest/gtest.h>

#include <deque>

#include "server/openai/chat_problem.h"
#include "server/openai/openai_routes.h"

namespace octavo::server {
namespace {

using service::ChatEvent;

// Says what the test tells it to.
struct Scripted {
  std::vector<service::ChatRequest> asked;
  std::deque<std::function<void(const ChatEvent&)>> callers;
  std::vector<uint64_t> cancelled;
  std::optional<Error> refusal;

  ChatBackend backend() {
    return {.chat = [this](service::ChatRequest request,
                           std::function<void(const ChatEvent&)> on_event) -> Result<uint64_t> {
              if (refusal) return *refusal;
              asked.push_back(std::move(request));
              callers.push_back(std::move(on_event));
              return asked.size();
            },
            .cancel = [this](uint64_t handle) { cancelled.push_back(handle); }};
  }
  void say(const std::string& text) {
    ChatEvent event;
    event.text = text;
    event.sampled_at_us = 5;
    callers.back()(event);
  }
  void end(GenerateEnd finish = GenerateEnd::kStop) {
    ChatEvent event;
    event.kind = ChatEvent::Kind::kEnd;
    event.finish = finish;
    event.prompt_tokens = 20;
    event.completion_tokens = 3;
    event.image_tokens = 16;
    callers.back()(event);
  }
  void fail(Code code, const std::string& what) {
    ChatEvent event;
    event.kind = ChatEvent::Kind::kError;
    event.error = {code, what, "", {}};
    callers.back()(event);
  }
};

class Routes : public ::testing::Test {
 protected:
  void start(OpenAiOptions options) {
    openai_ = std::make_unique<OpenAi>(std::move(options));
    openai_->add_routes(router_);
  }
  void start_seeing() {
    start({.model = ChatModelFacts{"octavo-mini", true, 7}, .model_backend = script_.backend()});
  }
  Reply ask(Method method, const std::string& path, const std::string& body = "") {
    Match match = router_.find(method, path);
    EXPECT_NE(match.route, nullptr) << path;
    Request request{.method = method, .path = path, .body = body, .id = "abc"};
    request.parameters = std::move(match.parameters);
    return match.route->handler(request);
  }
  Reply chat(const std::string& members) {
    return ask(
        Method::kPost, "/v1/chat/completions",
        R"({"model":"octavo-mini","messages":[{"role":"user","content":"hi"}])" + members + "}");
  }
  static Json body(const Response& response) { return Json::parse(response.body); }
  static Json error(const Reply& reply, int status) {
    const auto* response = std::get_if<Response>(&reply);
    EXPECT_NE(response, nullptr);
    if (response == nullptr) return {};
    EXPECT_EQ(response->status, status) << response->body;
    return body(*response)["error"];
  }

  Scripted script_, recognizers_;
  Router router_;
  std::unique_ptr<OpenAi> openai_;
};

const char kLayoutChat[] =
    R"({"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":)"
    R"("data:image/gif;base64,R0lGODlhAQABAAAAADs="}},{"type":"text","text":"\nLayout Detection:"}]}]})";

TEST_F(Routes, ExactlyOneModel) {
  start_seeing();
  const Json list = body(std::get<Response>(ask(Method::kGet, "/v1/models")));
  EXPECT_EQ(list["object"], "list");
  ASSERT_EQ(list["data"].size(), 1U);
  EXPECT_EQ(list["data"][0]["id"], "octavo-mini");
  EXPECT_EQ(list["data"][0]["object"], "model");
  EXPECT_EQ(list["data"][0]["created"], 7);
  EXPECT_EQ(body(std::get<Response>(ask(Method::kGet, "/v1/models/octavo-mini")))["id"],
            "octavo-mini");
  EXPECT_EQ(error(ask(Method::kGet, "/v1/models/x"), 404)["code"], "model_not_found");
}

TEST_F(Routes, AWholeAnswer) {
  start_seeing();
  Reply reply = chat(R"(,"temperature":0.5,"seed":9,"max_tokens":3,"stop":"x")");
  ASSERT_EQ(script_.asked.size(), 1U);
  const service::ChatRequest& asked = script_.asked[0];
  EXPECT_EQ(asked.messages[0].parts[0].text, "hi");
  EXPECT_EQ(asked.sampling.temperature, 0.5F);
  EXPECT_EQ(asked.sampling.seed, 9U);
  EXPECT_EQ(asked.max_new_tokens, 3);
  EXPECT_EQ(asked.stop, std::vector<std::string>{"x"});

  auto& pending = std::get<std::unique_ptr<Pending>>(reply);
  int woken = 0;
  pending->start([&] { ++woken; });
  EXPECT_FALSE(pending->ready(false));
  script_.say("Grüße \"");
  script_.say("\xE4\xBD\xA0");
  EXPECT_FALSE(pending->ready(false));
  script_.end(GenerateEnd::kLength);
  EXPECT_EQ(woken, 3);
  ASSERT_TRUE(pending->ready(false));
  const Json answer = body(pending->take());
  EXPECT_EQ(answer["object"], "chat.completion");
  EXPECT_EQ(answer["id"], "chatcmpl-abc");
  EXPECT_EQ(answer["model"], "octavo-mini");
  EXPECT_EQ(answer["choices"][0]["message"]["role"], "assistant");
  EXPECT_EQ(answer["choices"][0]["message"]["content"], "Grüße \"\xE4\xBD\xA0");
  EXPECT_EQ(answer["choices"][0]["finish_reason"], "length");
  EXPECT_EQ(answer["usage"]["prompt_tokens"], 20);
  EXPECT_EQ(answer["usage"]["completion_tokens"], 3);
  EXPECT_EQ(answer["usage"]["total_tokens"], 23);
  EXPECT_NE(answer["system_fingerprint"].get<std::string>().find("octavo-mini"), std::string::npos);
}

TEST_F(Routes, AStream) {
  start_seeing();
  Reply reply = chat(R"(,"stream":true,"stream_options":{"include_usage":true},)"
                     R"("timings_per_token":true)");
  EventSource& source = *std::get<EventStream>(reply).source;
  source.start([] {});
  std::string text;
  EXPECT_EQ(source.poll(text), EventSource::State::kWaiting);
  script_.say("a");
  script_.say("b\n");
  EXPECT_EQ(source.poll(text), EventSource::State::kWaiting);
  script_.end();
  EXPECT_EQ(source.poll(text), EventSource::State::kFinished);

  std::vector<Json> chunks;
  std::string last;
  for (size_t at = 0; at < text.size();) {
    ASSERT_EQ(text.substr(at, 6), "data: ");
    const size_t end = text.find("\n\n", at);
    last = text.substr(at + 6, end - at - 6);
    if (last != "[DONE]") chunks.push_back(Json::parse(last));
    at = end + 2;
  }
  EXPECT_EQ(last, "[DONE]");
  ASSERT_EQ(chunks.size(), 5U);
  EXPECT_EQ(chunks[0]["choices"][0]["delta"]["role"], "assistant");
  EXPECT_EQ(chunks[1]["choices"][0]["delta"]["content"], "a");
  EXPECT_EQ(chunks[1]["timings"]["sampled_at_us"], 5);
  EXPECT_GT(chunks[1]["timings"]["sent_at_us"], 5);
  EXPECT_EQ(chunks[2]["choices"][0]["delta"]["content"], "b\n");
  EXPECT_TRUE(chunks[2]["choices"][0]["finish_reason"].is_null());
  EXPECT_EQ(chunks[3]["choices"][0]["finish_reason"], "stop");
  EXPECT_TRUE(chunks[3]["choices"][0]["delta"].empty());
  EXPECT_TRUE(chunks[3]["usage"].is_null());
  EXPECT_TRUE(chunks[4]["choices"].empty());
  EXPECT_EQ(chunks[4]["usage"]["total_tokens"], 23);
  for (const Json& chunk : chunks) {
    EXPECT_EQ(chunk["object"], "chat.completion.chunk");
    EXPECT_EQ(chunk["id"], "chatcmpl-abc");
  }
}

TEST_F(Routes, AClientThatGoesAwayEndsItsChat) {
  start_seeing();
  {
    const Reply gone = chat(R"(,"stream":true)");
  }
  {
    const Reply gone = chat("");
  }
  EXPECT_EQ(script_.cancelled, (std::vector<uint64_t>{1, 2}));
  script_.say("nobody hears this");
  script_.end(GenerateEnd::kCancelled);
}

TEST_F(Routes, WhatEndsAChatHasItsStatus) {
  start_seeing();
  const std::pair<Code, int> kinds[] = {{Code::kInvalidArgument, 400}, {Code::kLimitExceeded, 400},
                                        {Code::kFileCorrupted, 422},   {Code::kServerFailed, 503},
                                        {Code::kModelInvalid, 500},    {Code::kModelMissing, 404}};
  for (const auto& [code, status] : kinds) {
    Reply reply = chat("");
    auto& pending = std::get<std::unique_ptr<Pending>>(reply);
    pending->start([] {});
    script_.fail(code, "why");
    ASSERT_TRUE(pending->ready(false));
    const Response response = pending->take();
    EXPECT_EQ(response.status, status);
    for (const char* member : {"message", "type", "param", "code"})
      EXPECT_TRUE(body(response)["error"].contains(member));
  }
  script_.refusal = Error{Code::kServerFailed, "too many wait", "", {}};
  const Reply busy = chat(R"(,"stream":true)");
  EXPECT_EQ(error(busy, 503)["code"], "worker_unavailable");
  EXPECT_EQ(std::get<Response>(busy).headers[0].first, "Retry-After");
}

TEST_F(Routes, AStreamThatBreaksSaysSo) {
  start_seeing();
  Reply reply = chat(R"(,"stream":true)");
  EventSource& source = *std::get<EventStream>(reply).source;
  source.start([] {});
  script_.say("a");
  script_.end(GenerateEnd::kCancelled);  // the service stops
  std::string text;
  EXPECT_EQ(source.poll(text), EventSource::State::kFinished);
  EXPECT_NE(text.find(R"(data: {"error":{"message":)"), std::string::npos);
  EXPECT_NE(text.find("shutting_down"), std::string::npos);
}

TEST_F(Routes, ItTakesTooLong) {
  start_seeing();
  Reply reply = chat("");
  auto& pending = std::get<std::unique_ptr<Pending>>(reply);
  ASSERT_TRUE(pending->ready(true));
  EXPECT_EQ(pending->take().status, 504);
}

TEST_F(Routes, AnotherModelsName) {
  start_seeing();
  const Json wrong = error(ask(Method::kPost, "/v1/chat/completions",
                               R"({"model":"gpt-x","messages":[{"role":"user","content":"a"}]})"),
                           404);
  EXPECT_EQ(wrong["code"], "model_not_found");
  EXPECT_NE(wrong["message"].get<std::string>().find("octavo-mini"), std::string::npos);
  EXPECT_EQ(error(ask(Method::kPost, "/v1/chat/completions", R"({"model":7})"), 400)["param"],
            "model");
  EXPECT_EQ(error(ask(Method::kPost, "/v1/chat/completions", "{"), 400)["code"], "invalid_json");
  EXPECT_EQ(
      error(ask(Method::kPost, "/v1/chat/completions", R"({"temperature":NaN})"), 400)["code"],
      "invalid_json");
  EXPECT_TRUE(script_.asked.empty());
}

TEST_F(Routes, WithoutAnyModelItSaysWhatToRun) {
  start({});
  EXPECT_TRUE(body(std::get<Response>(ask(Method::kGet, "/v1/models")))["data"].empty());
  const Json missing = error(chat(""), 404);
  EXPECT_EQ(missing["code"], "model_not_found");
  EXPECT_NE(missing["message"].get<std::string>().find("octavo models pull"), std::string::npos);
}

TEST_F(Routes, ALanguageModelAnswersTextAlone) {
  start({.model = ChatModelFacts{"octavo-mini", false, 0},
         .model_backend = script_.backend(),
         .recognizers = recognizers_.backend()});
  Reply text = chat("");
  auto& pending = std::get<std::unique_ptr<Pending>>(text);
  script_.end();
  ASSERT_TRUE(pending->ready(false));
  EXPECT_NE(body(pending->take())["system_fingerprint"].get<std::string>().find("language-model"),
            std::string::npos);

  Reply layout = ask(Method::kPost, "/v1/chat/completions", kLayoutChat);
  ASSERT_EQ(recognizers_.asked.size(), 1U);
  auto& recognized = std::get<std::unique_ptr<Pending>>(layout);
  recognizers_.end();
  ASSERT_TRUE(recognized->ready(false));
  EXPECT_NE(body(recognized->take())["system_fingerprint"].get<std::string>().find("basic-recog"),
            std::string::npos);

  std::string question = kLayoutChat;
  question.replace(question.find("Layout Detection:"), 17, "What is this?");
  EXPECT_EQ(error(ask(Method::kPost, "/v1/chat/completions", question), 400)["param"], "messages");
}

TEST_F(Routes, ChatsThatWaitHaveABoundTogether) {
  ChatLimits limits;
  limits.waiting_bytes = 150;  // one of those below has about 70
  start({.model = ChatModelFacts{"octavo-mini", true, 7},
         .model_backend = script_.backend(),
         .limits = limits});
  {
    const Reply first = chat(""), second = chat("");
    const Reply third = chat("");
    const Json refused = error(third, 503);
    EXPECT_EQ(refused["code"], "server_busy");
    EXPECT_EQ(std::get<Response>(third).headers,
              (std::vector<std::pair<std::string, std::string>>{{"Retry-After", "5"}}));
    EXPECT_EQ(script_.asked.size(), 2U);
    script_.end();  // the second: its memory is free, whoever still holds the answer
    const Reply fourth = chat("");
    EXPECT_EQ(script_.asked.size(), 3U);
    error(chat(""), 503);
  }
  // The clients are gone, and the backend has not heard of it yet: it still holds the first and the
  // fourth.
  error(chat(""), 503);
  for (auto& caller : script_.callers) {
    ChatEvent event;
    event.kind = ChatEvent::Kind::kEnd;
    event.finish = GenerateEnd::kCancelled;
    caller(event);
  }
  const Reply fifth = chat(""), sixth = chat("");
  EXPECT_EQ(script_.asked.size(), 5U);
}

TEST_F(Routes, AProblemSaysNothingTwice) {
  // Allow is the connection's to say, for every dialect.
  const Response response = chat_problem(
      {.status = 405, .code = "method_not_allowed", .message = "no", .allowed = "POST"}, "");
  EXPECT_TRUE(response.headers.empty());
}

TEST_F(Routes, RemotePicturesAreRefusedUnlessAllowed) {
  start_seeing();
  const Json refused =
      error(ask(Method::kPost, "/v1/chat/completions",
                R"({"messages":[{"role":"user","content":[{"type":"image_url","image_url":)"
                R"({"url":"http://127.0.0.1/a.png"}}]}]})"),
            400);
  EXPECT_EQ(refused["code"], "remote_images_disabled");
  EXPECT_EQ(refused["param"], "messages[0].content[0].image_url.url");
}

TEST_F(Routes, AllowedOnesStillDoNotComeFromInside) {
  start({.model = ChatModelFacts{"octavo-mini", true, 0},
         .model_backend = script_.backend(),
         .remote_pictures = true});
  for (const char* stream : {"false", "true"}) {
    Reply reply =
        ask(Method::kPost, "/v1/chat/completions",
            std::string(R"({"stream":)") + stream +
                R"(,"messages":[{"role":"user","content":[{"type":"image_url","image_url":)"
                R"({"url":"http://169.254.169.254/latest"}}]}]})");
    std::mutex mutex;
    std::condition_variable changed;
    bool woken = false;
    const auto wake = [&] {
      const std::lock_guard lock(mutex);
      woken = true;
      changed.notify_one();
    };
    const auto wait = [&] {
      std::unique_lock lock(mutex);
      changed.wait_for(lock, std::chrono::seconds(10), [&] { return woken; });
    };
    if (auto* pending = std::get_if<std::unique_ptr<Pending>>(&reply)) {
      (*pending)->start(wake);
      if (!(*pending)->ready(false)) wait();
      ASSERT_TRUE((*pending)->ready(false));
      const Response response = (*pending)->take();
      EXPECT_EQ(response.status, 400);
      EXPECT_EQ(body(response)["error"]["code"], "url_blocked");
    } else {
      EventSource& source = *std::get<EventStream>(reply).source;
      source.start(wake);
      std::string text;
      if (source.poll(text) == EventSource::State::kWaiting) {
        wait();
        EXPECT_EQ(source.poll(text), EventSource::State::kFinished);
      }
      EXPECT_NE(text.find("url_blocked"), std::string::npos);
    }
  }
  EXPECT_TRUE(script_.asked.empty());
}

}  // namespace
}  // namespace octavo::server
