#include "engine/model/large_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "engine/tensor/large_memory.h"

namespace octavo::engine {
namespace {

constexpr int64_t kStep = 2 * kLargePage;
constexpr int64_t kPiece = int64_t{512} << 10;  // what a thread copies at a time

void copy(const uint8_t* from, int64_t bytes, ThreadPool& pool, uint8_t* to) {
  pool.parallel_for(static_cast<size_t>((bytes + kPiece - 1) / kPiece), [&](size_t piece) {
    const int64_t first = static_cast<int64_t>(piece) * kPiece;
    std::memcpy(to + first, from + first, static_cast<size_t>(std::min(kPiece, bytes - first)));
  });
}

// What is at `data` is that of `copy` from now on. Where the system moves it, whoever touches it
// meanwhile waits.
void change_places(LargeMemory copy, uint8_t* data, int64_t bytes) {
  const auto size = static_cast<size_t>(bytes);
  static_cast<void>(::mprotect(copy.data(), size, PROT_READ));
  if (::mremap(copy.data(), size, size, MREMAP_MAYMOVE | MREMAP_FIXED, data) == data) {
    copy.let_go();
    return;
  }
  // A system so short of memory that it cannot move may have unmapped the place already. Until it
  // is mapped and filled again, a pass of another thread may read zeros, or find nothing mapped.
  void* again =
      ::mmap(data, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  OCTAVO_CHECK(again == data);
  std::memcpy(data, copy.data(), size);
}

}  // namespace

void LargePages::add(const uint8_t* data, int64_t bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(data);
  constexpr auto kPage = static_cast<uintptr_t>(kLargePage);
  const uintptr_t first = (begin + kPage - 1) / kPage * kPage;
  const uintptr_t end = (begin + static_cast<uintptr_t>(bytes)) / kPage * kPage;
  if (first >= end) return;
  left_.insert(left_.begin(),
               {const_cast<uint8_t*>(data) + (first - begin), static_cast<int64_t>(end - first)});
  wanted_ += left_.front().bytes;
  done_ = false;
}

bool LargePages::move_some(ThreadPool& pool) {
  const std::unique_lock lock(moving_, std::try_to_lock);
  if (!lock.owns_lock()) return true;
  if (left_.empty()) return false;
  Stretch& next = left_.back();
  const int64_t bytes = std::min(kStep, next.bytes);
  LargeMemory memory(bytes);
  if (memory.data() == nullptr) {
    left_.clear();
  } else {
    copy(next.data, bytes, pool, memory.data());
    change_places(std::move(memory), next.data, bytes);
    moved_ += bytes;
    next.data += bytes;
    next.bytes -= bytes;
    if (next.bytes == 0) left_.pop_back();
  }
  done_ = left_.empty();
  return !left_.empty();
}

}  // namespace octavo::engine
