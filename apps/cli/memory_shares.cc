#include "memory_shares.h"

#include <algorithm>
#include <string>

namespace octavo::cli {
namespace {

constexpr int64_t kMega = 1 << 20;
// Bodies as large as one may be and as many chats, at least; and no more than the front takes by
// itself.
constexpr int64_t kLeastFront = 128 * kMega, kMostFront = 768 * kMega;
constexpr int64_t kFrontPart = 16;
// Measured with limits on a process that reads scans by two threads: 1024M is not enough, 1280M is.
constexpr int64_t kLeastWorker = 1280 * kMega;

std::string in_mega(int64_t bytes) { return std::to_string((bytes + kMega - 1) / kMega) + "M"; }

}  // namespace

std::variant<MemoryShares, UsageError> share_memory(int64_t total, int workers, bool engine,
                                                    int64_t model_bytes) {
  const int64_t front = std::clamp(total / kFrontPart, kLeastFront, kMostFront);
  const int64_t processes = workers + 1 + (engine ? 1 : 0);
  const int64_t worker = std::max<int64_t>(total - front, 0) / processes;
  const int64_t least = kLeastWorker + model_bytes;
  if (worker >= least) return MemoryShares{front, worker};
  // What is left of the larger one is never less, whichever of its bounds the front has.
  const int64_t needed = std::max(least * processes * kFrontPart / (kFrontPart - 1) + kMega,
                                  least * processes + kLeastFront);
  return UsageError{"--memory " + in_mega(total) + " leaves " + in_mega(worker) + " to each of " +
                        std::to_string(processes) + " processes, and each needs " + in_mega(least),
                    "--memory",
                    "give --memory " + in_mega(needed) +
                        (workers > 1 ? ", or fewer --workers" : ", or leave it out")};
}

}  // namespace octavo::cli
