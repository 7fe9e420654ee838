// Chats with a scripted model in a real process.
#include "service/chats.h"

#include <signal.h>

#include <map>

#include "service/service_fixture.h"

namespace octavo::service {
namespace {

class ChatsTest : public ServiceTest {
 protected:
  void SetUp() override {
    ServiceTest::SetUp();
    options_.chat_model = "echo";
  }

  static ChatRequest say(const std::string& text) {
    ChatRequest request;
    request.messages.push_back({ChatMessage::Role::kUser, {{text, {}}}});
    return request;
  }
  // A number to ask for what came of it.
  uint64_t chat(ChatRequest request) {
    const int number = next_++;
    auto handle = service_->chat(std::move(request), [this, number](const ChatEvent& event) {
      const std::lock_guard lock(mutex_);
      heard_[number].push_back(event);
    });
    EXPECT_TRUE(handle.ok()) << handle.error().message();
    handles_[number] = handle.ok() ? *handle : 0;
    return static_cast<uint64_t>(number);
  }
  std::vector<ChatEvent> heard(uint64_t number) {
    const std::lock_guard lock(mutex_);
    return heard_[static_cast<int>(number)];
  }
  ChatEvent end(uint64_t number) {
    EXPECT_TRUE(wait_until([&] {
      const auto events = heard(number);
      return !events.empty() && events.back().kind != ChatEvent::Kind::kText;
    }));
    const auto events = heard(number);
    return events.empty() ? ChatEvent() : events.back();
  }
  std::string text(uint64_t number) {
    std::string all;
    for (const ChatEvent& event : heard(number)) all += event.text;
    return all;
  }

  int next_ = 0;
  std::map<int, std::vector<ChatEvent>> heard_;
  std::map<int, uint64_t> handles_;
};

TEST_F(ChatsTest, TokensComeOneByOneWithCounts) {
  start();
  EXPECT_EQ(service_->status().model, ModelState::kUnloaded);
  ChatRequest request = say("one two three");
  request.messages.front().parts.insert(request.messages.front().parts.begin(),
                                        {"", {1, 2, 3, 4, 5}});
  request.messages.insert(request.messages.begin(),
                          {ChatMessage::Role::kSystem, {{"be kind", {}}}});
  const auto number = chat(std::move(request));
  const ChatEvent last = end(number);
  EXPECT_EQ(last.kind, ChatEvent::Kind::kEnd);
  EXPECT_EQ(last.finish, GenerateEnd::kStop);
  EXPECT_EQ(last.completion_tokens, 3);
  EXPECT_EQ(last.prompt_tokens, 2);  // messages, with this model
  EXPECT_EQ(last.image_tokens, 5);   // bytes
  EXPECT_EQ(text(number), "one two three ");
  EXPECT_EQ(heard(number).size(), 4u);
  EXPECT_GT(heard(number)[0].sampled_at_us, 0);
  EXPECT_EQ(service_->status().model, ModelState::kReady);
  EXPECT_EQ(service_->status().completion_tokens, 3);
}

TEST_F(ChatsTest, ConcurrentOnesRunTogether) {
  start();
  std::vector<uint64_t> numbers;
  std::string words;
  for (int i = 0; i < 200; ++i) words += "w" + std::to_string(i) + " ";
  for (int i = 0; i < 20; ++i) numbers.push_back(chat(say(words)));
  // All of them have begun before the first has ended.
  ASSERT_TRUE(wait_until([&] { return service_->status().chats_running == 20; }));
  for (const auto number : numbers) EXPECT_EQ(end(number).completion_tokens, 200);
  for (const auto number : numbers) EXPECT_EQ(text(number), words);
}

TEST_F(ChatsTest, CancelEndsOneAndNotTheOthers) {
  start();
  std::string words;
  for (int i = 0; i < 2000; ++i) words += "word ";
  const auto long_one = chat(say(words)), other = chat(say("a b c d e f g h i j k l m n o p"));
  ASSERT_TRUE(wait_until([&] { return heard(long_one).size() > 3; }));
  service_->cancel_chat(handles_[static_cast<int>(long_one)]);
  EXPECT_EQ(end(long_one).finish, GenerateEnd::kCancelled);
  EXPECT_LT(heard(long_one).size(), 2000u);
  EXPECT_EQ(end(other).finish, GenerateEnd::kStop);
  service_->cancel_chat(12345);
}

// Its prompt would be read for a minute.
TEST_F(ChatsTest, CancelEndsOneThatHasSaidNothingYet) {
  start();
  const auto number = chat(say("think and say"));
  ASSERT_TRUE(wait_until([&] { return service_->status().chats_running == 1; }));
  service_->cancel_chat(handles_[static_cast<int>(number)]);
  EXPECT_EQ(end(number).finish, GenerateEnd::kCancelled);
  EXPECT_EQ(text(number), "");
}

TEST_F(ChatsTest, AnEngineThatDiesIsToldAndStartedAgain) {
  start();
  const auto number = chat(say("one two die three"));
  const ChatEvent last = end(number);
  EXPECT_EQ(last.kind, ChatEvent::Kind::kError);
  EXPECT_EQ(last.error.code, Code::kServerFailed);
  EXPECT_EQ(text(number), "one two ");
  EXPECT_EQ(end(chat(say("again"))).finish, GenerateEnd::kStop);
}

// The end of what a draining service has no patience for is told, and not just silence.
TEST_F(ChatsTest, WhatDrainingCutsOffIsTold) {
  start();
  std::string words;
  for (int i = 0; i < 20000; ++i) words += "w ";
  std::vector<uint64_t> numbers;
  for (int i = 0; i < 70; ++i) numbers.push_back(chat(say(words)));  // 64 run, the others wait
  ASSERT_TRUE(wait_until([&] { return !heard(numbers[0]).empty(); }));
  EXPECT_FALSE(service_->drain(std::chrono::milliseconds(100)));
  for (const uint64_t number : numbers) {
    ASSERT_FALSE(heard(number).empty());
    const ChatEvent last = heard(number).back();
    EXPECT_EQ(last.kind, ChatEvent::Kind::kError);
    EXPECT_EQ(last.error.code, Code::kCancelled);
  }
  EXPECT_EQ(service_->status().chats_running + service_->status().chats_waiting, 0);
  EXPECT_FALSE(service_->chat(say("more"), [](const ChatEvent&) {}).ok());
}

TEST_F(ChatsTest, TheModelIsUnloadedWhenNobodyAsksAndComesBack) {
  options_.idle_unload = std::chrono::seconds(1);
  start();
  end(chat(say("hello")));
  EXPECT_TRUE(wait_until([&] { return service_->status().model == ModelState::kUnloaded; }));
  const auto number = chat(say("hello again"));
  EXPECT_EQ(end(number).finish, GenerateEnd::kStop);
  EXPECT_EQ(text(number), "hello again ");
}

TEST_F(ChatsTest, WhatCannotBeAnsweredIsRefused) {
  options_.limits.max_chat_pictures = 1;
  options_.limits.max_chat_bytes = 1000;
  start();
  const auto refused = [&](ChatRequest request) {
    const auto handle = service_->chat(std::move(request), [](const ChatEvent&) {});
    return handle.ok() ? std::string("taken") : std::string(code_name(handle.error().code));
  };
  EXPECT_EQ(refused({}), "invalid_argument");
  ChatRequest assistant = say("x");
  assistant.messages.front().role = ChatMessage::Role::kAssistant;
  EXPECT_EQ(refused(assistant), "invalid_argument");
  EXPECT_EQ(refused(say(std::string(1001, 'x'))), "limit_exceeded");
  ChatRequest pictures = say("x");
  pictures.messages.front().parts.push_back({"", {1}});
  pictures.messages.front().parts.push_back({"", {1}});
  EXPECT_EQ(refused(pictures), "limit_exceeded");
  service_.reset();
  options_.chat_model.clear();
  start();
  EXPECT_EQ(refused(say("x")), "model_missing");
}

TEST_F(ChatsTest, AModelThatCannotBeLoadedIsAnError) {
  options_.chat_model = "no such";
  start();
  const ChatEvent last = end(chat(say("hello")));
  EXPECT_EQ(last.kind, ChatEvent::Kind::kError);
  EXPECT_EQ(last.error.code, Code::kModelInvalid);
  EXPECT_EQ(service_->status().model, ModelState::kFailed);
  EXPECT_EQ(service_->status().model_error, "is no model");
}

}  // namespace
}  // namespace octavo::service
