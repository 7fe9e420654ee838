#include "base/cpu.h"

#include <sched.h>

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

namespace octavo {
namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// The path of this process under a controller in /proc/self/cgroup; "" is the v2 hierarchy.
std::string cgroup_path(const std::string& controller) {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool match = controller.empty() ? names == ",,"
                                          : names.find("," + controller + ",") != std::string::npos;
    if (match) return line.substr(second + 1);
  }
  return "/";
}

// A quota may sit on any ancestor, and inside a container the own path may not be visible: try the
// path and each parent up to the mount point, and take the smallest.
template <class Read>
double smallest_quota(std::string path, Read read) {
  double smallest = 0;
  while (true) {
    const double quota = read(path);
    if (quota > 0 && (smallest == 0 || quota < smallest)) smallest = quota;
    if (path.empty() || path == "/") return smallest;
    path.resize(path.find_last_of('/'));
  }
}

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
       {smallest_quota(cgroup_path(""), quota_v2), smallest_quota(cgroup_path("cpu"), quota_v1)})
    if (quota > 0) count = std::min(count, static_cast<int>(std::ceil(quota)));
  return std::max(1, count);
}

MemoryUse memory_use() {
  MemoryUse use;
  std::ifstream file("/proc/self/status");
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
