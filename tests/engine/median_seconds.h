// How long something takes: the median of several runs, of the processor's time on this thread, so
// that others who use the machine count less.
#pragma once

#include <algorithm>
#include <ctime>
#include <vector>

namespace octavo::engine {

inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Runs at least 5 times (once without a budget) and until `budget` seconds are spent, after one run
// that does not count.
template <class Run>
double median_seconds(double budget, const Run& run) {
  const size_t least = budget > 0 ? 5 : 1;
  std::vector<double> seconds;
  run();
  for (double spent = 0; seconds.size() < least || spent < budget; spent += seconds.back()) {
    const double before = thread_seconds();
    run();
    seconds.push_back(thread_seconds() - before);
  }
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

}  // namespace octavo::engine
