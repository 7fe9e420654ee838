#include "server/openai/chat_reply.h"

#include <string>
#include <utility>

#include "server/openai/chat_problem.h"

namespace octavo::server {
namespace {

using Clock = std::chrono::steady_clock;
using service::ChatEvent;

// Gives the chat up when the reply goes: it is over, or the client is.
class Held {
 public:
  explicit Held(std::shared_ptr<ChatRun> run) : run_(std::move(run)) {}
  ~Held() { run_->give_up(); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ChatRun* operator->() const { return run_.get(); }

 private:
  std::shared_ptr<ChatRun> run_;
};

class WholeReply : public Pending {
 public:
  WholeReply(std::shared_ptr<ChatRun> run, AnswerHead head, std::chrono::seconds patience)
      : run_(std::move(run)), head_(std::move(head)), deadline_(Clock::now() + patience) {}

  void start(Wake wake) override { run_->listen(std::move(wake)); }

  bool ready(bool time_is_over) override {
    ChatRun::News news = run_->take();
    for (const ChatEvent& event : news.events) {
      text_ += event.text;
      if (event.kind == ChatEvent::Kind::kEnd) end_ = event;
    }
    if (news.problem) problem_ = std::move(news.problem);
    if (time_is_over && !end_ && !problem_)
      problem_ = Problem{.status = 504,
                         .code = "timeout",
                         .message = "the answer takes longer than an answer may take",
                         .retry_after = 60};
    return end_ || problem_;
  }

  Response take() override {
    if (problem_) return chat_problem(*problem_, "");
    return {.body = chat_answer(head_, text_, *end_)};
  }

  Clock::time_point deadline() const override { return deadline_; }

 private:
  const Held run_;
  const AnswerHead head_;
  const Clock::time_point deadline_;
  std::string text_;
  std::optional<ChatEvent> end_;
  std::optional<Problem> problem_;
};

std::string timings_of(const ChatEvent& event) {
  const auto now =
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now().time_since_epoch())
          .count();
  return "{\"sampled_at_us\":" + std::to_string(event.sampled_at_us) +
         ",\"sent_at_us\":" + std::to_string(now) + "}";
}

class ChunkedReply : public EventSource {
 public:
  ChunkedReply(std::shared_ptr<ChatRun> run, const AnswerHead& head, const ChunkOptions& options)
      : run_(std::move(run)), chunks_(head, options.include_usage), options_(options) {}

  void start(Wake wake) override { run_->listen(std::move(wake)); }

  State poll(std::string& out) override {
    if (!begun_) out += event_text("", "", chunks_.role());
    begun_ = true;
    const ChatRun::News news = run_->take();
    bool over = false;
    for (const ChatEvent& event : news.events) over = append(event, out) || over;
    if (news.problem) out += event_text("", "", json_text(chat_error(*news.problem)));
    if (!over && !news.problem) return State::kWaiting;
    out += event_text("", "", "[DONE]");
    return State::kFinished;
  }

 private:
  // True after the last.
  bool append(const ChatEvent& event, std::string& out) const {
    if (event.kind == ChatEvent::Kind::kText) {
      const std::string timings = options_.timings ? timings_of(event) : "";
      out += event_text("", "", chunks_.text(event.text, timings));
      return false;
    }
    out += event_text("", "", chunks_.end(event));
    if (options_.include_usage) out += event_text("", "", chunks_.usage(event));
    return true;
  }

  const Held run_;
  const ChatChunks chunks_;
  const ChunkOptions options_;
  bool begun_ = false;
};

}  // namespace

std::unique_ptr<Pending> whole_reply(std::shared_ptr<ChatRun> run, AnswerHead head,
                                     std::chrono::seconds patience) {
  return std::make_unique<WholeReply>(std::move(run), std::move(head), patience);
}

EventStream chunked_reply(std::shared_ptr<ChatRun> run, const AnswerHead& head,
                          const ChunkOptions& options) {
  return {std::make_unique<ChunkedReply>(std::move(run), head, options), {}};
}

}  // namespace octavo::server
