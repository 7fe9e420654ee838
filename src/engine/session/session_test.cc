#include "engine/session/session.h"

#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "engine/session/scripted_model.h"

namespace octavo::engine {
namespace {

Request request(const std::string& prompt, int64_t max_new_tokens = 0) {
  Request made;
  for (const char c : prompt) made.prompt.ids.push_back(static_cast<unsigned char>(c));
  made.max_new_tokens = max_new_tokens;
  return made;
}

std::vector<Request> one(Request only) {
  std::vector<Request> requests;
  requests.push_back(std::move(only));
  return requests;
}

// Says `text` byte by byte whatever the prompt of `prompt_length` was, then the end token.
Script says(std::string text, size_t prompt_length = 1) {
  return [text, prompt_length](const History& history) -> TokenId {
    const size_t said = history.size() - prompt_length;
    return said < text.size() ? static_cast<unsigned char>(text[said]) : kTestEnd;
  };
}

// A token that depends on all before it, rarely the end.
TokenId hash_of(const History& history) {
  uint32_t hash = 2166136261U;
  for (const Fed& fed : history) {
    hash = (hash ^ static_cast<uint32_t>(fed.value)) * 16777619U;
    for (const int32_t axis : fed.position) hash = (hash ^ static_cast<uint32_t>(axis)) * 16777619U;
  }
  hash ^= hash >> 15;
  return hash % 67 == 0 ? kTestEnd : static_cast<TokenId>(hash % 256);
}

struct Rig {
  explicit Rig(Script script, SessionOptions options = {.kv_bytes = 1 << 20}) {
    auto scripted = std::make_unique<ScriptedModel>(std::move(script));
    model = scripted.get();
    make = [owned = std::make_shared<std::unique_ptr<ScriptedModel>>(std::move(scripted)),
            options] { return Session::create(std::move(*owned), options); };
  }
  Session& session() {
    if (!made) made = std::move(make()).value();
    return *made;
  }
  std::vector<Completion> run(std::vector<Request> requests, const OnText& on_text = {}) {
    return session().generate(std::move(requests), {}, on_text);
  }

  ScriptedModel* model;
  std::function<Result<std::unique_ptr<Session>>()> make;
  std::unique_ptr<Session> made;
};

// KV memory for so many tokens of the scripted model.
int64_t kv_for(int64_t tokens) {
  return tokens * KvPool::bytes_per_token(ScriptedModel({}).config().language);
}

TEST(Session, SaysItsText) {
  Rig rig(says("Hello"));
  const auto done = rig.run(one(request("x")));
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].text, "Hello");
  EXPECT_EQ(done[0].ids, (std::vector<TokenId>{'H', 'e', 'l', 'l', 'o'}));
  EXPECT_EQ(done[0].finish, FinishReason::kStop);
  EXPECT_EQ(done[0].timings.prompt_tokens, 1);
  EXPECT_EQ(done[0].timings.generated_tokens, 5);
  EXPECT_GT(done[0].timings.first_token_seconds, 0);
}

TEST(Session, NothingToDo) {
  Rig rig(says("x"));
  EXPECT_TRUE(rig.run({}).empty());
}

TEST(Session, PositionsOfTextCountUp) {
  Rig rig([](const History& history) -> TokenId {
    for (size_t i = 0; i < history.size(); ++i) {
      const int32_t at = static_cast<int32_t>(i);
      EXPECT_EQ(history[i].position, (Position{at, at, at}));
    }
    return history.size() < 20 ? 'a' : kTestEnd;
  });
  EXPECT_EQ(rig.run(one(request("0123456789")))[0].text, std::string(10, 'a'));
}

TEST(Session, ALongPromptIsFedInChunks) {
  Rig rig(says("ok", 50), {.kv_bytes = 1 << 20, .max_sequences = 2, .prefill_chunk = 16});
  EXPECT_EQ(rig.run(one(request(std::string(50, 'p'))))[0].text, "ok");
  EXPECT_EQ(rig.model->forwards, 4 + 2);  // 16 + 16 + 16 + 2; "o"; "k"
  EXPECT_EQ(rig.model->most_rows, 16);
}

