#include "engine/session/step_costs.h"

#include <algorithm>

namespace octavo::engine {

double ExpectedCost::of(int64_t rows) const {
  return rows <= few ? 1 + next_few * static_cast<double>(rows - 1)
                     : many + next_many * static_cast<double>(rows - few - 1);
}

void StepCosts::note(int64_t rows, double seconds) {
  if (rows < 1 || rows > kMost || seconds <= 0) return;
  ++passes_;
  Times& times = times_[static_cast<size_t>(rows)];
  if (is_old(rows)) times.count = 0;
  times.last[static_cast<size_t>(times.count % kKept)] = seconds;
  times.noted = passes_;
  if (++times.count == 2 * kKept) times.count = kKept;
}

bool StepCosts::is_old(int64_t rows) const {
  constexpr int64_t kLongAgo = 256;
  return passes_ - times_[static_cast<size_t>(rows)].noted > kLongAgo;
}

// A single pass may have been disturbed.
bool StepCosts::is_known(int64_t rows) const {
  constexpr int kEnough = 3;
  return times_[static_cast<size_t>(rows)].count >= kEnough && !is_old(rows);
}

// The median of a handful: the one that has half of the others below it.
double StepCosts::seconds(int64_t rows) const {
  const Times& times = times_[static_cast<size_t>(rows)];
  const auto count = static_cast<size_t>(std::min(times.count, kKept));
  for (size_t i = 0; i < count; ++i) {
    size_t below = 0;
    for (size_t j = 0; j < count; ++j)
      below += times.last[j] < times.last[i] || (times.last[j] == times.last[i] && j < i) ? 1 : 0;
    if (below == count / 2) return times.last[i];
  }
  return 0;
}

// Seconds over expected cost, between the nearest known numbers of rows; 0: none is known.
double StepCosts::correction(int64_t rows) const {
  int64_t below = std::min(rows, kMost), above = below;
  while (below >= 1 && !is_known(below)) --below;
  while (above <= kMost && !is_known(above)) ++above;
  const auto rate = [&](int64_t at) { return seconds(at) / expected_.of(at); };
  if (below < 1) return above > kMost ? 0 : rate(above);
  if (above > kMost || above == below) return rate(below);
  const double part = static_cast<double>(rows - below) / static_cast<double>(above - below);
  return rate(below) + part * (rate(above) - rate(below));
}

double StepCosts::cost(int64_t rows) const {
  const double one = correction(1), expected = expected_.of(rows);
  return one > 0 ? std::max(1.0, expected * correction(rows) / one) : expected;
}

}  // namespace octavo::engine
