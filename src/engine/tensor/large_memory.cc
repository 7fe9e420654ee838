#include "engine/tensor/large_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace octavo::engine {
namespace {

constexpr int64_t kPage = int64_t{2} << 20;  // large, on x86-64 and most others

}  // namespace

LargeMemory::LargeMemory(int64_t bytes) {
  if (bytes <= 0 || bytes > std::numeric_limits<int64_t>::max() - 2 * kPage) return;
  const int64_t whole = (bytes + kPage - 1) / kPage * kPage;
  void* got = ::mmap(nullptr, static_cast<size_t>(whole + kPage), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got == MAP_FAILED) return;
  // From the first boundary on; what is before it and behind the end goes back.
  auto* begin = static_cast<uint8_t*>(got);
  const auto before =
      static_cast<int64_t>((kPage - reinterpret_cast<uintptr_t>(got) % kPage) % kPage);
  if (before > 0) ::munmap(begin, static_cast<size_t>(before));
  if (before < kPage) ::munmap(begin + before + whole, static_cast<size_t>(kPage - before));
  data_ = begin + before;
  bytes_ = whole;
  // A hint: that it could not be taken changes nothing.
  static_cast<void>(::madvise(data_, static_cast<size_t>(bytes_), MADV_HUGEPAGE));
}

LargeMemory& LargeMemory::operator=(LargeMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

LargeMemory::~LargeMemory() {
  if (data_ != nullptr) ::munmap(data_, static_cast<size_t>(bytes_));
}

void LargeMemory::forget(int64_t first, int64_t count) const {
  const int64_t begin = (first + kPage - 1) / kPage * kPage, end = (first + count) / kPage * kPage;
  if (begin < end)
    static_cast<void>(::madvise(data_ + begin, static_cast<size_t>(end - begin), MADV_DONTNEED));
}

bool has_large_pages() {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string text;
  std::getline(file, text);
  return text.find("[always]") != std::string::npos || text.find("[madvise]") != std::string::npos;
}

int64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  int64_t available = 0;
  for (std::string name, rest; file >> name;) {
    int64_t kilobytes = 0;
    file >> kilobytes;
    std::getline(file, rest);
    constexpr int64_t kKilobyte = 1024;
    if (name == "MemAvailable:") available = kilobytes * kKilobyte;
  }
  // A container's limit; "max" is no number, and leaves what there is.
  int64_t most = 0;
  if (std::ifstream limit("/sys/fs/cgroup/memory.max"); limit >> most)
    available = std::min(available, most);
  return available;
}

}  // namespace octavo::engine