// Between chunks; the others go on, and what its source has for the place comes in.
TEST(Session, ARequestThatIsCancelledEndsBetweenChunks) {
  Rig rig(says("ok", 50), {.kv_bytes = 1 << 20, .max_sequences = 2, .prefill_chunk = 16});
  CancelFlag cancel;
  rig.model->meanwhile = [&] {
    if (rig.model->forwards == 1) cancel.set();  // the second pass
  };
  std::vector<Request> requests;
  for (int i = 0; i < 3; ++i) requests.push_back(request(std::string(50, 'p')));
  requests[0].deadline = Deadline(std::chrono::hours(1), &cancel);
  const auto done = rig.run(std::move(requests));
  EXPECT_EQ(done[0].finish, FinishReason::kCancelled);
  EXPECT_EQ(done[0].error.code, Code::kCancelled);
  EXPECT_EQ(done[0].text, "");
  EXPECT_EQ(done[1].text, "ok");
  EXPECT_EQ(done[2].text, "ok");
  // Two chunks of the first prompt; the second one whole, and of the third, which is the same, its
  // last token.
  EXPECT_LT(rig.model->rows_fed, 3 * 50);
}

TEST(Session, AllDecodeInOneForward) {
  Rig rig(says("0123456789"), {.kv_bytes = 1 << 20, .max_sequences = 4});
  std::vector<Request> requests;
  for (const char* prompt : {"a", "b", "c", "d"}) requests.push_back(request(prompt));
  for (const Completion& done : rig.run(std::move(requests))) EXPECT_EQ(done.text, "0123456789");
  EXPECT_EQ(rig.model->forwards, 11);
  EXPECT_EQ(rig.model->most_sequences, 4U);
}

TEST(Session, OthersGoOnWhileALongPromptIsFed) {
  Rig rig(hash_of, {.kv_bytes = 1 << 20, .max_sequences = 2, .prefill_chunk = 8});
  std::vector<Request> requests;
  requests.push_back(request("short", 40));
  requests.push_back(request(std::string(200, 'x'), 1));
  rig.run(std::move(requests));
  EXPECT_EQ(rig.model->most_rows, 9);
}

std::vector<Request> mixed_requests() {
  std::vector<Request> requests;
  for (int i = 0; i < 14; ++i) {
    requests.push_back(request(std::string(static_cast<size_t>(1 + i * 11 % 90), 'a' + i),
                               i % 3 == 0 ? 0 : 20 + i * 9));
    requests.back().sampling.temperature = i % 4 == 0 ? 0.8F : 0;
    requests.back().sampling.seed = static_cast<uint64_t>(i);
  }
  return requests;
}

std::vector<std::vector<TokenId>> ids_of(const std::vector<Completion>& completions) {
  std::vector<std::vector<TokenId>> ids;
  for (const Completion& completion : completions) ids.push_back(completion.ids);
  return ids;
}

TEST(Session, SameTokensOneByOneAndInAnyBatch) {
  // All sequences end by what they are, not by memory: the smallest memory holds the longest.
  const auto bounded = [](const History& history) -> TokenId {
    return history.size() > 230 ? kTestEnd : hash_of(history);
  };
  std::vector<std::vector<TokenId>> alone;
  for (Request& single : mixed_requests()) {
    Rig rig(bounded, {.kv_bytes = kv_for(256), .prefill_chunk = 16});
    alone.push_back(rig.run(one(std::move(single)))[0].ids);
  }
  bool anything = false;
  for (const auto& ids : alone) anything |= ids.size() > 50;
  ASSERT_TRUE(anything);
  for (const int sequences : {1, 2, 3, 8, 20})
    for (const int64_t tokens : {256, 320, 640, 1 << 14}) {
      Rig rig(bounded,
              {.kv_bytes = kv_for(tokens), .max_sequences = sequences, .prefill_chunk = 16});
      EXPECT_EQ(ids_of(rig.run(mixed_requests())), alone) << sequences << " " << tokens;
    }
}

