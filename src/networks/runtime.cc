#include "networks/runtime.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <openvino/openvino.hpp>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/thread_pool.h"
#include "base/try.h"

namespace octavo {
namespace {

constexpr int kMaxThreads = 256;
constexpr int kThreadsOfRun = 4;  // of NetworkSpec::shared_run; more help little

Error missing(const std::string& what, const std::string& path) {
  return {Code::kModelMissing, what, "run ./dev setup", {path, {}, {}}};
}

Error invalid(const std::string& file, const std::string& why) {
  return {Code::kModelInvalid,
          "network " + file + " " + why,
          "delete the file and run ./dev setup",
          {file, {}, {}}};
}

bool is_readable_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), R_OK) == 0;
}

// Can compiled networks be kept there? Makes the directory when it is not there yet.
bool is_usable_cache(const std::string& directory) {
  if (directory.empty() || !make_directories(directory).ok()) return false;
  return ::access(directory.c_str(), R_OK | W_OK | X_OK) == 0;
}

template <class Port>
bool fits_port(const Port& port, const std::vector<int64_t>& wanted) {
  const ov::PartialShape& shape = port.get_partial_shape();
  if (port.get_element_type() != ov::element::f32) return false;
  if (shape.rank().is_dynamic() || shape.size() != wanted.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i] >= 0 && !shape[i].compatible(ov::Dimension(wanted[i]))) return false;
  return true;
}

bool fits_shape(const TensorShape& shape, const std::vector<int64_t>& wanted) {
  if (shape.size() != wanted.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i)
    if (shape[i] == 0 || (wanted[i] >= 0 && shape[i] != static_cast<size_t>(wanted[i])))
      return false;
  return true;
}

bool fits(const ov::CompiledModel& model, const NetworkSpec& spec) {
  if (model.inputs().size() != 1 || model.outputs().size() != spec.outputs.size()) return false;
  if (!fits_port(model.inputs()[0], spec.input)) return false;
  for (size_t i = 0; i < spec.outputs.size(); ++i)
    if (!fits_port(model.outputs()[i], spec.outputs[i])) return false;
  return true;
}

// How many inferences may still start. (std::counting_semaphore of GCC 12 can miss a wake-up.)
class Places {
 public:
  explicit Places(int free) : free_(free) {}
  void acquire() {
    std::unique_lock lock(mutex_);
    freed_.wait(lock, [this] { return free_ > 0; });
    --free_;
  }
  void release() {
    {
      const std::lock_guard lock(mutex_);
      ++free_;
    }
    freed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  int free_;
};

}  // namespace

struct NetworkRuntime::Impl {
  Impl(Resources given, int thread_count)
      : resources(std::move(given)),
        threads(std::clamp(thread_count, 1, kMaxThreads)),
        places(threads),
        helpers(std::max(1, threads - 1)) {}

  ov::AnyMap settings(const NetworkSpec& spec) const {
    const int streams = spec.shared_run ? (threads + kThreadsOfRun - 1) / kThreadsOfRun : threads;
    return {ov::hint::inference_precision(ov::element::f32), ov::num_streams(streams),
            ov::inference_num_threads(threads),
            // Other processes share the cores; a pinned stream would wait for its own.
            ov::hint::enable_cpu_pinning(false)};
  }
  Status run_each(size_t count, const std::function<Status(size_t)>& work);
  Status start();
  Result<ov::CompiledModel> compile(const std::string& path, const NetworkSpec& spec);

  const Resources resources;
  const int threads;
  Places places;
  ThreadPool helpers;            // with the caller: `threads` at work in run_all
  std::mutex mutex;              // guards making `core`
  std::optional<ov::Core> core;  // made on first use; thread-safe from then on
};

namespace {

// The requests of a compiled network, each used by one inference at a time. Thread-safe.
class Requests {
 public:
  explicit Requests(ov::CompiledModel model) : model_(std::move(model)) {}

  ov::InferRequest take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        ov::InferRequest request = std::move(idle_.back());
        idle_.pop_back();
        return request;
      }
    }
    return model_.create_infer_request();
  }
  void give_back(ov::InferRequest request) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(request));
  }

 private:
  ov::CompiledModel model_;
  std::mutex mutex_;  // guards `idle_`
  std::vector<ov::InferRequest> idle_;
};

}  // namespace

struct Network::Impl {
  NetworkRuntime::Impl& runtime;
  NetworkSpec spec;
  Requests requests;

  void infer(const NetworkJob& job);
};

