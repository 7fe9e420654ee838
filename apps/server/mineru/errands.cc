#include "server/mineru/errands.h"

namespace octavo::server {

Errands::Errands() : thread_([this] { loop(); }) {}

Errands::~Errands() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  news_.notify_one();
  thread_.join();
}

void Errands::run(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    work_.push_back(std::move(work));
  }
  news_.notify_one();
}

void Errands::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    news_.wait(lock, [this] { return ending_ || !work_.empty(); });
    if (work_.empty()) return;
    const std::function<void()> work = std::move(work_.front());
    work_.pop_front();
    lock.unlock();
    work();
    lock.lock();
  }
}

}  // namespace octavo::server