TEST(Session, TheNewestGivesWayWhenMemoryRunsOut) {
  // Each needs two blocks in the end; three blocks for two sequences.
  const auto long_text = [](const History& history) -> TokenId {
    return history.size() < 120 ? 'a' : kTestEnd;
  };
  Rig rig(long_text, {.kv_bytes = kv_for(3 * 64), .max_sequences = 2});
  std::vector<Request> requests;
  requests.push_back(request("x"));
  requests.push_back(request("y"));
  const auto done = rig.run(std::move(requests));
  EXPECT_EQ(done[0].text, std::string(119, 'a'));
  EXPECT_EQ(done[1].text, std::string(119, 'a'));
  EXPECT_EQ(rig.model->most_sequences, 2U);
  EXPECT_GT(rig.model->rows_fed, 2 * 120);  // some were fed again
}

TEST(Session, StopStringsAreNeverShown) {
  for (const std::string stop : {"STOP", "S", "\n\n", "ab"}) {
    Rig rig(says("aSTSTab" + stop + "more"));
    Request with_stop = request("x");
    with_stop.stop = {stop};
    std::string shown;
    const auto done = rig.run(one(std::move(with_stop)), [&](size_t, std::string_view text) {
      shown += text;
      return true;
    });
    const std::string expected = ("aSTSTab" + stop).substr(0, ("aSTSTab" + stop).find(stop));
    EXPECT_EQ(done[0].text, expected);
    EXPECT_EQ(shown, expected);
    EXPECT_EQ(done[0].finish, FinishReason::kStop);
  }
}

TEST(Session, WhatWasHeldBackComesInTheEnd) {
  Rig rig(says("well, STO"));
  Request with_stop = request("x");
  with_stop.stop = {"STOP"};
  std::string shown;
  const auto done = rig.run(one(std::move(with_stop)), [&](size_t, std::string_view text) {
    shown += text;
    return true;
  });
  EXPECT_EQ(done[0].text, "well, STO");
  EXPECT_EQ(shown, "well, STO");
}

TEST(Session, CharactersComeWhole) {
  const std::string text = "d\xC3\xA9j\xC3\xA0 \xE4\xBD\xA0\xF0\x9F\x98\x80";
  Rig rig(says(text));
  std::vector<std::string> pieces;
  const auto done = rig.run(one(request("x")), [&](size_t, std::string_view piece) {
    pieces.emplace_back(piece);
    return true;
  });
  EXPECT_EQ(done[0].text, text);
  EXPECT_EQ(pieces, (std::vector<std::string>{"d", "\xC3\xA9", "j", "\xC3\xA0", " ", "\xE4\xBD\xA0",
                                              "\xF0\x9F\x98\x80"}));
}

TEST(Session, ABrokenEndIsMarked) {
  Rig rig(says("a\xE4\xBD"));
  EXPECT_EQ(rig.run(one(request("x")))[0].text, "a\xEF\xBF\xBD");
}

TEST(Session, SpecialTokensOnRequest) {
  for (const bool skip : {true, false}) {
    Rig rig([](const History& history) -> TokenId {
      return history.size() == 1 ? 'a' : history.size() == 2 ? kTestSpecial : kTestEnd;
    });
    Request special = request("x");
    special.skip_special = skip;
    EXPECT_EQ(rig.run(one(std::move(special)))[0].text, skip ? "a" : "a<|special|>");
  }
}

TEST(Session, StopTokens) {
  Rig rig(says("abc"));
  Request stopping = request("x");
  stopping.stop_tokens = {'c'};
  const auto done = rig.run(one(std::move(stopping)));
  EXPECT_EQ(done[0].text, "ab");
  EXPECT_EQ(done[0].finish, FinishReason::kStop);
}

