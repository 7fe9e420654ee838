// The engine on another machine against servers that answer, refuse, stumble and vanish.
#include "vlm/http/http_vlm.h"

#include <gtest/gtest.h>

#include <map>

#include "vlm/http/scripted_server.h"

namespace octavo {
namespace {

using std::chrono::milliseconds;
using Then = ServerReply::Then;

constexpr const char* kModels = R"({"object": "list", "data": [{"id": "tiny"}]})";

std::string completion(const std::string& text) {
  return R"({"choices": [{"finish_reason": "stop", "message": {"content": ")" + text + R"("}}]})";
}

// The models, or what `chat` says to the nth request.
ScriptedServer::Handler with_chat(std::function<ServerReply(int, const ServerRequest&)> chat) {
  auto count = std::make_shared<std::atomic<int>>(0);
  return [count, chat](const ServerRequest& request) -> ServerReply {
    if (request.path == "/v1/models") return {.body = kModels};
    return chat((*count)++, request);
  };
}

VlmServer quick(const ScriptedServer& server) {
  return {.url = server.url(),
          .first_delay = milliseconds(10),
          .connect_timeout = milliseconds(2000),
          .answer_timeout = milliseconds(3000)};
}

std::vector<VlmRequest> prompts(int count) {
  std::vector<VlmRequest> requests(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i)
    requests[static_cast<size_t>(i)] = {.prompt = "prompt " + std::to_string(i) + ".",
                                        .max_new_tokens = 12'000};
  return requests;
}

std::unique_ptr<Vlm> connect(const VlmServer& options) {
  auto vlm = make_http_vlm(options);
  EXPECT_TRUE(vlm.ok()) << vlm.error().message();
  return vlm.ok() ? std::move(vlm).value() : nullptr;
}

// "stop:text", "error:server_failed: ...".
std::string shown(const VlmAnswer& answer) {
  return answer.finish + ":" + (answer.finish == "stop" ? answer.text : answer.error.message());
}
std::string code_of(const VlmAnswer& answer) {
  return answer.finish == "error" ? std::string(code_name(answer.error.code)) : answer.finish;
}

// What one request comes to.
VlmAnswer ask_once(VlmServer options) {
  const auto vlm = connect(options);
  return vlm ? vlm->answer(prompts(1)).at(0) : VlmAnswer{};
}

TEST(HttpVlm, AnswersInOrderAndAtOnce) {
  ScriptedServer server(with_chat([](int n, const ServerRequest& request) {
    const size_t at = request.body.find("prompt ");
    const std::string name = request.body.substr(at, request.body.find('.', at) - at);
    return ServerReply{.body = completion("re " + name), .delay = milliseconds(5 * (7 - n % 8))};
  }));
  VlmServer options = quick(server);
  options.concurrency = 4;
  options.key = "secret-key";
  const auto vlm = connect(options);
  ASSERT_TRUE(vlm);
  EXPECT_EQ(vlm->name(), "tiny");
  std::map<size_t, std::string> heard;
  const auto answers = vlm->answer(prompts(20), {}, [&](size_t i, std::string_view text) {
    heard[i] = text;
    return i != 3;
  });
  ASSERT_EQ(answers.size(), 20u);
  for (size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i].text, "re prompt " + std::to_string(i));
    EXPECT_EQ(answers[i].finish, i == 3 ? "cancelled" : "stop");
    EXPECT_EQ(heard[i], answers[i].text);
  }
  EXPECT_EQ(server.most_at_once(), 4);
  const auto seen = server.seen();
  ASSERT_EQ(seen.size(), 21u);
  EXPECT_EQ(seen[0].method, "GET");
  EXPECT_EQ(seen[5].path, "/v1/chat/completions");
  for (const ServerRequest& request : seen) {
    EXPECT_EQ(request.body.find("_tokens\":1"), std::string::npos);
    EXPECT_NE(request.head.find("\r\nAuthorization: Bearer secret-key\r\n"), std::string::npos);
    EXPECT_EQ(request.head.find("Expect"), std::string::npos);
  }
  EXPECT_TRUE(vlm->answer({}).empty());
}

TEST(HttpVlm, ChoosesTheModel) {
  std::string list = kModels;
  int status = 200;
  ScriptedServer server(
      [&](const ServerRequest&) { return ServerReply{.status = status, .body = list}; });
  const auto chosen = [&](const std::string& wanted) {
    VlmServer options = quick(server);
    options.model = wanted;
    options.attempts = 1;
    const auto vlm = make_http_vlm(options);
    return vlm.ok() ? (*vlm)->name() : vlm.error().message();
  };
  EXPECT_EQ(chosen(""), "tiny");
  EXPECT_EQ(chosen("tiny"), "tiny");
  const std::string place = server.url() + "/v1";
  EXPECT_EQ(chosen("big"), "server_model_missing: " + place + " has no model big (it has tiny)");
  list = R"({"data": [{"id": "a"}, {"id": "b"}]})";
  EXPECT_EQ(chosen("b"), "b");
  EXPECT_EQ(chosen(""),
            "server_model_missing: " + place + " has 2 models (name one with --vlm-model: a, b)");
  list = R"({"data": []})";
  EXPECT_EQ(chosen(""), "server_model_missing: " + place + " has no model");
  list = "<html>Welcome</html>";
  EXPECT_EQ(chosen("a").substr(0, 19), "server_incompatible");
  status = 404;
  EXPECT_EQ(chosen("").substr(0, 19), "server_incompatible");
  EXPECT_EQ(chosen("named"), "named");  // a gateway without a list
  status = 302;
  EXPECT_EQ(chosen("a").substr(0, 19), "server_incompatible");
  status = 500;
  EXPECT_EQ(chosen("a"), "server_failed: " + place + " answers 500");
}

TEST(HttpVlm, ASilentServerIsGivenUpBeforeItsAnswersWouldBe) {
  ScriptedServer server([](const ServerRequest&) {
    return ServerReply{.body = kModels, .delay = milliseconds(1500)};
  });
  VlmServer options = quick(server);
  options.attempts = 2;
  options.list_timeout = milliseconds(100);
  const auto vlm = make_http_vlm(options);
  ASSERT_FALSE(vlm.ok());  // the time of an answer would have been enough
  EXPECT_EQ(code_name(vlm.error().code), "server_unreachable");
}

TEST(HttpVlm, RefusesWrongOptions) {
  const auto code = [](const VlmServer& options) {
    const auto vlm = make_http_vlm(options);
    return vlm.ok() ? "ok" : std::string(code_name(vlm.error().code));
  };
  EXPECT_EQ(code({.url = "h:1"}), "invalid_argument");
  EXPECT_EQ(code({.url = "http://h:1", .key = "a\r\nX-Evil: 1"}), "invalid_argument");
  EXPECT_EQ(code({.url = "http://h:1", .concurrency = 0}), "invalid_argument");
  EXPECT_EQ(code({.url = "http://h:1", .attempts = 0}), "invalid_argument");
}

TEST(HttpVlm, KeysAreInNoMessage) {
  ScriptedServer server([](const ServerRequest& request) {
    return ServerReply{.status = request.head.find("sk-123") == std::string::npos ? 403 : 401,
                       .body = R"({"error": {"message": "Incorrect API key provided: sk-123"}})"};
  });
  VlmServer options = quick(server);
  options.key = "sk-123";
  const auto refused = make_http_vlm(options);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message(), "server_denied: " + server.url() +
                                           "/v1 answers 401: Incorrect API key provided: *** (it "
                                           "does not take this key)");
  options.key = "";
  options.url = "http://me:pass@" + server.url().substr(7);
  const auto open = make_http_vlm(options);
  ASSERT_FALSE(open.ok());
  EXPECT_EQ(open.error().message().find("pass"), std::string::npos);
  EXPECT_NE(open.error().hint.find("OCTAVO_VLM_KEY"), std::string::npos);
}

