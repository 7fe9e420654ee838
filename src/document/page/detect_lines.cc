#include "document/page/detect_lines.h"

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "document/page/join_fragments.h"
#include "document/page/skew.h"
#include "networks/networks.h"
#include "networks/text_detector.h"

namespace octavo::document {
namespace {

// A line whose box is that much higher than long is written downwards or lies on its side.
constexpr float kTall = 1.5F;
constexpr float kLeastSide = 2;  // points; less is a speck
// Where the ink is in a detected rectangle, as shares of its thickness (medians over set pages).
constexpr float kMarginAlong = 0.14F, kMarginAcross = 0.12F;
constexpr float kBaseline = 0.75F;

PointQuad to_points(const TextQuad& quad, const Raster& raster) {
  PointQuad points;
  for (size_t i = 0; i < 4; ++i) {
    points.x[i] = raster.area.x0 + quad.x[i] / raster.scale_x;
    points.y[i] = raster.area.y0 + quad.y[i] / raster.scale_y;
  }
  return points;
}

Result<std::vector<PointQuad>> quads_in(const Raster& raster, const TextDetector& detector) {
  const auto found = OCTAVO_TRY(detector.detect(raster.image));
  std::vector<PointQuad> quads;
  for (const TextQuad& quad : found) quads.push_back(to_points(quad, raster));
  return quads;
}

TextLine line_of(const PointQuad& quad) {
  const auto [left, right] = std::minmax_element(quad.x.begin(), quad.x.end());
  const auto [top, bottom] = std::minmax_element(quad.y.begin(), quad.y.end());
  const float length = std::hypot(quad.x[1] - quad.x[0], quad.y[1] - quad.y[0]);
  const float height = std::hypot(quad.x[3] - quad.x[0], quad.y[3] - quad.y[0]);
  TextLine line;
  line.vertical = height >= kTall * length;
  const float thickness = line.vertical ? length : height;
  const float x = thickness * (line.vertical ? kMarginAcross : kMarginAlong);
  const float y = thickness * (line.vertical ? kMarginAlong : kMarginAcross);
  line.box = {*left + x, *top + y, *right - x, *bottom - y};
  line.size = kEmOfThickness * thickness;
  line.baseline =
      line.vertical ? line.box.center_x() : (quad.y[0] + quad.y[1]) / 2 + kBaseline * height;
  line.source = Source::kOcr;
  line.confidence = 0;  // until it is read
  line.quad = quad;
  return line;
}

// Detected on the page as it lies; straightens the view and the quads when that is askew.
Result<std::vector<PointQuad>> quads_of_page(PageView& view, const TextDetector& detector) {
  const Raster* raster = OCTAVO_TRY(view.whole(kOcrDpi));
  auto quads = OCTAVO_TRY(quads_in(*raster, detector));
  const float skew = view.skew() == 0 ? skew_of(quads) : 0;
  if (skew == 0) return quads;
  const float x = raster->area.center_x(), y = raster->area.center_y();
  for (PointQuad& quad : quads) quad = turn_quad(quad, -skew, x, y);
  view.set_skew(skew);
  return quads;
}

}  // namespace

Result<std::vector<TextLine>> detect_lines(PageView& view, const std::vector<PointBox>& areas,
                                           Networks& networks) {
  const TextDetector* detector = OCTAVO_TRY(networks.text_detector());
  std::vector<PointQuad> quads;
  if (areas.empty()) quads = OCTAVO_TRY(quads_of_page(view, *detector));
  for (const PointBox& area : areas) {
    if (area.empty()) continue;
    const Raster raster = OCTAVO_TRY(view.part(area, kOcrDpi));
    const auto found = OCTAVO_TRY(quads_in(raster, *detector));
    quads.insert(quads.end(), found.begin(), found.end());
  }
  std::vector<TextLine> lines;
  for (const PointQuad& quad : join_fragments(std::move(quads))) {
    TextLine line = line_of(quad);
    if (std::min(line.box.width(), line.box.height()) >= kLeastSide)
      lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace octavo::document
