#include "server/openai/recognizers.h"

#include <optional>
#include <utility>

#include "base/file.h"
#include "server/openai/task_answer.h"

namespace octavo::server {
namespace {

using service::ChatEvent;
using service::ChatPart;

constexpr int64_t kMostResultBytes = int64_t(64) << 20;
const char kClient[] = "openai";

ChatEvent failed(Code code, std::string what) {
  ChatEvent event;
  event.kind = ChatEvent::Kind::kError;
  event.error = {code, std::move(what), "", {}};
  return event;
}

ChatEvent ended(GenerateEnd finish) {
  ChatEvent event;
  event.kind = ChatEvent::Kind::kEnd;
  event.finish = finish;
  return event;
}

service::JobRequest job_of(std::vector<uint8_t> picture) {
  service::JobRequest job;
  service::JobFile& file = job.files.emplace_back();
  file.name = "picture";
  file.bytes = std::move(picture);
  job.tier = Tier::kBasic;
  job.ocr = OcrMode::kAlways;
  job.formats = {service::OutputFormat::kModelOutput};
  job.pictures = false;
  job.client = kClient;
  return job;
}

std::vector<uint8_t>* picture_of(service::ChatRequest& request) {
  for (service::ChatMessage& message : request.messages)
    for (ChatPart& part : message.parts)
      if (!part.picture.empty()) return &part.picture;
  return nullptr;
}

}  // namespace

Recognizers::Recognizers(service::Service& service)
    : service_(service), thread_([this] { work(); }) {}

Recognizers::~Recognizers() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
  for (auto& [handle, errand] : errands_) {
    service_.unsubscribe(errand.subscription);
    errand.on_event(ended(GenerateEnd::kCancelled));
    service_.remove(errand.job);
  }
}

ChatBackend Recognizers::backend() {
  return {
      .chat = [this](service::ChatRequest request,
                     OnEvent on_event) { return begin(std::move(request), std::move(on_event)); },
      .cancel = [this](uint64_t handle) { cancel(handle); }};
}

Result<uint64_t> Recognizers::begin(service::ChatRequest request, OnEvent on_event) {
  const auto task = document_task_of(request.messages, 1);
  std::vector<uint8_t>* picture = picture_of(request);
  if (!task || picture == nullptr)
    return Error{Code::kInvalidArgument, "this is none of the prompts that are known", "", {}};
  auto job = service_.submit(job_of(std::move(*picture)));
  if (!job.ok()) return std::move(job).error();
  uint64_t handle = 0;
  {
    const std::lock_guard lock(mutex_);
    handle = ++last_;
    errands_[handle] = {.job = *job,
                        .task = *task,
                        .keep_special = request.keep_special,
                        .on_event = std::move(on_event)};
  }
  const uint64_t subscription = service_.subscribe(*job, [this, handle] { look_at(handle); });
  bool over = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = errands_.find(handle);
    over = found == errands_.end();
    if (!over) found->second.subscription = subscription;
  }
  if (over) service_.unsubscribe(subscription);
  look_at(handle);  // it may have ended before there was a subscription
  return handle;
}

void Recognizers::cancel(uint64_t handle) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = errands_.find(handle);
    if (found == errands_.end()) return;
    found->second.cancelled = true;
  }
  look_at(handle);
}

void Recognizers::look_at(uint64_t handle) {
  {
    const std::lock_guard lock(mutex_);
    to_look_at_.insert(handle);
  }
  changed_.notify_one();
}

void Recognizers::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ended_ || !to_look_at_.empty(); });
    if (ended_) return;
    const uint64_t handle = *to_look_at_.begin();
    to_look_at_.erase(to_look_at_.begin());
    lock.unlock();
    finish(handle);
    lock.lock();
  }
}

std::optional<ChatEvent> Recognizers::outcome(const Errand& errand, std::string& text) const {
  if (errand.cancelled) return ended(GenerateEnd::kCancelled);
  const auto job = service_.job(errand.job);
  if (!job) return failed(Code::kServerFailed, "the picture's job was removed");
  if (!is_final(job->state)) return std::nullopt;
  const auto path = service_.output(errand.job, 0, "model_output");
  if (!path || job->state == service::JobState::kFailed) {
    const bool known = !job->files.empty() && !job->files[0].error_message.empty();
    return failed(Code::kFileCorrupted,
                  known ? job->files[0].error_message : "the picture could not be read");
  }
  auto file = MappedFile::open(*path, kMostResultBytes);
  if (!file.ok()) return failed(Code::kInternal, "the result cannot be read");
  const auto bytes = file->bytes();
  text = task_answer(errand.task, {reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                     errand.keep_special);
  return ended(GenerateEnd::kStop);
}

void Recognizers::finish(uint64_t handle) {
  Errand errand;
  {
    const std::lock_guard lock(mutex_);
    const auto found = errands_.find(handle);
    if (found == errands_.end()) return;
    errand = found->second;
  }
  ChatEvent said;
  const auto event = outcome(errand, said.text);
  if (!event) return;
  {
    const std::lock_guard lock(mutex_);
    errand.subscription = errands_[handle].subscription;
    errands_.erase(handle);
  }
  service_.unsubscribe(errand.subscription);
  if (!said.text.empty()) errand.on_event(said);
  errand.on_event(*event);
  service_.remove(errand.job);
}

}  // namespace octavo::server
