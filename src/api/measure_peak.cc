#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include "api/model_plan.h"
#include "base/thread_pool.h"
#include "base/try.h"
#include "engine/kernels/peak/peak.h"
#include "engine/tensor/large_memory.h"
#include "octavo/machine_peak.h"

namespace octavo {
namespace {

// Short tries, and many: on a machine with other work some of them are undisturbed.
constexpr int kTries = 12;
constexpr int64_t kRounds = 400'000;                // some 10 to 40 ms
constexpr int64_t kReadBytes = int64_t{512} << 20;  // more than a share of any cache

// The best rate of `work`, which does `amount` on all threads.
double best_rate(double amount, const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  double best = 0;
  for (int i = 0; i < kTries; ++i) {
    const auto start = Clock::now();
    work();
    best = std::max(best, amount / std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

using Peak = int64_t (*)(engine::ArchMask arch, int64_t rounds);

double operations_rate(ThreadPool& pool, engine::ArchMask arch, Peak peak) {
  const auto lanes = static_cast<size_t>(pool.size()) + 1;
  const auto amount = static_cast<double>(peak(arch, 1)) * static_cast<double>(kRounds * lanes);
  if (amount == 0) return 0;
  return best_rate(amount, [&] { pool.parallel_for(lanes, [&](size_t) { peak(arch, kRounds); }); });
}

// From where weights are: large pages, where the system has them.
double read_rate(ThreadPool& pool) {
  const auto lanes = static_cast<size_t>(pool.size()) + 1;
  const engine::LargeMemory memory(kReadBytes);
  if (memory.data() == nullptr) return 0;
  auto* words = reinterpret_cast<uint64_t*>(memory.data());
  std::fill_n(words, kReadBytes / sizeof(uint64_t), 1);
  const size_t share = kReadBytes / sizeof(uint64_t) / lanes / 8 * 8;
  std::vector<uint64_t> found(lanes * 8);  // a cache line each, so that nothing is left out
  const auto read = [&](size_t lane) {
    uint64_t sums[8] = {};
    const uint64_t* from = words + lane * share;
    for (size_t i = 0; i < share; i += 8)
      for (size_t j = 0; j < 8; ++j) sums[j] += from[i + j];
    for (const uint64_t sum : sums) found[lane * 8] += sum;
  };
  const auto amount = static_cast<double>(share * lanes * sizeof(uint64_t));
  const double rate = best_rate(amount, [&] { pool.parallel_for(lanes, read); });
  // Every word is 1: a sum that nothing looks at would not have to be made.
  return found[0] % share == 0 ? rate : 0;
}

}  // namespace

Result<MachinePeak> measure_peak(int threads) {
  ModelOptions options;
  options.threads = threads;
  const int count = OCTAVO_TRY(planned_threads(options));
  ThreadPool pool(count - 1);
  const engine::ArchMask arch = engine::detect_arch();
  return MachinePeak{.instructions = std::string(engine::arch_name(arch)),
                     .f32_operations = operations_rate(pool, arch, engine::run_f32_peak),
                     .bf16_operations = operations_rate(pool, arch, engine::run_bf16_peak),
                     .int8_operations = operations_rate(pool, arch, engine::run_int8_peak),
                     .read_bytes = read_rate(pool)};
}

}  // namespace octavo
