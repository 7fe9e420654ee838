#include "document/block/regroup.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "document/block/row.h"

namespace octavo::document {
namespace {

constexpr float kSamePitch = 0.2f;  // of the usual distance
constexpr float kMostIndent = 4;    // ems between the left edges of two lines of one column
constexpr size_t kEnough = 4;       // distances that make a usual one

bool is_scanned_text(const Region& region, const std::vector<Row>& rows) {
  return region.kind == RegionKind::kText && !rows.empty() && rows.front().ocr && region.angle == 0;
}

// Distance of the first row of `next` below the last of `rows`, 0 when they are not of one column
// and type.
float stacked(const std::vector<Row>& rows, const std::vector<Row>& next) {
  const Row& a = rows.back();
  const Row& b = next.front();
  const float size = std::max(a.size, b.size);
  const bool edges = std::fabs(a.left - b.left) < kMostIndent * size;
  const float shared = std::min(a.right, b.right) - std::max(a.left, b.left);
  const bool overlaps = shared > 0.5f * std::min(a.width(), b.width());
  const float ratio = size / std::min(a.size, b.size);
  const float pitch = b.baseline - a.baseline;
  return edges && overlaps && ratio < 1.4f && pitch > 0.8f * size && pitch < 4 * size ? pitch : 0;
}

void move_lines(Layout& layout, std::vector<Answer>& answers, size_t from, size_t to) {
  std::vector<TextLine>& lines = answers[from].lines;
  std::move(lines.begin(), lines.end(), std::back_inserter(answers[to].lines));
  lines.clear();
  answers[to].confidence = std::min(answers[to].confidence, answers[from].confidence);
  layout.regions[to].box = hull(layout.regions[to].box, layout.regions[from].box);
}

float median(std::vector<float> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void join_listings(Layout& layout, std::vector<Answer>& answers) {
  constexpr float kMostBlank = 3.5f;  // font sizes of white space inside a listing
  size_t first = layout.regions.size();
  for (size_t i = 0; i < layout.regions.size(); ++i) {
    Region& region = layout.regions[i];
    if (region.kind != RegionKind::kCode || answers[i].lines.empty()) {
      first = layout.regions.size();
      continue;
    }
    const float size = std::max(1.0f, answers[i].lines.front().size);
    const bool follows = first < i && region.box.y0 >= layout.regions[first].box.y1 - size &&
                         region.box.y0 - layout.regions[first].box.y1 < kMostBlank * size &&
                         overlap_x(region.box, layout.regions[first].box) > 0 &&
                         region.angle == layout.regions[first].angle;
    if (follows)
      move_lines(layout, answers, i, first);
    else
      first = i;
  }
}

void regroup_scanned_lines(Layout& layout, std::vector<Answer>& answers) {
  const size_t count = layout.regions.size();
  std::vector<std::vector<Row>> rows(count);
  for (size_t i = 0; i < count; ++i)
    if (layout.regions[i].kind == RegionKind::kText) rows[i] = make_rows(answers[i].lines);
  std::vector<float> pitches(count, 0), usual;
  for (size_t i = 0; i + 1 < count; ++i) {
    if (!is_scanned_text(layout.regions[i], rows[i]) ||
        !is_scanned_text(layout.regions[i + 1], rows[i + 1]))
      continue;
    pitches[i] = stacked(rows[i], rows[i + 1]);
    // Lines that were left alone; paragraphs that stand apart say nothing about lines.
    if (pitches[i] > 0 && (rows[i].size() == 1 || rows[i + 1].size() == 1))
      usual.push_back(pitches[i]);
  }
  if (usual.size() < kEnough) return;
  const float pitch = median(usual);
  size_t first = 0;
  for (size_t i = 0; i + 1 < count; ++i) {
    const bool joins = pitches[i] > 0 && std::fabs(pitches[i] - pitch) < kSamePitch * pitch;
    if (!joins) {
      first = i + 1;
      continue;
    }
    move_lines(layout, answers, i + 1, first);
  }
}

}  // namespace octavo::document
