#include "document/page/check_ocr_layer.h"

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "base/utf8.h"
#include "networks/networks.h"
#include "networks/text_recognizer.h"

namespace octavo::document {
namespace {

constexpr size_t kSamples = 8;
constexpr size_t kLeastCharacters = 8, kMostCharacters = 400;
constexpr float kDpi = 200;
// Below this agreement, weighted by length, with a recognizer that is sure of itself, the layer is
// not what the picture shows, or so poor that reading again gains.
constexpr float kAgreement = 0.8f, kSure = 0.85f;
constexpr float kMargin = 0.1f;  // around a line, in its heights

// Letters and digits in NFKC, small.
std::u32string comparable(std::string_view text) {
  std::u32string out;
  for (char32_t c : to_utf32(to_nfkc(text))) {
    if (!is_letter(c) && !is_digit(c)) continue;
    if (c < 0x80 && c >= 'A' && c <= 'Z') c += 'a' - 'A';
    out.push_back(c);
    if (out.size() >= kMostCharacters) break;
  }
  return out;
}

bool is_known_script(std::string_view text) {
  size_t known = 0, letters = 0;
  for (const char32_t c : to_utf32(text)) {
    if (!is_letter(c)) continue;
    ++letters;
    known += c < 0x250 || is_cjk(c);
  }
  return letters == 0 || known * 10 >= letters * 9;
}

std::vector<const TextLine*> choose_samples(const std::vector<TextLine>& lines) {
  std::vector<const TextLine*> usable;
  for (const TextLine& line : lines) {
    const std::string text = text_of(line);
    if (line.angle == 0 && !line.vertical && comparable(text).size() >= kLeastCharacters &&
        is_known_script(text))
      usable.push_back(&line);
  }
  std::vector<const TextLine*> samples;
  const size_t count = std::min(kSamples, usable.size());
  samples.reserve(count);
  for (size_t i = 0; i < count; ++i)
    samples.push_back(usable[(2 * i + 1) * usable.size() / (2 * count)]);
  return samples;
}

}  // namespace

float text_agreement(std::string_view a, std::string_view b) {
  const std::u32string x = comparable(a), y = comparable(b);
  if (x.empty() || y.empty()) return x.empty() && y.empty() ? 1.0f : 0.0f;
  // Longest common subsequence, one row at a time.
  std::vector<int> row(y.size() + 1, 0);
  for (const char32_t c : x) {
    int diagonal = 0;
    for (size_t j = 1; j <= y.size(); ++j) {
      const int above = row[j];
      row[j] = c == y[j - 1] ? diagonal + 1 : std::max(above, row[j - 1]);
      diagonal = above;
    }
  }
  return static_cast<float>(row.back()) / static_cast<float>(std::max(x.size(), y.size()));
}

Result<LayerCheck> check_ocr_layer(PageView& view, const std::vector<TextLine>& lines,
                                   Networks& networks) {
  const std::vector<const TextLine*> samples = choose_samples(lines);
  if (samples.empty()) return LayerCheck{false, "OCR layer of a scan, nothing in it to compare"};
  const TextRecognizer* recognizer = OCTAVO_TRY(networks.text_recognizer());
  const Raster* raster = OCTAVO_TRY(view.whole(kDpi));
  std::vector<ImageView> images;
  for (const TextLine* line : samples) {
    const float margin = kMargin * line->box.height();
    const PointBox box{line->box.x0 - margin, line->box.y0 - margin, line->box.x1 + margin,
                       line->box.y1 + margin};
    images.push_back(ImageView(raster->image).part(raster->to_pixels(box)));
  }
  std::erase_if(images, [](const ImageView& image) { return image.empty(); });
  if (images.size() != samples.size())
    return LayerCheck{false, "OCR layer of a scan, partly outside of it"};
  const std::vector<RecognizedText> texts = OCTAVO_TRY(recognizer->recognize(images));
  float agreement = 0, weight = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].confidence < kSure) continue;
    const std::string text = text_of(*samples[i]);
    const auto length = static_cast<float>(comparable(text).size());
    agreement += length * text_agreement(text, texts[i].text());
    weight += length;
  }
  if (weight == 0)
    return LayerCheck{false, "OCR layer of a scan, its lines are too faint to compare"};
  agreement /= weight;
  const std::string percent = std::to_string(static_cast<int>(std::lround(100 * agreement))) + " %";
  if (agreement < kAgreement)
    return LayerCheck{true, "the OCR layer agrees with the picture in " + percent + " only"};
  return LayerCheck{false, "OCR layer of a scan, agrees with the picture in " + percent};
}

}  // namespace octavo::document
