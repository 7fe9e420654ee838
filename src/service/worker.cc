#include "service/worker.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "service/document_work.h"
#include "service/engine_work.h"
#include "service/worker_link.h"

namespace octavo::service {
namespace {

// The service takes a worker that says nothing for much longer than this for stuck.
constexpr std::chrono::seconds kBeat{1};

class ParserReader : public DocumentReader {
 public:
  explicit ParserReader(Parser parser) : parser_(std::move(parser)) {}
  Result<Document> parse_file(const std::string& path, const ParseOptions& options) override {
    return parser_.parse_file(path, options);
  }
  Result<std::vector<uint8_t>> draw_page_file(const std::string& path,
                                              const PagePictureOptions& options) override {
    return parser_.draw_page_file(path, options);
  }

 private:
  Parser parser_;
};

class LoadedModel : public ChatModel {
 public:
  explicit LoadedModel(Model model) : model_(std::move(model)) {}
  void serve(GenerateFeed& feed, const CancelFlag* cancel) override { model_.serve(feed, cancel); }

 private:
  Model model_;
};

class Heart {
 public:
  explicit Heart(WorkerLink& link) : thread_([this, &link] { beat(link); }) {}
  ~Heart() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

 private:
  void beat(WorkerLink& link) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kBeat, [this] { return ending_; }))
      link.send({{"is", "alive"}});
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  std::thread thread_;
};

// What a worker is, once it has been told.
class Worker {
 public:
  Worker(const WorkerParts& parts, WorkerLink& link) : parts_(parts), link_(link) {}

  // False: no message of ours.
  bool take(const Json& json, std::string bytes) {
    const std::string verb = verb_of(json);
    if (verb == "setup") return set_up(setup_of(json));
    if (verb == "cancel") return cancel(integer_at(json, "task"));
    if (engine_) {
      if (verb != "chat") return false;
      auto task = chat_task_of(json, bytes);
      if (task) engine_->chat(*std::move(task));
      return task.has_value();
    }
    if (!documents_ || (verb != "read" && verb != "draw")) return false;
    if (verb == "read")
      documents_->read(read_task_of(json, std::move(bytes)));
    else
      documents_->draw(draw_task_of(json, std::move(bytes)));
    return true;
  }

 private:
  bool set_up(WorkerSetup setup) {
    if (documents_ || engine_) return false;
    if (setup.kind == WorkerKind::kEngine)
      engine_.emplace(std::move(setup), parts_, link_);
    else
      documents_.emplace(std::move(setup), parts_, link_);
    link_.send({{"is", "ready"}});
    return true;
  }

  bool cancel(int64_t task) {
    if (documents_) documents_->cancel(task);
    if (engine_) engine_->cancel(task);
    return true;
  }

  const WorkerParts& parts_;
  WorkerLink& link_;
  std::optional<DocumentWork> documents_;
  std::optional<EngineWork> engine_;
};

}  // namespace

WorkerParts real_worker_parts() {
  return {
      .make_reader = [](const ParserOptions& options) -> Result<std::unique_ptr<DocumentReader>> {
        auto parser = Parser::create(options);
        if (!parser.ok()) return std::move(parser).error();
        return std::unique_ptr<DocumentReader>(
            std::make_unique<ParserReader>(std::move(parser).value()));
      },
      .load_model = [](const std::string& path,
                       const ModelOptions& options) -> Result<std::unique_ptr<ChatModel>> {
        auto model = Model::load(path, options);
        if (!model.ok()) return std::move(model).error();
        return std::unique_ptr<ChatModel>(std::make_unique<LoadedModel>(std::move(model).value()));
      }};
}

int run_worker(int descriptor, const WorkerParts& parts) {
  // Never destroyed: work that is under way would have to be waited for, and the process ends now.
  struct Everything {
    Everything(int descriptor, const WorkerParts& given)
        : parts(given), link(descriptor), heart(link), worker(parts, link) {}
    const WorkerParts parts;
    WorkerLink link;
    Heart heart;
    Worker worker;
  };
  auto* const all = new Everything(descriptor, parts);
  const bool closed = all->link.receive([&](const Json& json, std::string bytes) {
    return all->worker.take(json, std::move(bytes));
  });
  return closed ? 0 : 1;
}

}  // namespace octavo::service
