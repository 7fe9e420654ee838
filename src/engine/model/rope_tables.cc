#include "engine/model/rope_tables.h"

#include <cmath>

#include "base/check.h"

namespace octavo::engine {
namespace {

void turn(int32_t position, float frequency, float* cos, float* sin) {
  const float angle = static_cast<float>(position) * frequency;
  *cos = static_cast<float>(std::cos(static_cast<double>(angle)));
  *sin = static_cast<float>(std::sin(static_cast<double>(angle)));
}

}  // namespace

std::vector<float> rope_frequencies(double theta, int dim) {
  std::vector<float> frequencies;
  for (int i = 0; i < dim / 2; ++i) {
    const float exponent = static_cast<float>(2 * i) / static_cast<float>(dim);
    const auto power = static_cast<float>(std::pow(theta, static_cast<double>(exponent)));
    frequencies.push_back(1.0f / power);
  }
  return frequencies;
}

TextRope::TextRope(const LanguageConfig& config)
    : frequencies_(rope_frequencies(config.rope_theta, config.head_dim)) {
  for (size_t axis = 0; axis < config.mrope_sections.size(); ++axis)
    axes_.insert(axes_.end(), static_cast<size_t>(config.mrope_sections[axis]), axis);
  OCTAVO_CHECK(axes_.size() == frequencies_.size());
}

void TextRope::angles(const Position& position, float* cos, float* sin) const {
  for (size_t i = 0; i < frequencies_.size(); ++i)
    turn(position[axes_[i]], frequencies_[i], cos + i, sin + i);
}

void PictureRope::angles(int y, int x, float* cos, float* sin) const {
  const size_t count = frequencies_.size();
  for (size_t i = 0; i < count; ++i) {
    turn(y, frequencies_[i], cos + i, sin + i);
    turn(x, frequencies_[i], cos + count + i, sin + count + i);
  }
}

std::array<int, 2> patch_position(int64_t index, const ImageGrid& grid, int merge) {
  const int64_t block = index / (int64_t(merge) * merge), across = grid.width / merge;
  const auto inner = static_cast<int>(index % (int64_t(merge) * merge));
  return {static_cast<int>(block / across) * merge + inner / merge,
          static_cast<int>(block % across) * merge + inner % merge};
}

}  // namespace octavo::engine
