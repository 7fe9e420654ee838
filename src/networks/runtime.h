// The one door to OpenVINO: opens network files and runs them. Everything is f32, one inference
// runs on one thread unless its network asks for more, and at most `threads` run at the same time
// over all networks of a runtime; the numbers that come out depend on the input alone. (Left alone,
// OpenVINO computes in bf16 on processors that have it, slower and less exact; the precision is
// always set.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "octavo/options.h"
#include "octavo/result.h"

namespace octavo {

using TensorShape = std::vector<size_t>;

struct TensorView {
  TensorShape shape;
  std::span<const float> data;  // row-major
};

// What a network file must look like; checked when it is opened. -1: any size.
struct NetworkSpec {
  std::string file;                           // in Resources::model_directory
  std::vector<int64_t> input;                 // the only input, f32
  std::vector<std::vector<int64_t>> outputs;  // in the order of the file, f32
  // A run is long, and a page waits for it: several threads share it. What comes out has the same
  // bits as on one (Networks.SharedRunsGiveTheSameBitsOnAnyNumberOfThreads).
  bool shared_run = false;
};

// One inference. Both functions run on the same thread, once.
struct NetworkJob {
  TensorShape shape;                           // of the input
  std::function<void(std::span<float>)> fill;  // writes the whole input
  std::function<void(std::span<const TensorView>)>
      take;  // reads the outputs, valid until it returns
};

// A network ready to run. Thread-safe. Must not outlive its runtime.
class Network {
 public:
  struct Impl;
  explicit Network(std::unique_ptr<Impl> impl);
  ~Network();

  // Waits for a free place, then runs. Errors: kInternal when OpenVINO fails.
  Status run(const NetworkJob& job) const;
  // make_job(0) .. make_job(count - 1), several at once. The first error (by index) is returned.
  // Jobs are made and run in any order and must not depend on each other.
  Status run_all(size_t count, const std::function<NetworkJob(size_t)>& make_job,
                 const Deadline& deadline = {}) const;

 private:
  std::unique_ptr<Impl> impl_;
};

// Thread-safe.
class NetworkRuntime {
 public:
  NetworkRuntime(Resources resources, int threads);
  ~NetworkRuntime();
  NetworkRuntime(const NetworkRuntime&) = delete;
  NetworkRuntime& operator=(const NetworkRuntime&) = delete;

  // Reads and compiles; a compiled copy in Resources::cache_directory is used or made when
  // possible, and a cache that cannot be used is no error. Errors: kModelMissing (which file),
  // kModelInvalid.
  Result<std::unique_ptr<Network>> open(const NetworkSpec& spec);

  int threads() const;  // inferences at the same time
  // work(0) .. work(count - 1), several at once. The first error (by index) is returned; all are
  // done by then. May be nested.
  Status run_each(size_t count, const std::function<Status(size_t)>& work);

  // Path of a file of the model directory. Errors: kModelMissing.
  Result<std::string> model_path(const std::string& file) const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo
