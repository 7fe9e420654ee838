// Pixels of one line -> its characters. PP-OCRv6 small, read out by CTC (Graves et al. 2006).
//
// Network: x [N, 3, 48, W] f32 -> [N, W / 8, 18710] f32 probabilities: class 0 is the blank, 1 ..
// 18708 the lines of the model's metadata entry "character", 18709 the space. Pixels are (v /
// 127.5) - 1, channels blue, green, red; a line is scaled to 48 pixels high and padded on the right
// with zeros.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "image/image.h"
#include "octavo/result.h"

namespace octavo {

class Network;
class NetworkRuntime;

struct RecognizedCharacter {
  char32_t code = 0;  // ' ' for a space
  float x0 = 0,
        x1 = 0;  // where it stands, 0..1 of the width of the image; ascending, not overlapping
  float confidence = 0;  // 0..1
};

struct RecognizedText {
  std::vector<RecognizedCharacter> characters;  // empty when nothing was read
  float confidence = 0;                         // mean over the characters, 0 when there are none

  std::string text() const;  // UTF-8
};

// Thread-safe.
class TextRecognizer {
 public:
  static constexpr int kHeight = 48;  // pixels the network wants a line to be high

  static Result<std::unique_ptr<TextRecognizer>> load(NetworkRuntime& runtime);
  ~TextRecognizer();

  // One upright line an image, tightly cropped, any size (about 48 pixels high is best). One answer
  // an image, same order. A line longer than the network is used to is read in overlapping pieces.
  // The answer for an image does not depend on the other images or on the number of threads.
  // Looked at between lines: the deadline, whose errors come back.
  Result<std::vector<RecognizedText>> recognize(std::span<const ImageView> lines,
                                                const Deadline& deadline = {}) const;

 private:
  TextRecognizer(std::unique_ptr<Network> network, std::vector<char32_t> alphabet);
  std::unique_ptr<Network> network_;
  std::vector<char32_t> alphabet_;  // by class; 0 for the blank
};

}  // namespace octavo
