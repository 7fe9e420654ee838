// Pixels of a page or a crop -> which way up it is. PP-LCNet for document orientation.
//
// Network: x [1, 3, 224, 224] f32 -> [1, 4] f32 probabilities of 0, 90, 180, 270.
#pragma once

#include <array>
#include <memory>

#include "image/image.h"
#include "octavo/result.h"

namespace octavo {

class Network;
class NetworkRuntime;

struct PageOrientation {
  int turn = 0;     // clockwise degrees that make the picture upright: 0, 90, 180, 270
  float score = 0;  // probability of that, 0..1
  std::array<float, 4> scores{};  // of turns by 0, 90, 180, 270
};

// Thread-safe.
class Orientation {
 public:
  static Result<std::unique_ptr<Orientation>> load(NetworkRuntime& runtime);
  ~Orientation();

  Result<PageOrientation> classify(ImageView image) const;

 private:
  explicit Orientation(std::unique_ptr<Network> network);
  std::unique_ptr<Network> network_;
};

}  // namespace octavo
