// Keys and values of the tokens seen so far, in blocks out of one pool, so that many sequences of
// unknown length share a fixed amount of memory.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/model/config.h"
#include "octavo/result.h"

namespace octavo::engine {

// Owns the memory of all blocks, taken once at creation. Not thread-safe: belongs to a session.
class KvPool {
 public:
  static constexpr int kBlockTokens = 64;

  // Errors: kLimitExceeded when `bytes` hold not even one block.
  static Result<std::unique_ptr<KvPool>> create(const LanguageConfig& config, int64_t bytes);
  static int64_t bytes_per_token(const LanguageConfig& config);

  int64_t free_tokens() const;
  int64_t capacity_tokens() const;

  // Rows of one layer and kv head inside one block: [kBlockTokens, head_dim] f32.
  float* keys(int32_t block, int layer, int kv_head);
  float* values(int32_t block, int layer, int kv_head);

 private:
  friend class KvSequence;
  KvPool() = default;
  int64_t block_floats_ = 0, layer_floats_ = 0, head_floats_ = 0, value_offset_ = 0;
  std::unique_ptr<float[]> memory_;
  std::vector<int32_t> free_;
  int64_t blocks_ = 0;
};

// The blocks of one sequence. Gives them back when destroyed; the pool must outlive it.
class KvSequence {
 public:
  explicit KvSequence(KvPool& pool) : pool_(&pool) {}
  KvSequence(KvSequence&&) noexcept;
  KvSequence& operator=(KvSequence&&) noexcept;
  ~KvSequence();

  int64_t length() const { return length_; }
  // Room for `count` more tokens. Errors: kLimitExceeded, and then nothing changes.
  Status reserve(int64_t count);
  void advance(int64_t count) { length_ += count; }  // after the rows were written
  void truncate(int64_t length);                     // forgets the tail (rejected drafts)
  int32_t block_of(int64_t position) const {
    return blocks_[static_cast<size_t>(position / KvPool::kBlockTokens)];
  }
  KvPool& pool() const { return *pool_; }

 private:
  KvPool* pool_;
  std::vector<int32_t> blocks_;
  int64_t length_ = 0;
};

}  // namespace octavo::engine
