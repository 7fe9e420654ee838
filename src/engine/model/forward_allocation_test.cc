// Forward passes take no memory once their scratch memory is there. This program counts every
// allocation, so it is a test of its own. Without threads: a pool allocates for handing out work.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "base/check.h"
#include "engine/model/language.h"
#include "engine/model/test_weights.h"
#include "engine/model/vision.h"

namespace {

std::atomic<int64_t> allocations{0};

void* counted(size_t bytes, size_t alignment) {
  ++allocations;
  void* memory = std::aligned_alloc(alignment, (bytes + alignment) / alignment * alignment);
  OCTAVO_CHECK(memory != nullptr);
  return memory;
}

}  // namespace

void* operator new(size_t bytes) { return counted(bytes, 16); }
void* operator new[](size_t bytes) { return counted(bytes, 16); }
void* operator new(size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }

namespace octavo::engine {
namespace {

TEST(ForwardAllocation, NoneInTheLanguageModel) {
  const LanguageConfig config{.hidden = 32,
                              .layers = 2,
                              .heads = 4,
                              .kv_heads = 2,
                              .head_dim = 8,
                              .intermediate = 40,
                              .vocabulary = 50,
                              .mrope_sections = {2, 1, 1}};
  TestWeights store(1);
  const LanguageWeights weights = store.language(config, DType::kBF16);
  const Kernels kernels = select_kernels(detect_arch());
  const LanguageForward forward(config, weights, kernels);
  ThreadPool pool(2);
  LanguageScratch scratch(config, 300, LaneScratch::lanes_of(pool));
  const auto kv = KvPool::create(config, KvPool::bytes_per_token(config) * 1024).value();
  KvSequence a(*kv), b(*kv);
  const std::vector<Position> positions(200);
  const std::vector<TokenId> ids(300, 7);
  Matrix<float> rows(300, config.hidden), logits(2, config.vocabulary);

  const int64_t before = allocations;
  for (int step = 0; step < 3; ++step) {
    forward.embed(ids, rows);
    ASSERT_TRUE(a.reserve(200).ok() && b.reserve(100).ok());
    const SequenceRows batch[] = {{&a, 0, positions, 1},
                                  {&b, 200, std::span(positions).first(100), 1}};
    forward.run(rows, batch, scratch, pool, logits);
    a.advance(200);
    b.advance(100);
  }
  EXPECT_EQ(allocations, before);
}

TEST(ForwardAllocation, NoneInTheVisionEncoder) {
  const VisionConfig config{
      .depth = 2, .width = 32, .heads = 2, .head_dim = 16, .mlp = 64, .patch = 2};
  TestWeights store(2);
  const VisionWeights weights = store.vision(config, 24, DType::kF32);
  const Kernels kernels = select_kernels(detect_arch());
  const VisionForward forward(config, weights, kernels);
  ThreadPool pool(2);
  VisionScratch scratch(config, 100, LaneScratch::lanes_of(pool));
  Matrix<float> patches(80, 24);
  std::fill(patches.data(), patches.row(80), 0.5f);
  Matrix<float> out(20, 24);

  const int64_t before = allocations;
  forward.run(patches, ImageGrid{8, 10}, scratch, pool, out);
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace octavo::engine