TEST(Session, MaxNewTokens) {
  Rig rig(says("abcdef"));
  const auto done = rig.run(one(request("x", 3)));
  EXPECT_EQ(done[0].text, "abc");
  EXPECT_EQ(done[0].finish, FinishReason::kLength);
  // As many as there are: the end is still seen as the end.
  EXPECT_EQ(rig.run(one(request("x", 7)))[0].finish, FinishReason::kStop);
}

TEST(Session, TheContextIsALength) {
  Rig rig([](const History&) -> TokenId { return 'a'; });
  rig.model->config_.language.max_positions = 20;
  EXPECT_EQ(rig.run(one(request("0123456789")))[0].text, std::string(10, 'a'));
  const auto done = rig.run(one(request("0123456789", 1000)));
  EXPECT_EQ(done[0].finish, FinishReason::kLength);
  EXPECT_EQ(done[0].text, std::string(10, 'a'));
}

TEST(Session, APromptBeyondTheContextFailsAlone) {
  Rig rig(says("ok"));
  rig.model->config_.language.max_positions = 20;
  std::vector<Request> requests;
  requests.push_back(request(std::string(20, 'p')));
  requests.push_back(request("x"));
  const auto done = rig.run(std::move(requests));
  EXPECT_EQ(done[0].finish, FinishReason::kError);
  EXPECT_EQ(done[0].error.code, Code::kLimitExceeded);
  EXPECT_EQ(done[0].error.what, "the prompt has 20 tokens, and the model's context holds 20");
  EXPECT_EQ(done[1].text, "ok");
}

TEST(Session, MoreThanTheMemoryFailsAlone) {
  Rig rig(says("ok"), {.kv_bytes = kv_for(64)});
  std::vector<Request> requests;
  requests.push_back(request("x", 65));
  requests.push_back(request("x", 64));
  requests.push_back(request(std::string(65, 'p')));
  requests.push_back(request(std::string(64, 'p'), 1));
  const auto done = rig.run(std::move(requests));
  EXPECT_EQ(done[0].error.code, Code::kLimitExceeded);
  EXPECT_EQ(done[0].error.what,
            "the prompt has 1 tokens and 65 more are asked for, and the KV memory holds 64");
  EXPECT_EQ(done[1].text, "ok");
  EXPECT_EQ(done[2].error.what, "the prompt has 65 tokens, and the KV memory holds 64");
  EXPECT_EQ(done[3].finish, FinishReason::kStop);
}

TEST(Session, MemoryIsALengthWhenNoneIsAskedFor) {
  Rig rig([](const History&) -> TokenId { return 'a'; }, {.kv_bytes = kv_for(64)});
  const auto done = rig.run(one(request("x")));
  EXPECT_EQ(done[0].finish, FinishReason::kLength);
  EXPECT_EQ(done[0].ids.size(), 64U);  // the last one is not fed
}

TEST(Session, TheCallerCancelsOne) {
  Rig rig(says("abcdef"));
  std::vector<Request> requests;
  requests.push_back(request("x"));
  requests.push_back(request("y"));
  int seen = 0;
  const auto done = rig.run(std::move(requests), [&](size_t index, std::string_view) {
    return index != 0 || ++seen < 3;
  });
  EXPECT_EQ(done[0].finish, FinishReason::kCancelled);
  EXPECT_EQ(done[0].text, "abc");
  EXPECT_EQ(done[1].text, "abcdef");
}

