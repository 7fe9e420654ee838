// Things to do elsewhere, one after the other, when the thread at hand must not wait.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace octavo::server {

// Thread-safe. The destructor does what is left first.
class Errands {
 public:
  Errands();
  ~Errands();
  Errands(const Errands&) = delete;
  Errands& operator=(const Errands&) = delete;

  // `work` must not throw.
  void run(std::function<void()> work);

 private:
  void loop();

  std::mutex mutex_;
  std::condition_variable news_;
  std::deque<std::function<void()>> work_;
  bool ending_ = false;
  std::thread thread_;  // last: it uses the rest
};

}  // namespace octavo::server
