// Memory for the chats that wait and are answered, all connections together.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace octavo::server {

// Thread-safe. Shares may outlive it.
class ChatMemory {
 public:
  explicit ChatMemory(uint64_t most) : pool_(std::make_shared<Pool>(most)) {}

  // What one chat holds; gives it back when it goes. One thread at a time.
  class Share {
   public:
    Share() = default;  // of no pool: grows as it likes
    Share(Share&& other) noexcept { *this = std::move(other); }
    Share& operator=(Share&& other) noexcept {
      std::swap(pool_, other.pool_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    ~Share() {
      if (pool_) pool_->used -= bytes_;
    }

    // False when there is no room for so much more; then nothing has changed.
    bool grow(uint64_t bytes) {
      if (!pool_) return true;
      if (pool_->used.fetch_add(bytes) + bytes > pool_->most) {
        pool_->used -= bytes;
        return false;
      }
      bytes_ += bytes;
      return true;
    }

   private:
    friend class ChatMemory;
    struct Pool {
      explicit Pool(uint64_t bytes) : most(bytes) {}
      const uint64_t most;
      std::atomic<uint64_t> used{0};
    };
    std::shared_ptr<Pool> pool_;
    uint64_t bytes_ = 0;
  };

  Share share() const {
    Share share;
    share.pool_ = pool_;
    return share;
  }

 private:
  using Pool = Share::Pool;
  std::shared_ptr<Pool> pool_;
};

}  // namespace octavo::server
