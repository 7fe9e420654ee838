// detect_turn of detect_lines.h: the orientation network proposes, reading a few lines decides.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/try.h"
#include "document/page/detect_lines.h"
#include "image/rotate.h"
#include "networks/networks.h"
#include "networks/orientation.h"
#include "networks/text_detector.h"
#include "networks/text_recognizer.h"

namespace octavo::document {
namespace {

constexpr float kSureUpright =
    0.85F;  // right answers of the network are at 0.92, doubtful ones below
constexpr size_t kSamples = 5;
// Longer lines are cut there: some words tell as much as a whole line.
constexpr int kMaxLength = 14;  // heights of the line
// Finding a few long lines does not take the full resolution.
constexpr float kLookPixels = 450'000;
constexpr float kTall = 1.5F;
// A direction is taken when its lines read that well, and that much better than the other way
// round.
constexpr float kReadsWell = 0.7F;
constexpr float kReadsBetter = 0.08F;
// Share of the sampled length that stands upright or on its side.
constexpr float kDominant = 0.6F;

struct Sample {
  Image image;  // along the line: wide
  float length = 0;
  bool tall = false;
};

ImageQuad corners(const TextQuad& quad) {
  return {ImagePoint{quad.x[0], quad.y[0]}, ImagePoint{quad.x[1], quad.y[1]},
          ImagePoint{quad.x[2], quad.y[2]}, ImagePoint{quad.x[3], quad.y[3]}};
}

// The longest lines, cut out as they stand on the page; tall ones turned clockwise to lie.
std::vector<Sample> take_samples(ImageView image, std::vector<TextQuad> quads) {
  const auto length = [](const TextQuad& q) { return std::max(q.top_length(), q.side_length()); };
  std::stable_sort(quads.begin(), quads.end(),
                   [&](const TextQuad& a, const TextQuad& b) { return length(a) > length(b); });
  std::vector<Sample> samples;
  for (const TextQuad& quad : quads) {
    if (samples.size() == kSamples) break;
    const int width = static_cast<int>(std::lround(quad.top_length()));
    const int height = static_cast<int>(std::lround(quad.side_length()));
    if (width < 4 || height < 4) continue;
    Image crop = warp_quad(image, corners(quad), width, height);
    const bool tall = static_cast<float>(height) >= kTall * static_cast<float>(width);
    if (tall) crop = turn(crop, 90);
    if (crop.width() > kMaxLength * crop.height())
      crop = Image::copy(ImageView(crop).part({0, 0, kMaxLength * crop.height(), crop.height()}));
    samples.push_back({std::move(crop), length(quad), tall});
  }
  return samples;
}

// Mean confidence, weighted by length.
Result<float> reading_quality(std::span<const Sample> samples, bool tall, bool turned_over,
                              const TextRecognizer& recognizer) {
  std::vector<Image> turned;
  std::vector<ImageView> images;
  std::vector<float> lengths;
  for (const Sample& sample : samples) {
    if (sample.tall != tall) continue;
    turned.push_back(turned_over ? turn(sample.image, 180) : Image::copy(sample.image));
    lengths.push_back(sample.length);
  }
  for (const Image& image : turned) images.emplace_back(image);
  const auto texts = OCTAVO_TRY(recognizer.recognize(images));
  float sum = 0, weight = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    sum += texts[i].confidence * lengths[i];
    weight += lengths[i];
  }
  return weight > 0 ? sum / weight : 0.0F;
}

float tall_share(std::span<const Sample> samples) {
  float tall = 0, all = 0;
  for (const Sample& sample : samples) {
    all += sample.length;
    if (sample.tall) tall += sample.length;
  }
  return all > 0 ? tall / all : 0;
}

}  // namespace

Result<int> detect_turn(PageView& view, Networks& networks) {
  const Orientation* orientation = OCTAVO_TRY(networks.orientation());
  const Raster* raster = OCTAVO_TRY(view.whole(kOcrDpi));
  const PageOrientation guess = OCTAVO_TRY(orientation->classify(raster->image));
  if (guess.turn == 0 && guess.score >= kSureUpright) return 0;

  const TextDetector* detector = OCTAVO_TRY(networks.text_detector());
  const TextRecognizer* recognizer = OCTAVO_TRY(networks.text_recognizer());
  const ImageView image = raster->image;
  const float scale = std::min(detection_scale(image.width, image.height),
                               std::sqrt(kLookPixels / (static_cast<float>(image.width) *
                                                        static_cast<float>(image.height))));
  const auto samples = take_samples(image, OCTAVO_TRY(detector->detect(image, {scale})));
  const float tall = tall_share(samples);
  const bool sideways = tall >= kDominant;
  if (samples.empty() || (!sideways && tall > 1 - kDominant)) return 0;  // mixed: leave it alone
  const float straight = OCTAVO_TRY(reading_quality(samples, sideways, false, *recognizer));
  const float over = OCTAVO_TRY(reading_quality(samples, sideways, true, *recognizer));
  // Columns of CJK writing are tall as well, and read badly both ways when they are laid on their
  // side.
  if (std::max(straight, over) < kReadsWell || std::abs(straight - over) < kReadsBetter) return 0;
  if (sideways) return straight > over ? 90 : 270;
  return straight > over ? 0 : 180;
}

}  // namespace octavo::document
