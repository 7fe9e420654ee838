// Keys and values of the tokens seen so far, in blocks out of one pool, so that many sequences of
// unknown length share a fixed amount of memory.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/kernels/attention/keys_values.h"
#include "engine/model/config.h"
#include "engine/ops/attention.h"
#include "engine/tensor/large_memory.h"
#include "octavo/result.h"

namespace octavo::engine {

// Owns the memory of all blocks, taken once at creation; the system provides it as it is used. Not
// thread-safe: belongs to a session.
class KvPool {
 public:
  static constexpr int kBlockTokens = kKeyBlock;

  // Errors: kLimitExceeded when `bytes` hold not even one block, or there is no such memory.
  static Result<std::unique_ptr<KvPool>> create(const LanguageConfig& config, int64_t bytes,
                                                KvType type = KvType::kF32);
  static int64_t bytes_per_token(const LanguageConfig& config, KvType type = KvType::kF32);

  int64_t free_tokens() const { return static_cast<int64_t>(free_.size()) * kBlockTokens; }
  int64_t capacity_tokens() const { return blocks_ * kBlockTokens; }

  // One layer and kv head inside one block, as kernels/attention/keys_values.h lays them out.
  uint8_t* keys(int32_t block, int layer, int kv_head) const {
    return memory_.data() + block * block_bytes_ + layer * layer_bytes_ + kv_head * head_bytes_;
  }
  uint8_t* values(int32_t block, int layer, int kv_head) const {
    return keys(block, layer, kv_head) + value_offset_;
  }
  int64_t block_bytes() const { return block_bytes_; }
  KvType type() const { return type_; }

 private:
  friend class KvSequence;
  int32_t take();
  void let_go(int32_t block);  // by one of its holders
  KvPool(const LanguageConfig& config, KvType type);

  KvType type_;
  int64_t block_bytes_ = 0, layer_bytes_ = 0, head_bytes_ = 0, value_offset_ = 0;
  LargeMemory memory_;
  std::vector<int32_t> free_;     // the last one is taken next
  std::vector<int32_t> holders_;  // of each block
  int64_t blocks_ = 0;
};

// The blocks of one sequence. Gives them back when destroyed; the pool must outlive it. Takes no
// other memory after construction. Sequences that begin alike may hold the same blocks: one of them
// alone writes to a block, behind what the others read of it.
class KvSequence {
 public:
  explicit KvSequence(KvPool& pool);
  KvSequence(KvSequence&&) noexcept;
  KvSequence& operator=(KvSequence&&) noexcept;
  ~KvSequence();

  int64_t length() const { return length_; }
  // The first `length` tokens, to keep: shares all their blocks, and is never to grow. This
  // sequence may go on, but not be cut below `length`.
  KvSequence keep(int64_t length) const;
  // Becomes the first `length` tokens of `kept`: whole blocks are shared, the rest is copied. What
  // it held is given back. Errors: kLimitExceeded, and then it is empty.
  Status begin_as(const KvSequence& kept, int64_t length);
  // Room for `count` more tokens. Errors: kLimitExceeded, and then nothing changes.
  Status reserve(int64_t count);
  void advance(int64_t count);       // after the rows were written
  void truncate(int64_t length);     // forgets the tail (rejected drafts) and gives its blocks back
  int64_t reserved_tokens() const {  // length and room
    return static_cast<int64_t>(blocks_.size()) * KvPool::kBlockTokens;
  }
  int32_t block_of(int64_t position) const {
    return blocks_[static_cast<size_t>(position / KvPool::kBlockTokens)];
  }
  KvPool& pool() const { return *pool_; }

  // Writes key and value of one token, [head_dim] each, where room was reserved. Different tokens
  // and heads may be written at the same time.
  void store(int64_t position, int layer, int kv_head, int head_dim, const float* key,
             const float* value) const;
  KeyValueBlocks blocks(int layer, int kv_head) const;

 private:
  void give_back(size_t keep);

  KvPool* pool_;
  std::vector<int32_t> blocks_;
  int64_t length_ = 0;
};

}  // namespace octavo::engine
