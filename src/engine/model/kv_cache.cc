#include "engine/model/kv_cache.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "base/check.h"

namespace octavo::engine {
namespace {

// More than any machine has: a mistake in the budget rather than a budget.
constexpr int64_t kMostBytes = int64_t(1) << 40;

}  // namespace

KvPool::KvPool(const LanguageConfig& config, KvType type) : type_(type) {
  OCTAVO_CHECK(config.layers > 0 && config.kv_heads > 0 && config.head_dim > 0);
  value_offset_ = key_block_bytes(type, config.head_dim);
  head_bytes_ = value_offset_ + value_block_bytes(type, config.head_dim);
  layer_bytes_ = head_bytes_ * config.kv_heads;
  block_bytes_ = layer_bytes_ * config.layers;
}

int64_t KvPool::bytes_per_token(const LanguageConfig& config, KvType type) {
  return KvPool(config, type).block_bytes_ / kBlockTokens;
}

Result<std::unique_ptr<KvPool>> KvPool::create(const LanguageConfig& config, int64_t bytes,
                                               KvType type) {
  std::unique_ptr<KvPool> pool(new KvPool(config, type));
  const int64_t block_bytes = pool->block_bytes_;
  pool->blocks_ = std::min<int64_t>(bytes / block_bytes, std::numeric_limits<int32_t>::max());
  if (pool->blocks_ < 1)
    return Error{Code::kLimitExceeded,
                 std::to_string(bytes) + " bytes for keys and values are less than one block of " +
                     std::to_string(block_bytes),
                 "allow more memory for keys and values",
                 {}};
  if (bytes <= kMostBytes) pool->memory_ = LargeMemory(pool->blocks_ * block_bytes);
  if (pool->memory_.data() == nullptr)
    return Error{Code::kLimitExceeded,
                 "the system has no " + std::to_string(pool->blocks_ * block_bytes) +
                     " bytes for keys and values",
                 "allow less memory for keys and values",
                 {}};
  pool->holders_.assign(static_cast<size_t>(pool->blocks_), 0);
  pool->free_.reserve(static_cast<size_t>(pool->blocks_));
  for (int64_t block = pool->blocks_ - 1; block >= 0; --block)
    pool->free_.push_back(static_cast<int32_t>(block));
  return pool;
}

int32_t KvPool::take() {
  const int32_t block = free_.back();
  free_.pop_back();
  holders_[static_cast<size_t>(block)] = 1;
  return block;
}

void KvPool::let_go(int32_t block) {
  if (--holders_[static_cast<size_t>(block)] == 0) free_.push_back(block);
}

KvSequence::KvSequence(KvPool& pool) : pool_(&pool) {
  blocks_.reserve(static_cast<size_t>(pool.blocks_));
}

KvSequence::KvSequence(KvSequence&& other) noexcept
    : pool_(other.pool_),
      blocks_(std::move(other.blocks_)),
      length_(std::exchange(other.length_, 0)) {
  other.blocks_.clear();
}

KvSequence& KvSequence::operator=(KvSequence&& other) noexcept {
  if (this == &other) return *this;
  give_back(0);
  pool_ = other.pool_;
  blocks_ = std::move(other.blocks_);
  other.blocks_.clear();
  length_ = std::exchange(other.length_, 0);
  return *this;
}

KvSequence::~KvSequence() { give_back(0); }

void KvSequence::give_back(size_t keep) {
  while (blocks_.size() > keep) {
    pool_->let_go(blocks_.back());
    blocks_.pop_back();
  }
}

Status KvSequence::reserve(int64_t count) {
  OCTAVO_CHECK(count >= 0);
  if (count <= reserved_tokens() - length_) return success();
  const int64_t missing = count - (reserved_tokens() - length_);
  if (missing > pool_->free_tokens())
    return Error{Code::kLimitExceeded,
                 "no memory for keys and values of " + std::to_string(missing) + " more tokens (" +
                     std::to_string(pool_->free_tokens()) + " free of " +
                     std::to_string(pool_->capacity_tokens()) + ")",
                 "allow more memory for keys and values, or fewer sequences at once",
                 {}};
  while (reserved_tokens() - length_ < count) blocks_.push_back(pool_->take());
  return success();
}

KvSequence KvSequence::keep(int64_t length) const {
  OCTAVO_CHECK(length >= 0 && length <= length_);
  KvSequence kept(*pool_);
  const int64_t blocks = (length + KvPool::kBlockTokens - 1) / KvPool::kBlockTokens;
  kept.blocks_.assign(blocks_.begin(), blocks_.begin() + blocks);
  for (const int32_t block : kept.blocks_) ++pool_->holders_[static_cast<size_t>(block)];
  kept.length_ = length;
  return kept;
}

Status KvSequence::begin_as(const KvSequence& kept, int64_t length) {
  OCTAVO_CHECK(kept.pool_ == pool_ && length <= kept.length_);
  truncate(0);
  const int64_t shared = length / KvPool::kBlockTokens * KvPool::kBlockTokens;
  *this = kept.keep(shared);
  if (length == shared) return success();
  if (Status room = reserve(length - shared); !room.ok()) {
    truncate(0);
    return room;
  }
  std::copy_n(pool_->keys(kept.block_of(shared), 0, 0), pool_->block_bytes(),
              pool_->keys(blocks_.back(), 0, 0));
  length_ = length;
  return success();
}

void KvSequence::advance(int64_t count) {
  OCTAVO_CHECK(count >= 0 && length_ + count <= reserved_tokens());
  length_ += count;
}

void KvSequence::truncate(int64_t length) {
  OCTAVO_CHECK(length >= 0 && length <= length_);
  length_ = length;
  give_back(static_cast<size_t>((length + KvPool::kBlockTokens - 1) / KvPool::kBlockTokens));
}

void KvSequence::store(int64_t position, int layer, int kv_head, int head_dim, const float* key,
                       const float* value) const {
  const int32_t block = block_of(position);
  const int64_t at = position % KvPool::kBlockTokens;
  store_key(pool_->type(), key, head_dim, at, pool_->keys(block, layer, kv_head));
  store_value(pool_->type(), value, head_dim, at, pool_->values(block, layer, kv_head));
}

KeyValueBlocks KvSequence::blocks(int layer, int kv_head) const {
  // Keys and values of all heads are whole cache lines, whatever the type.
  const int64_t stride = pool_->block_bytes() / kv_element_bytes(pool_->type());
  return {.type = pool_->type(),
          .keys = pool_->keys(0, layer, kv_head),
          .values = pool_->values(0, layer, kv_head),
          .key_stride = stride,
          .value_stride = stride,
          .block = blocks_.data()};
}

}  // namespace octavo::engine
