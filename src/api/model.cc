#include "octavo/model.h"

#include <chrono>
#include <mutex>
#include <optional>
#include <utility>

#include "api/generation_source.h"
#include "api/model_plan.h"
#include "base/deadline.h"
#include "base/thread_pool.h"
#include "base/try.h"
#include "engine/model/model.h"
#include "engine/session/session.h"
#include "engine/tokenizer/chat_template.h"
#include "vlm/session_options.h"

namespace octavo {
namespace {

using Clock = std::chrono::steady_clock;

// Only the caller's flag ends a run: a point in time that nobody waits for.
constexpr std::chrono::hours kNever{24 * 365};

// Requests that are all there.
class ListFeed : public GenerateFeed {
 public:
  explicit ListFeed(std::span<const GenerateRequest> requests)
      : requests_(requests), results_(requests.size()) {}

  const GenerateRequest* next() override {
    return given_ < requests_.size() ? &requests_[given_++] : nullptr;
  }
  void done(const GenerateRequest* request, Result<Generation> result) override {
    results_[static_cast<size_t>(request - requests_.data())] = std::move(result);
  }
  // Of those that were not begun: cancelled, without text.
  std::vector<Result<Generation>> take_results() {
    std::vector<Result<Generation>> results;
    for (std::optional<Result<Generation>>& result : results_) {
      Generation cancelled;
      cancelled.end = GenerateEnd::kCancelled;
      results.push_back(result ? *std::move(result) : Result<Generation>(std::move(cancelled)));
    }
    return results;
  }

 private:
  std::span<const GenerateRequest> requests_;
  std::vector<std::optional<Result<Generation>>> results_;
  size_t given_ = 0;
};

}  // namespace

struct Model::Impl {
  explicit Impl(int threads) : pool(threads - 1) {}  // the calling thread works too

  Result<engine::ChatForm> chat_form() const;
  Error explain(Error error) const;

  std::string path;
  ModelOptions options;
  ThreadPool pool;
  std::shared_ptr<const engine::Model> model;
  std::unique_ptr<engine::Session> session;
  double load_seconds = 0;
  std::mutex mutex;
};

namespace {

template <class Impl>
class ExplainingFeed : public GenerateFeed {
 public:
  ExplainingFeed(GenerateFeed& feed, const Impl& model) : feed_(feed), model_(model) {}
  const GenerateRequest* next() override { return feed_.next(); }
  void done(const GenerateRequest* request, Result<Generation> result) override {
    if (!result.ok()) result = model_.explain(std::move(result).error());
    feed_.done(request, std::move(result));
  }

 private:
  GenerateFeed& feed_;
  const Impl& model_;
};

}  // namespace

Model::Model(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;
bool Model::has_vision() const { return impl_->model->has_vision(); }
std::string Model::precision() const { return impl_->model->precision(); }
double Model::load_seconds() const { return impl_->load_seconds; }

Result<Model> Model::load(const std::string& path, const ModelOptions& options) {
  const auto start = Clock::now();
  auto impl = std::make_unique<Impl>(OCTAVO_TRY(planned_threads(options)));
  impl->path = path;
  impl->options = options;
  impl->model = OCTAVO_TRY(engine::Model::load(path, load_options(options)));
  impl->session = OCTAVO_TRY(engine::Session::create(
      impl->model, impl->pool,
      session_options(options.kv_bytes, options.kv, impl->model->config().language)));
  impl->load_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return Model(std::move(impl));
}

Result<Generation> Model::generate(const GenerateRequest& request) {
  return std::move(generate_all({&request, 1}, request.cancel).front());
}

std::vector<Result<Generation>> Model::generate_all(std::span<const GenerateRequest> requests,
                                                    const CancelFlag* cancel) {
  ListFeed feed(requests);
  serve(feed, cancel);
  return feed.take_results();
}

void Model::serve(GenerateFeed& feed, const CancelFlag* cancel) {
  const std::lock_guard lock(impl_->mutex);
  ExplainingFeed<Impl> explaining(feed, *impl_);
  GenerationSource source(explaining, impl_->chat_form(), *impl_->session);
  // Those that were not begun when it was cancelled stay with the feed.
  static_cast<void>(impl_->session->serve(
      source, Deadline(kNever, cancel),
      [&](size_t request, std::string_view text) { return source.show(request, text); }));
}

// Models without a template are taken for the usual form; one that we do not know is an error.
Result<engine::ChatForm> Model::Impl::chat_form() const {
  if (model->chat_template().empty()) return engine::ChatForm{};
  return engine::chat_form_of(model->chat_template(), path);
}

// Logits that are no numbers come from weights that are none, nearly always: then the tensor is
// told. Looking takes a second or two, so it waits until there is a reason.
Error Model::Impl::explain(Error error) const {
  if (error.code != Code::kModelInvalid) return error;
  engine::LoadOptions looking = load_options(options);
  looking.check_tensors = true;
  if (auto looked = engine::Model::load(path, looking); !looked.ok())
    return std::move(looked).error();
  if (error.place.file.empty()) error.place.file = path;
  return error;
}

}  // namespace octavo
