// The control groups of this process: what a container or a service may use.
#pragma once

#include <string>

namespace octavo {

// The first line of a small file; empty when it cannot be read.
std::string first_line(const std::string& path);

// The path of this process under a controller in /proc/self/cgroup; "" is the v2 hierarchy.
std::string cgroup_path(const std::string& controller);

// A limit may sit on any ancestor, and inside a container the own path may not be visible: asks for
// the path and each parent up to the mount point, and takes the smallest that is above 0; 0 for
// none.
template <class Read>
double smallest_limit(std::string path, const Read& read) {
  double smallest = 0;
  while (true) {
    const double limit = read(path);
    if (limit > 0 && (smallest == 0 || limit < smallest)) smallest = limit;
    if (path.empty() || path == "/") return smallest;
    path.resize(path.find_last_of('/'));
  }
}

}  // namespace octavo
