// How the work of 8-bit steps is shared between inputs and weights: a column of inputs that is much
// larger than the others would leave them few steps, so it is divided by something and the weights
// that meet it are multiplied by the same. Source: Xiao et al., "SmoothQuant", 2023 (alpha 0.5).
#pragma once

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace octavo::engine {

// What matrices are multiplied with, as a tap's name and index (taps.h).
struct InputName {
  std::string tap;
  int index = 0;
  auto operator<=>(const InputName&) const = default;
};

// For each input the largest absolute value of each of its columns, as seen on samples.
using InputRanges = std::map<InputName, std::vector<float>>;
// For each input what its columns are multiplied by; inputs that are not there are taken as they
// are.
using Smoothing = std::map<InputName, std::vector<float>>;

}  // namespace octavo::engine
