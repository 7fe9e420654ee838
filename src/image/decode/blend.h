// Alpha onto a plain ground, and a watch over what that loses: white letters on a transparent
// ground (logos, exported slides) vanish on white paper, so such a picture is laid on black
// instead.
#pragma once

#include <cstdint>

namespace octavo {

constexpr uint8_t kWhiteGround = 255, kBlackGround = 0;

class Blender {
 public:
  explicit Blender(uint8_t ground) : ground_(ground) {}

  // `pixels` of R, G, B, alpha (not premultiplied) to `channels` (1: the red one, for greys; or 3)
  // each.
  void blend(const uint8_t* rgba, int pixels, int channels, uint8_t* out);

  // So far there was something to see, all of it was nearly white, and something was transparent.
  bool vanishes_on_white() const { return any_clear_ && any_visible_ && darkest_ >= kNearlyWhite; }

 private:
  static constexpr uint8_t kNearlyWhite = 230;

  uint8_t ground_;
  uint8_t darkest_ = 255;  // smallest sample of the visible pixels
  bool any_clear_ = false, any_visible_ = false;
};

}  // namespace octavo
