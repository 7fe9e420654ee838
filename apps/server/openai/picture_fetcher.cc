#include "server/openai/picture_fetcher.h"

#include <optional>
#include <utility>

namespace octavo::server {
namespace {

constexpr size_t kThreads = 4, kMostWaiting = 64;
constexpr int kFailedDependency = 424;

std::optional<Problem> problem_of(const net::Fetched& fetched, const std::string& parameter) {
  using Outcome = net::Fetched::Outcome;
  const auto problem = [&](int status, const char* code, const std::string& message) {
    return Problem{.status = status, .code = code, .message = message, .parameter = parameter};
  };
  switch (fetched.outcome) {
    case Outcome::kGot:
      return std::nullopt;
    case Outcome::kBadUrl:
      return problem(400, "invalid_url", "this is no http or https address of a picture");
    case Outcome::kBlocked:
      return problem(400, "url_blocked",
                     "only public addresses are fetched from, on ports 80 and 443");
    case Outcome::kTooLarge:
      return problem(kFailedDependency, "fetch_too_large", "the picture has too many bytes");
    case Outcome::kTimedOut:
      return problem(kFailedDependency, "fetch_timeout", "the picture did not come in time");
    case Outcome::kFailed:
      return problem(kFailedDependency, "fetch_failed",
                     "the picture could not be fetched: " + fetched.trouble);
    case Outcome::kCancelled:
      break;
  }
  return Problem{.status = 503,
                 .code = "shutting_down",
                 .message = "the server is stopping",
                 .retry_after = 5};
}

}  // namespace

PictureFetcher::PictureFetcher(net::FetchOptions options, const ChatLimits& limits)
    : options_(std::move(options)), limits_(limits) {
  for (size_t i = 0; i < kThreads; ++i) threads_.emplace_back([this] { work(); });
}

PictureFetcher::~PictureFetcher() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool PictureFetcher::begin(AskedChat asked, std::shared_ptr<ChatRun> run) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_ || waiting_.size() >= kMostWaiting) return false;
    waiting_.push_back({std::move(asked), std::move(run)});
  }
  changed_.notify_one();
  return true;
}

void PictureFetcher::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
    if (ended_) return;
    Errand errand = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    do_errand(std::move(errand));
    lock.lock();
  }
}

void PictureFetcher::do_errand(Errand errand) const {
  ChatMessages& chat = errand.asked.chat;
  for (const WantedPicture& wanted : chat.wanted) {
    if (errand.run->given_up()) return;
    net::FetchOptions options = options_;
    options.most_bytes = static_cast<int64_t>(limits_.remote_bytes);
    net::Fetched fetched = net::fetch(wanted.url, options, &ended_);
    if (auto problem = problem_of(fetched, wanted.parameter))
      return errand.run->fail(*std::move(problem));
    if (auto problem = errand.run->hold(fetched.bytes.size()))
      return errand.run->fail(*std::move(problem));
    service::ChatPart& part = chat.messages[wanted.message].parts[wanted.part];
    if (auto problem =
            take_picture(std::move(fetched.bytes), wanted.parameter, limits_, chat, part))
      return errand.run->fail(*std::move(problem));
  }
  errand.asked.request.messages = std::move(chat.messages);
  if (auto problem = errand.run->begin(std::move(errand.asked.request)))
    errand.run->fail(*std::move(problem));
}

}  // namespace octavo::server
