#include "networks/ctc.h"

#include <algorithm>
#include <array>

namespace octavo {
namespace {

// Index of the largest value, the first of equals. Lanes let the compiler use vector compares.
size_t likeliest(std::span<const float> values) {
  constexpr size_t kLanes = 16;
  std::array<float, kLanes> lane;
  lane.fill(values[0]);
  size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes)
    for (size_t j = 0; j < kLanes; ++j) lane[j] = values[i + j] > lane[j] ? values[i + j] : lane[j];
  float best = *std::max_element(lane.begin(), lane.end());
  for (; i < values.size(); ++i) best = std::max(best, values[i]);
  const auto found = std::find(values.begin(), values.end(), best);
  return found == values.end() ? 0 : static_cast<size_t>(found - values.begin());
}

// Each character reaches half way to its neighbours; the outer ones as far as on their inner side,
// and none further than half of the usual distance times 1.5.
void set_extents(std::vector<RecognizedCharacter>& characters) {
  if (characters.empty()) return;
  std::vector<float> centers, gaps;
  for (const auto& c : characters) centers.push_back(c.x0);
  for (size_t i = 1; i < centers.size(); ++i) gaps.push_back(centers[i] - centers[i - 1]);
  float usual = 1;
  if (!gaps.empty()) {
    std::vector<float> sorted = gaps;
    const auto middle = sorted.begin() + static_cast<ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    usual = *middle;
  }
  const float most = 0.75F * usual;
  for (size_t i = 0; i < characters.size(); ++i) {
    const float left = i > 0 ? std::min(gaps[i - 1] / 2, most) : most;
    const float right = i < gaps.size() ? std::min(gaps[i] / 2, most) : most;
    characters[i].x0 = std::max(0.0F, centers[i] - left);
    characters[i].x1 = std::min(1.0F, centers[i] + right);
  }
}

}  // namespace

std::vector<RecognizedCharacter> read_steps(std::span<const float> steps,
                                            std::span<const char32_t> alphabet) {
  std::vector<RecognizedCharacter> characters;
  const size_t classes = alphabet.size();
  if (classes == 0) return characters;
  const size_t count = steps.size() / classes;
  size_t previous = 0;
  for (size_t t = 0; t < count; ++t) {
    const auto step = steps.subspan(t * classes, classes);
    const size_t best = likeliest(step);
    if (best != 0 && best != previous) {
      const float center = (static_cast<float>(t) + 0.5F) / static_cast<float>(count);
      characters.push_back({alphabet[best], center, center, step[best]});
    }
    previous = best;
  }
  set_extents(characters);
  return characters;
}

}  // namespace octavo