// May throw what OpenVINO throws.
void Network::Impl::infer(const NetworkJob& job) {
  ov::InferRequest request = requests.take();
  ov::Tensor input = request.get_input_tensor();
  input.set_shape(ov::Shape(job.shape));
  job.fill({input.data<float>(), input.get_size()});
  request.infer();
  std::vector<TensorView> views;
  for (size_t i = 0; i < spec.outputs.size(); ++i) {
    const ov::Tensor output = request.get_output_tensor(i);
    views.push_back({output.get_shape(), {output.data<const float>(), output.get_size()}});
  }
  job.take(views);
  requests.give_back(std::move(request));
}

Network::Network(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Network::~Network() = default;

Status Network::run(const NetworkJob& job) const {
  // OpenVINO does not check what the kernels take for granted.
  if (!fits_shape(job.shape, impl_->spec.input))
    return Error{
        Code::kInternal, "network " + impl_->spec.file + " was given another shape", "", {}};
  impl_->runtime.places.acquire();
  std::string failure;
  try {
    impl_->infer(job);
  } catch (const std::exception& problem) {
    failure = problem.what();
    if (failure.empty()) failure = "unknown exception";
  }
  impl_->runtime.places.release();
  if (failure.empty()) return success();
  return Error{Code::kInternal, "network " + impl_->spec.file + " failed: " + failure, "", {}};
}

Status Network::run_all(size_t count, const std::function<NetworkJob(size_t)>& make_job,
                        const Deadline& deadline) const {
  return impl_->runtime.run_each(count, [&](size_t i) {
    Status status = deadline.check();
    return status.ok() ? run(make_job(i)) : std::move(status);
  });
}

NetworkRuntime::NetworkRuntime(Resources resources, int threads)
    : impl_(std::make_unique<Impl>(std::move(resources), threads)) {}
NetworkRuntime::~NetworkRuntime() = default;

int NetworkRuntime::threads() const { return impl_->threads; }

Status NetworkRuntime::run_each(size_t count, const std::function<Status(size_t)>& work) {
  return impl_->run_each(count, work);
}

Status NetworkRuntime::Impl::run_each(size_t count, const std::function<Status(size_t)>& work) {
  std::vector<std::optional<Error>> errors(count);
  const auto one = [&](size_t i) {
    Status status = work(i);
    if (!status.ok()) errors[i] = std::move(status).error();
  };
  if (threads == 1 || count < 2)
    for (size_t i = 0; i < count; ++i) one(i);
  else
    helpers.parallel_for(count, one);
  for (auto& error : errors)
    if (error) return std::move(*error);
  return success();
}

Result<std::string> NetworkRuntime::model_path(const std::string& file) const {
  std::string path = impl_->resources.model_directory + "/" + file;
  if (!is_readable_file(path)) return missing("the network file " + file + " is not there", path);
  return path;
}

Status NetworkRuntime::Impl::start() {
  const std::lock_guard lock(mutex);
  if (core) return success();
  try {
    core.emplace();
  } catch (const std::exception& problem) {
    return missing(std::string("OpenVINO cannot start: ") + problem.what(), "");
  }
  return success();
}

Result<ov::CompiledModel> NetworkRuntime::Impl::compile(const std::string& path,
                                                        const NetworkSpec& spec) {
  if (is_usable_cache(resources.cache_directory)) {
    ov::AnyMap cached = settings(spec);
    cached.insert(ov::cache_dir(resources.cache_directory));
    try {
      return core->compile_model(path, "CPU", cached);
    } catch (const std::exception&) {
      // A damaged or foreign cache entry, or a full disk: work without it.
    }
  }
  try {
    return core->compile_model(path, "CPU", settings(spec));
  } catch (const std::exception& problem) {
    return invalid(spec.file, std::string("cannot be compiled: ") + problem.what());
  }
}

Result<std::unique_ptr<Network>> NetworkRuntime::open(const NetworkSpec& spec) {
  const std::string path = OCTAVO_TRY(model_path(spec.file));
  OCTAVO_TRY_STATUS(impl_->start());
  ov::CompiledModel model = OCTAVO_TRY(impl_->compile(path, spec));
  if (!fits(model, spec)) return invalid(spec.file, "has other inputs or outputs than expected");
  auto network =
      std::unique_ptr<Network::Impl>(new Network::Impl{*impl_, spec, Requests(std::move(model))});
  return std::make_unique<Network>(std::move(network));
}

}  // namespace octavo
