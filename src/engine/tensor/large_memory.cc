#include "engine/tensor/large_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

#include "base/cgroup.h"

namespace octavo::engine {
namespace {

constexpr int64_t kPage = kLargePage;

// The number behind `name` in a file of such lines; 0 when there is none.
double number_named(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  double value = 0;
  for (std::string word, rest; file >> word; std::getline(file, rest))
    if (word == name && file >> value) return value;
  return 0;
}

// What a group may still take: its limit ("max" is no number) less what it holds and could not
// drop. At least a byte: 0 would mean no limit.
double memory_left(const std::string& limit, const std::string& held, const std::string& stat,
                   const std::string& droppable) {
  const double most = std::atof(first_line(limit).c_str());
  if (most <= 0) return 0;
  const double used = std::atof(first_line(held).c_str()) - number_named(stat, droppable);
  return std::max(1.0, most - std::max(used, 0.0));
}

double memory_left_v2(const std::string& path) {
  const std::string folder = "/sys/fs/cgroup" + path;
  return memory_left(folder + "/memory.max", folder + "/memory.current", folder + "/memory.stat",
                     "inactive_file");
}

double memory_left_v1(const std::string& path) {
  const std::string folder = "/sys/fs/cgroup/memory" + path;
  return memory_left(folder + "/memory.limit_in_bytes", folder + "/memory.usage_in_bytes",
                     folder + "/memory.stat", "total_inactive_file");
}

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
  const double newer = smallest_limit(cgroup_path(""), memory_left_v2);
  const double older = smallest_limit(cgroup_path("memory"), memory_left_v1);
  for (const double left : {newer, older})
    if (left > 0 && left < static_cast<double>(available)) available = static_cast<int64_t>(left);
  return available;
}

}  // namespace octavo::engine
