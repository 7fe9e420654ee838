#include "document/recognize/ocr/read_lines.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "base/try.h"
#include "base/utf8.h"
#include "document/page/detect_lines.h"
#include "document/recognize/ocr/line_words.h"
#include "image/rotate.h"
#include "networks/line_direction.h"
#include "networks/networks.h"
#include "networks/text_recognizer.h"

namespace octavo::document {
namespace {

constexpr float kUnsure = 0.5F;     // RapidOCR's text_score: below it most readings are noise
constexpr float kDoubtful = 0.88F;  // below it the other way round is tried
constexpr float kUpsideDown = 0.5F;
constexpr float kBetter = 0.1F;  // by which the other way round must win
// Small print is read from a finer rendering: a line should have most of the network's 48 pixels.
constexpr float kSmallLine = 30;  // pixels at kOcrDpi, median of the page
constexpr float kFineDpi = 300;
constexpr size_t kAtOnce = 64;  // lines whose pictures are in memory together
// A rectangle that turns by less over its length is cut out as it is.
constexpr float kUprightSlope = 1.5F;  // pixels

// A line waiting to be read, cut out of the page, along its reading direction.
struct Cut {
  TextLine* line = nullptr;
  Image image;     // owns the pixels when they had to be turned
  ImageView view;  // what is read
  Direction direction = Direction::kRight;
};

// The part of the page that the line's picture shows.
PointBox area_of(const TextLine& line) {
  if (!line.quad) return line.box;
  const auto [left, right] = std::minmax_element(line.quad->x.begin(), line.quad->x.end());
  const auto [top, bottom] = std::minmax_element(line.quad->y.begin(), line.quad->y.end());
  return {*left, *top, *right, *bottom};
}

float thickness_of(const TextLine& line) {
  const PointBox area = area_of(line);
  return std::min(area.width(), area.height());
}

float median_height(const LineReading& reading) {
  std::vector<float> heights;
  for (const size_t i : reading.unread) heights.push_back(thickness_of(reading.lines[i]));
  const auto middle = heights.begin() + static_cast<ptrdiff_t>(heights.size() / 2);
  std::nth_element(heights.begin(), middle, heights.end());
  return *middle;
}

ImageQuad pixels_of(const PointQuad& quad, const Raster& raster) {
  ImageQuad pixels;
  for (size_t i = 0; i < 4; ++i)
    pixels[i] = {(quad.x[i] - raster.area.x0) * raster.scale_x,
                 (quad.y[i] - raster.area.y0) * raster.scale_y};
  return pixels;
}

bool is_upright(const ImageQuad& q) {
  return std::abs(q[1].y - q[0].y) <= kUprightSlope && std::abs(q[3].x - q[0].x) <= kUprightSlope;
}

// The pixels of a line, as it stands on the page.
void cut_out(Cut& cut, const Raster& raster) {
  const TextLine& line = *cut.line;
  if (line.quad) {
    const ImageQuad quad = pixels_of(*line.quad, raster);
    if (!is_upright(quad)) {
      const auto side = [&](size_t a, size_t b) {
        return std::max(1, static_cast<int>(std::lround(
                               std::hypot(quad[b].x - quad[a].x, quad[b].y - quad[a].y))));
      };
      cut.image = warp_quad(raster.image, quad, side(0, 1), side(0, 3));
      cut.view = cut.image;
      return;
    }
  }
  cut.view = ImageView(raster.image).part(raster.to_pixels(area_of(line)));
}

// Lays a tall line down: counter-clockwise, so that what is written downwards reads to the right.
void lay_down(Cut& cut) {
  cut.image = turn(cut.view, 270);
  cut.view = cut.image;
  cut.direction = Direction::kDown;
}

Cut turned_over(const Cut& cut) {
  Cut over;
  over.line = cut.line;
  over.image = turn(cut.view, 180);
  over.view = over.image;
  over.direction = cut.direction == Direction::kDown ? Direction::kUp : Direction::kLeft;
  return over;
}

Result<std::vector<RecognizedText>> read(std::span<const Cut> cuts,
                                         const TextRecognizer& recognizer,
                                         const Deadline& deadline) {
  std::vector<ImageView> images;
  for (const Cut& cut : cuts) images.push_back(cut.view);
  return recognizer.recognize(images, deadline);
}

// Lines to read the other way round as well: all tall ones, and of those that read badly the ones
// that look upside down.
Result<std::vector<size_t>> to_read_again(std::span<const Cut> cuts,
                                          std::span<const RecognizedText> texts,
                                          Networks& networks) {
  std::vector<size_t> places, doubtful;
  std::vector<ImageView> images;
  for (size_t i = 0; i < cuts.size(); ++i) {
    if (cuts[i].view.empty()) continue;
    if (cuts[i].direction == Direction::kDown) {
      places.push_back(i);
    } else if (!texts[i].characters.empty() && texts[i].confidence < kDoubtful) {
      doubtful.push_back(i);
      images.push_back(cuts[i].view);
    }
  }
  if (doubtful.empty()) return places;
  const LineDirection* direction = OCTAVO_TRY(networks.line_direction());
  const auto upside_down = OCTAVO_TRY(direction->upside_down(images));
  for (size_t i = 0; i < doubtful.size(); ++i)
    if (upside_down[i] > kUpsideDown) places.push_back(doubtful[i]);
  return places;
}

// Keeps the better of both ways.
Status try_other_way(std::span<Cut> cuts, std::vector<RecognizedText>& texts,
                     const TextRecognizer& recognizer, Networks& networks,
                     const Deadline& deadline) {
  const auto places = OCTAVO_TRY(to_read_again(cuts, texts, networks));
  if (places.empty()) return success();
  std::vector<Cut> others;
  for (const size_t place : places) others.push_back(turned_over(cuts[place]));
  auto again = OCTAVO_TRY(read(others, recognizer, deadline));
  for (size_t i = 0; i < others.size(); ++i) {
    const size_t place = places[i];
    if (again[i].confidence < texts[place].confidence + kBetter) continue;
    texts[place] = std::move(again[i]);
    cuts[place] = std::move(others[i]);
  }
  return success();
}

bool is_mostly_cjk(const RecognizedText& text) {
  size_t cjk = 0;
  for (const auto& c : text.characters) cjk += is_cjk(c.code);
  return 2 * cjk > text.characters.size();
}

// What was read, into the line.
void fill_in(TextLine& line, const RecognizedText& text, Direction direction) {
  line.confidence = text.confidence;
  if (text.confidence < kUnsure) return;
  line.words = words_of(text, area_of(line), direction);
  for (Word& word : line.words)
    if (const PointBox inside = intersection(word.box, line.box); !inside.empty())
      word.box = inside;
  // Downwards: CJK writing, unless it is a line of another script on its side.
  line.vertical = direction == Direction::kDown && is_mostly_cjk(text);
  if (direction == Direction::kDown) line.angle = line.vertical ? 0 : 90;
  if (direction == Direction::kUp) line.angle = 270;
  if (direction == Direction::kLeft) line.angle = 180;
}

}  // namespace

Result<LineReading> prepare_reading(std::vector<TextLine> lines, PageView& view) {
  LineReading reading;
  reading.lines = std::move(lines);
  reading.deadline = view.deadline();
  for (size_t i = 0; i < reading.lines.size(); ++i)
    if (reading.lines[i].source == Source::kOcr && reading.lines[i].words.empty())
      reading.unread.push_back(i);
  if (reading.unread.empty()) return reading;
  reading.pixels = OCTAVO_TRY(view.whole(kOcrDpi));
  if (median_height(reading) * reading.pixels->scale_y < kSmallLine &&
      reading.pixels->dpi() > kOcrDpi * 0.95F)
    reading.pixels = OCTAVO_TRY(view.whole(kFineDpi));
  return reading;
}

Status read_lines(LineReading& reading, Networks& networks) {
  const std::vector<size_t>& unread = reading.unread;
  if (unread.empty()) return success();
  const TextRecognizer* recognizer = OCTAVO_TRY(networks.text_recognizer());
  for (size_t begin = 0; begin < unread.size(); begin += kAtOnce) {
    OCTAVO_TRY_STATUS(reading.deadline.check());
    const size_t count = std::min(kAtOnce, unread.size() - begin);
    std::vector<Cut> cuts(count);
    for (size_t i = 0; i < count; ++i) {
      cuts[i].line = &reading.lines[unread[begin + i]];
      cut_out(cuts[i], *reading.pixels);
      if (cuts[i].line->vertical && !cuts[i].view.empty()) lay_down(cuts[i]);
    }
    auto texts = OCTAVO_TRY(read(cuts, *recognizer, reading.deadline));
    OCTAVO_TRY_STATUS(try_other_way(cuts, texts, *recognizer, networks, reading.deadline));
    for (size_t i = 0; i < count; ++i) {
      fill_in(*cuts[i].line, texts[i], cuts[i].direction);
      reading.unsure += cuts[i].line->words.empty();
    }
  }
  return success();
}

}  // namespace octavo::document
