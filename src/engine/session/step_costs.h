// What a forward pass with some rows costs, in passes with one: decides how many guesses are worth
// checking. Differs between processors (how many rows share one reading of the weights, how much
// arithmetic a row is), so it is learnt from the passes themselves: what is expected at first is
// corrected by what was measured.
#pragma once

#include <array>
#include <cstdint>

namespace octavo::engine {

// Expected before anything is measured. A few rows share one reading of the weights; from some
// number on they are packed first, and each costs its arithmetic.
struct ExpectedCost {
  int64_t few;                       // rows that share a reading
  double next_few, many, next_many;  // one more of them; the first beyond; one more of those

  double of(int64_t rows) const;
};

// Not thread-safe. Takes no memory. Times differ with the depth of the context and with other work
// on the machine: of each number of rows the median of the last few counts, and none once many
// other passes have come since, so that what was measured while the machine was busy is tried
// again.
class StepCosts {
 public:
  explicit StepCosts(const ExpectedCost& expected) : expected_(expected) {}

  // A pass in which every row was scored took so long. Rows beyond kMost are not looked at.
  void note(int64_t rows, double seconds);
  // `rows` from 1 on; never below 1.
  double cost(int64_t rows) const;

  static constexpr int64_t kMost = 64;

 private:
  static constexpr int kKept = 5;
  struct Times {
    std::array<double, kKept> last{};
    int count = 0;      // kept, and given up since; up to twice kKept
    int64_t noted = 0;  // the pass that was noted last
  };
  bool is_old(int64_t rows) const;
  bool is_known(int64_t rows) const;
  double seconds(int64_t rows) const;  // of known ones
  double correction(int64_t rows) const;

  ExpectedCost expected_;
  std::array<Times, kMost + 1> times_{};
  int64_t passes_ = 0;
};

}  // namespace octavo::engine
