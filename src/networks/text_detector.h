// Pixels -> where lines of text stand, as turned rectangles. PP-OCRv6 small, a DB network.
//
// Network: x [1, 3, H, W] f32, H and W multiples of 32 -> [1, 1, H, W] f32, the probability that a
// pixel lies in the shrunken core of a text line. Turning the map into rectangles follows
// "Real-time Scene Text Detection with Differentiable Binarization" (Liao et al. 2020): threshold,
// connected parts, smallest rectangle, grown again by the ratio the training shrank it by.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "image/image.h"
#include "octavo/result.h"

namespace octavo {

class Network;
class NetworkRuntime;

// Corners in pixels of the image that was given, clockwise as seen: 0 to 1 is the top edge of
// upright text. A rectangle that may be turned; text in it may still stand on its head or on its
// side.
struct TextQuad {
  std::array<float, 4> x{}, y{};
  float score = 0;  // mean probability inside, 0..1

  float top_length() const;   // corner 0 to 1
  float side_length() const;  // corner 0 to 3
};

struct DetectOptions {
  // Size at which the network sees the picture, as a factor of the picture's own. Lines are found
  // best when they are 10 to 40 pixels high there. 0: chosen from the picture's size.
  float scale = 0;
};

// Thread-safe.
class TextDetector {
 public:
  static Result<std::unique_ptr<TextDetector>> load(NetworkRuntime& runtime);
  ~TextDetector();

  // Any size; long and wide pictures are looked at in overlapping pieces. Quads are sorted by their
  // top, then left. At most kMaxQuads. Errors: kInternal when the network fails.
  static constexpr int kMaxQuads = 5000;
  Result<std::vector<TextQuad>> detect(ImageView image, const DetectOptions& options = {}) const;

 private:
  explicit TextDetector(std::unique_ptr<Network> network);
  std::unique_ptr<Network> network_;
};

// The factor that `detect` uses for DetectOptions::scale == 0.
float detection_scale(int width, int height);

// A probability map [height, width] -> quads in its own pixels; `detect` without the network.
std::vector<TextQuad> quads_of_map(std::span<const float> map, int width, int height);

}  // namespace octavo