TEST(HttpVlm, TriesAgainWhenTheServerMayRecover) {
  for (const ServerReply& trouble :
       {ServerReply{.status = 429}, ServerReply{.status = 500}, ServerReply{.status = 503},
        ServerReply{.status = 408}, ServerReply{.body = "x", .send = 0, .then = Then::kClose},
        ServerReply{.body = completion("half"), .send = 60, .then = Then::kClose}}) {
    ScriptedServer server(with_chat([&](int n, const ServerRequest&) {
      return n < 3 ? trouble : ServerReply{.body = completion("at last")};
    }));
    EXPECT_EQ(shown(ask_once(quick(server))), "stop:at last") << trouble.status;
    EXPECT_EQ(server.seen().size(), 5u);
  }
}

TEST(HttpVlm, WaitsAsLongAsTheServerAsks) {
  ScriptedServer server(with_chat([](int n, const ServerRequest&) {
    return n == 0 ? ServerReply{.status = 429, .headers = {"Retry-After: 1"}}
                  : ServerReply{.body = completion("ok")};
  }));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(shown(ask_once(quick(server))), "stop:ok");
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(1000));
}

TEST(HttpVlm, GivesUpAfterItsAttempts) {
  ScriptedServer server(with_chat([](int, const ServerRequest&) {
    return ServerReply{.status = 503, .body = R"({"error": {"message": "loading model"}})"};
  }));
  EXPECT_EQ(shown(ask_once(quick(server))),
            "error:server_failed: " + server.url() + "/v1 answers 503: loading model");
  EXPECT_EQ(server.seen().size(), 5u);
}

