#include "base/cpu.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>

#include "base/cgroup.h"

namespace octavo {
namespace {

double quota_v2(const std::string& path) {
  return parse_cgroup_v2_quota(first_line("/sys/fs/cgroup" + path + "/cpu.max").c_str());
}

double quota_v1(const std::string& path) {
  const std::string base = "/sys/fs/cgroup/cpu" + path;
  const double quota = std::atof(first_line(base + "/cpu.cfs_quota_us").c_str());
  const double period = std::atof(first_line(base + "/cpu.cfs_period_us").c_str());
  return quota > 0 && period > 0 ? quota / period : 0;
}

}  // namespace

double parse_cgroup_v2_quota(const char* cpu_max) {
  double quota = 0, period = 0;
  if (std::sscanf(cpu_max, "%lf %lf", &quota, &period) != 2) return 0;
  return quota > 0 && period > 0 ? quota / period : 0;
}

int usable_processors() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  int count = ::sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : 1;
  for (const double quota :
       {smallest_limit(cgroup_path(""), quota_v2), smallest_limit(cgroup_path("cpu"), quota_v1)})
    if (quota > 0) count = std::min(count, static_cast<int>(std::ceil(quota)));
  return std::max(1, count);
}

MemoryUse memory_use() { return memory_use_of(::getpid()); }

MemoryUse memory_use_of(int pid) {
  MemoryUse use;
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  std::string line;
  const auto read = [&line](std::string_view key, int64_t& value) {
    if (line.starts_with(key)) value = std::atoll(line.c_str() + key.size()) * 1024;
  };
  while (std::getline(file, line)) {
    read("VmHWM:", use.peak);
    read("RssAnon:", use.anonymous);
    read("RssFile:", use.mapped);
  }
  return use;
}

}  // namespace octavo
