// Pages of model files that a part of the weights lies on: what is given back once the part has
// done its work, and mapped again, out of the page cache, when it is needed next.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/model/weights.h"

namespace octavo::engine {

// Stretches of mapped files. Does not own. Thread-safe: who reads them meanwhile maps them again.
class MappedPages {
 public:
  // Only what lies inside of one of `files` counts: other memory would lose what it holds.
  void add(std::span<const std::span<const uint8_t>> files, const void* data, int64_t bytes);
  // Those of the stretches, with the pages they begin and end on.
  void release() const;

 private:
  struct Stretch {
    uintptr_t first, end;
  };
  std::vector<Stretch> stretches_;
};

// One for each vision block, the merger with the last.
std::vector<MappedPages> vision_pages(const ModelConfig& config, const ModelWeights& weights,
                                      std::span<const std::span<const uint8_t>> files);

}  // namespace octavo::engine