TEST(HttpVlm, ABusyServerGetsFewerAtOnce) {
  std::atomic<int> at_once = 0;
  ScriptedServer server(with_chat([&](int, const ServerRequest&) {
    const int now = ++at_once;
    std::this_thread::sleep_for(milliseconds(10));
    --at_once;
    return now > 3 ? ServerReply{.status = 429} : ServerReply{.body = completion("ok")};
  }));
  VlmServer options = quick(server);
  options.concurrency = 16;
  options.attempts = 8;
  const auto vlm = connect(options);
  ASSERT_TRUE(vlm);
  for (const VlmAnswer& answer : vlm->answer(prompts(60))) EXPECT_EQ(shown(answer), "stop:ok");
}

TEST(HttpVlm, AnswersThatAreNone) {
  ServerReply reply;
  ScriptedServer server(with_chat([&](int, const ServerRequest&) { return reply; }));
  const auto code = [&](ServerReply next, int64_t most = 1 << 20) {
    reply = std::move(next);
    VlmServer options = quick(server);
    options.max_answer_bytes = most;
    options.attempts = 2;
    return code_of(ask_once(options));
  };
  EXPECT_EQ(code({.body = completion("good")}), "stop");
  EXPECT_EQ(code({.body = completion("bad \xFF utf-8")}), "stop");
  EXPECT_EQ(code({.body = R"({"choices": [{"finish_reason": "stop", "mess)"}),
            "server_incompatible");
  EXPECT_EQ(code({.body = R"({"choices": 7})"}), "server_incompatible");
  EXPECT_EQ(code({.body = "<html>"}), "server_incompatible");
  EXPECT_EQ(code({.body = std::string(4 << 20, ' ')}), "server_incompatible");
  EXPECT_EQ(code({.body = kModels, .headers = {"X: " + std::string(100'000, 'x')}}),
            "server_incompatible");
  EXPECT_EQ(code({.status = 400, .body = R"({"error": {"message": "too long"}})"}),
            "server_incompatible");
  EXPECT_EQ(code({.status = 401}), "server_denied");
  EXPECT_EQ(code({.status = 404, .body = R"({"error": {"message": "no model tiny"}})"}),
            "server_model_missing");
  EXPECT_EQ(code({.status = 404, .body = R"({"detail": "Not Found"})"}), "server_incompatible");
  EXPECT_EQ(code({.status = 307, .headers = {"Location: http://elsewhere/"}}),
            "server_incompatible");
  EXPECT_EQ(code({.body = R"({"error": {"message": "out of memory"}})"}), "server_failed");
  EXPECT_EQ(code({.body = "x", .send = 30, .then = Then::kHang}), "server_unreachable");
  EXPECT_EQ(code({.body = "x", .send = 0, .then = Then::kClose}), "server_unreachable");
}

TEST(HttpVlm, ABadRequestFailsAlone) {
  ScriptedServer server(with_chat([](int, const ServerRequest& request) {
    return request.body.find("prompt 1.") != std::string::npos
               ? ServerReply{.status = 400, .body = R"({"object": "error", "message": "too long"})"}
               : ServerReply{.body = completion("ok")};
  }));
  const auto vlm = connect(quick(server));
  ASSERT_TRUE(vlm);
  const auto answers = vlm->answer(prompts(3));
  EXPECT_EQ(shown(answers[0]), "stop:ok");
  EXPECT_EQ(shown(answers[1]),
            "error:server_incompatible: " + server.url() + "/v1 answers 400: too long");
  EXPECT_EQ(shown(answers[2]), "stop:ok");
}

TEST(HttpVlm, NobodyListens) {
  VlmServer options;
  {
    ScriptedServer server(with_chat([](int, const ServerRequest&) { return ServerReply{}; }));
    options = quick(server);
  }
  const auto vlm = make_http_vlm(options);
  ASSERT_FALSE(vlm.ok());
  EXPECT_EQ(vlm.error().code, Code::kServerUnreachable);
  EXPECT_NE(vlm.error().what.find(options.url), std::string::npos);
}

TEST(HttpVlm, TheServerGoesInTheMiddle) {
  ScriptedServer* running = nullptr;
  ScriptedServer server(with_chat([&](int n, const ServerRequest&) -> ServerReply {
    if (n < 2) return {.body = completion("ok")};
    std::thread([&] { running->stop(); }).detach();
    return {.send = 0, .then = Then::kHang};
  }));
  running = &server;
  VlmServer options = quick(server);
  options.concurrency = 2;
  const auto vlm = connect(options);
  ASSERT_TRUE(vlm);
  const auto answers = vlm->answer(prompts(200));
  EXPECT_EQ(std::count_if(answers.begin(), answers.end(),
                          [](const VlmAnswer& answer) { return answer.finish == "stop"; }),
            2);
  for (const VlmAnswer& answer : answers)
    if (answer.finish != "stop") {
      EXPECT_EQ(code_of(answer), "server_unreachable");
    }
  // A later call sees at once that it is still gone.
  EXPECT_EQ(code_of(vlm->answer(prompts(50)).back()), "server_unreachable");
}

TEST(HttpVlm, AServerThatFailsThreeTimesIsNotAskedTheRest) {
  ScriptedServer server(
      with_chat([](int, const ServerRequest&) { return ServerReply{.status = 500}; }));
  VlmServer options = quick(server);
  options.concurrency = 1;
  options.attempts = 2;
  const auto vlm = connect(options);
  ASSERT_TRUE(vlm);
  for (const VlmAnswer& answer : vlm->answer(prompts(40)))
    EXPECT_EQ(code_of(answer), "server_failed");
  EXPECT_EQ(server.seen().size(), 1u + 3 * 2);
  vlm->answer(prompts(40));
  EXPECT_EQ(server.seen().size(), 1u + 3 * 2 + 1);
}

TEST(HttpVlm, StopsAtTheDeadlineAndWhenAsked) {
  ScriptedServer server(with_chat([](int n, const ServerRequest&) {
    return n == 0 ? ServerReply{.body = completion("ok")}
                  : ServerReply{.send = 0, .then = Then::kHang};
  }));
  VlmServer options = quick(server);
  options.concurrency = 1;
  const auto vlm = connect(options);
  ASSERT_TRUE(vlm);
  auto answers = vlm->answer(prompts(3), Deadline(milliseconds(300), nullptr));
  EXPECT_EQ(shown(answers[0]), "stop:ok");
  for (const size_t i : {1u, 2u}) {
    EXPECT_EQ(answers[i].finish, "cancelled");
    EXPECT_EQ(answers[i].error.code, Code::kPageTimeout);
  }
  CancelFlag cancel;
  cancel.set();
  answers = vlm->answer(prompts(2), Deadline(milliseconds(60'000), &cancel));
  EXPECT_EQ(answers[1].error.code, Code::kCancelled);
  const auto late = make_http_vlm(quick(server), Deadline(milliseconds(60'000), &cancel));
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().code, Code::kCancelled);
}

TEST(HttpVlm, ARequestsOwnTimeAndWish) {
  ScriptedServer server(with_chat([](int, const ServerRequest& request) {
    const bool silent = request.body.find("prompt 0.") != std::string::npos;
    return ServerReply{.body = completion("ok"),
                       .delay = milliseconds(silent ? 0 : 1200),
                       .send = silent ? 0 : std::string::npos,
                       .then = silent ? Then::kHang : Then::kKeep};
  }));
  VlmServer options = quick(server);
  options.concurrency = 2;
  const auto vlm = connect(options);
  ASSERT_TRUE(vlm);
  auto requests = prompts(4);
  requests[0].deadline = requests[2].deadline = Deadline(milliseconds(300), nullptr);
  requests[3].wanted = [] { return false; };
  const auto answers = vlm->answer(requests);
  EXPECT_EQ(shown(answers[1]), "stop:ok");
  for (const size_t i : {0u, 2u}) {
    EXPECT_EQ(answers[i].finish, "cancelled");
    EXPECT_EQ(answers[i].error.code, Code::kPageTimeout);
  }
  EXPECT_EQ(answers[3].finish, "cancelled");
  EXPECT_EQ(server.seen().size(), 3u) << "the models and two prompts";
}

TEST(HttpVlm, CallsOfSeveralThreadsShareTheLimit) {
  ScriptedServer server(with_chat([](int, const ServerRequest&) {
    return ServerReply{.body = completion("ok"), .delay = milliseconds(5)};
  }));
  VlmServer options = quick(server);
  options.concurrency = 3;
  const auto vlm = connect(options);
  ASSERT_TRUE(vlm);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (const VlmAnswer& answer : vlm->answer(prompts(15))) EXPECT_EQ(shown(answer), "stop:ok");
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(server.most_at_once(), 3);
}

}  // namespace
}  // namespace octavo
