// Pixels of a page -> boxes of its parts. PP-PicoDet trained on CDLA, the Chinese document layout
// set.
//
// Network: image [1, 3, 800, 608] f32 -> for each of four grids (strides 8, 16, 32, 64) scores
// [1, cells, 10] and box distributions [1, cells, 32]. Decoding: generalized focal loss (Li et al.
// 2020): each side's distance is the mean of a distribution over 0..7 strides.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "image/image.h"
#include "octavo/geometry.h"
#include "octavo/result.h"

namespace octavo {

class Network;
class NetworkRuntime;

enum class LayoutClass : uint8_t {  // in the order of the network's classes
  kText,
  kTitle,
  kFigure,
  kFigureCaption,
  kTable,
  kTableCaption,
  kHeader,
  kFooter,
  kReference,
  kEquation,
};
inline constexpr int kLayoutClasses = 10;

struct LayoutBox {
  LayoutClass kind = LayoutClass::kText;
  NormBox box;      // 0..1 of the image that was given
  float score = 0;  // 0..1
};

// Thread-safe.
class LayoutDetector {
 public:
  static Result<std::unique_ptr<LayoutDetector>> load(NetworkRuntime& runtime);
  ~LayoutDetector();

  // The whole page at any resolution (it is scaled to 608 x 800; 75 dpi is enough). Boxes of at
  // least `min_score`; within one class no two overlap by more than half (intersection over union),
  // boxes of different classes may. Sorted by score, highest first.
  Result<std::vector<LayoutBox>> detect(ImageView page, float min_score = 0.4F) const;

 private:
  explicit LayoutDetector(std::unique_ptr<Network> network);
  std::unique_ptr<Network> network_;
};

}  // namespace octavo
