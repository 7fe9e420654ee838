// Pixels of one line -> does it stand on its head. PP-OCR mobile v2 direction classifier.
//
// Network: x [N, 3, 48, 192] f32 -> [N, 2] f32 probabilities of 0 and 180 degrees.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "image/image.h"
#include "octavo/result.h"

namespace octavo {

class Network;
class NetworkRuntime;

// Thread-safe.
class LineDirection {
 public:
  static Result<std::unique_ptr<LineDirection>> load(NetworkRuntime& runtime);
  ~LineDirection();

  // For each line the probability, 0..1, that it is upside down. Only the first 4 : 1 of a long
  // line is looked at.
  Result<std::vector<float>> upside_down(std::span<const ImageView> lines) const;

 private:
  explicit LineDirection(std::unique_ptr<Network> network);
  std::unique_ptr<Network> network_;
};

}  // namespace octavo