TEST(Session, TheFlagCancelsAll) {
  Rig rig(says("abcdef"), {.kv_bytes = 1 << 20, .max_sequences = 1});
  std::vector<Request> requests;
  requests.push_back(request("x"));
  requests.push_back(request("y"));
  CancelFlag flag;
  const Deadline deadline(std::chrono::hours(1), &flag);
  int seen = 0;
  const auto done =
      rig.session().generate(std::move(requests), deadline, [&](size_t, std::string_view) {
        if (++seen == 2) flag.set();
        return true;
      });
  EXPECT_EQ(done[0].finish, FinishReason::kCancelled);
  EXPECT_EQ(done[0].text, "ab");
  EXPECT_EQ(done[0].error.code, Code::kCancelled);
  EXPECT_EQ(done[1].finish, FinishReason::kCancelled);
  // The session can be used again, and nothing of its memory is lost.
  EXPECT_EQ(rig.run(one(request("z")))[0].text, "abcdef");
}

TEST(Session, AnExpiredDeadline) {
  Rig rig(says("abcdef"));
  const auto done =
      rig.session().generate(one(request("x")), Deadline(std::chrono::milliseconds(0), nullptr));
  EXPECT_EQ(done[0].finish, FinishReason::kCancelled);
  EXPECT_EQ(done[0].error.code, Code::kPageTimeout);
}

TEST(Session, AModelGoneWrongFailsAlone) {
  Rig rig([](const History& history) -> TokenId {
    if (history[0].value == 'b' && history.size() == 3) return -1;
    return history.size() < 6 ? 'a' : kTestEnd;
  });
  std::vector<Request> requests;
  for (const char* prompt : {"a", "b", "c"}) requests.push_back(request(prompt));
  const auto done = rig.run(std::move(requests));
  EXPECT_EQ(done[0].text, "aaaaa");
  EXPECT_EQ(done[1].finish, FinishReason::kError);
  EXPECT_EQ(done[1].error.code, Code::kModelInvalid);
  EXPECT_EQ(done[2].text, "aaaaa");
}

TEST(Session, LogprobsBelongToTheTokens) {
  Rig rig(says("abc"));
  Request wanting = request("x");
  wanting.sampling.logprobs = 2;
  const auto done = rig.run(one(std::move(wanting)));
  ASSERT_EQ(done[0].logprobs.size(), 3U);
  for (size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(done[0].logprobs[i].size(), 3U);
    EXPECT_EQ(done[0].logprobs[i][0].id, done[0].ids[i]);
    EXPECT_EQ(done[0].logprobs[i][1].id, done[0].ids[i]);  // greedy: it is the likeliest too
  }
}

TEST(Session, AnObserverMayEndARequest) {
  Rig rig(says("abcdef"));
  Request watched = request("x");
  watched.observer = [](std::span<const TokenId> ids) { return ids.size() < 4; };
  const auto done = rig.run(one(std::move(watched)));
  EXPECT_EQ(done[0].text, "abcd");
  EXPECT_EQ(done[0].finish, FinishReason::kStop);
}

TEST(Session, WrongRequests) {
  Rig rig(says("ok"));
  std::vector<Request> requests;
  for (int i = 0; i < 8; ++i) requests.push_back(request("x"));
  requests[0].prompt.ids.clear();
  requests[1].prompt.ids = {kTestVocabulary};
  requests[2].prompt.ids = {-1};
  requests[3].stop = {""};
  requests[4].stop = {std::string(257, 'x')};
  requests[5].sampling.top_p = 2;
  requests[6].max_new_tokens = -1;
  const auto done = rig.run(std::move(requests));
  for (size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(done[i].finish, FinishReason::kError) << i;
    EXPECT_EQ(done[i].error.code, Code::kInvalidArgument) << i;
  }
  EXPECT_EQ(done[7].text, "ok");
}

TEST(Session, WrongOptions) {
  const auto fails = [](SessionOptions options) {
    Rig rig(says("x"), options);
    return !rig.make().ok();
  };
  EXPECT_TRUE(fails({.max_sequences = 0}));
  EXPECT_TRUE(fails({.prefill_chunk = 0}));
  EXPECT_TRUE(fails({.kv_bytes = 0}));
}

}  // namespace
}  // namespace octavo::engine
