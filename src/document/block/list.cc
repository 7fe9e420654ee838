#include "document/block/list.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"

namespace octavo::document {
namespace {

constexpr int kMaxLevel = 7;
constexpr float kSameLeft = 0.6f;    // ems; bullets of one list
constexpr float kSameNumber = 1.3f;  // ems; "9." and "10." may be set to the right

// A numbered row in bold or large type over plain text is a section heading.
bool like_heading(const std::vector<Row>& rows, size_t i, const PageFacts& facts) {
  const Row& row = rows[i];
  if (row.size > 1.15f * facts.body_size && !row.ocr) return true;
  if (facts.bold_body || row.bold < 0.9f) return false;
  return i + 1 >= rows.size() || rows[i + 1].bold < 0.5f;
}

// The row holds more than its marker, or the marker alone (its text may stand on the next row).
bool has_body(const Row& row, const Marker& marker) { return row.text.size() > marker.bytes; }

float left_tolerance(const Row& row, const Marker& marker) {
  return row.size * (marker.is_bullet() ? kSameLeft : kSameNumber);
}

// Candidates that have company: an equal dash, the number before or after.
void accept_series(const std::vector<Row>& rows, const std::vector<size_t>& candidates,
                   const std::vector<Marker>& markers, std::vector<bool>& accepted) {
  constexpr size_t kReach = 12;  // candidates of nested lists may lie between
  for (size_t c = 0; c < candidates.size(); ++c) {
    const size_t i = candidates[c];
    for (size_t back = 1; back <= std::min(c, kReach); ++back) {
      const size_t j = candidates[c - back];
      if (!follows(markers[j], markers[i])) continue;
      if (std::fabs(rows[i].left - rows[j].left) > left_tolerance(rows[i], markers[i]) &&
          rows[i].top > rows[j].top + 0.5f * rows[i].size)
        continue;
      accepted[i] = accepted[j] = true;
      break;
    }
  }
}

bool accepted_alone(const std::vector<Row>& rows, size_t i, const Marker& marker, RegionKind kind) {
  if (marker.kind == MarkerKind::kBullet) return true;
  const bool after_colon =
      i > 0 && (last_char(rows[i - 1].text) == ':' || last_char(rows[i - 1].text) == U'：');
  if (marker.kind == MarkerKind::kDash)
    return marker.glyph != 'o' && (kind == RegionKind::kList || after_colon);
  if (kind != RegionKind::kList) return false;
  const bool lettered = marker.kind == MarkerKind::kLetter || marker.kind == MarkerKind::kRoman;
  return !lettered || i == 0;
}

// A bullet of a symbol font whose glyph has no code: there is only its ink.
Marker lost_bullet() {
  Marker marker;
  marker.kind = MarkerKind::kBullet;
  marker.glyph = 0x2022;
  marker.text = "•";
  return marker;
}

bool ordinal_one(const Marker& marker) {
  return !marker.is_bullet() && (marker.value == 1 || marker.roman == 1);
}

}  // namespace

std::vector<Marker> find_item_starts(const std::vector<Row>& rows, RegionKind kind,
                                     const PageFacts& facts) {
  std::vector<Marker> markers(rows.size());
  std::vector<size_t> candidates;
  for (size_t i = 0; i < rows.size(); ++i) {
    Marker marker = parse_marker(rows[i].text);
    if (rows[i].lost_mark && !marker) marker = lost_bullet();
    if (!marker || !has_body(rows[i], marker) || rows[i].raised_start) continue;
    if (!marker.is_bullet() && kind != RegionKind::kList && like_heading(rows, i, facts)) continue;
    markers[i] = std::move(marker);
    candidates.push_back(i);
  }
  std::vector<bool> accepted(rows.size(), false);
  accept_series(rows, candidates, markers, accepted);
  for (const size_t i : candidates)
    if (!accepted[i] && !accepted_alone(rows, i, markers[i], kind)) markers[i] = {};
  return markers;
}

std::vector<int> item_levels(const std::vector<ItemPlace>& items) {
  std::vector<const ItemPlace*> open;  // the item last seen on each level
  std::vector<int> levels;
  levels.reserve(items.size());
  for (const ItemPlace& item : items) {
    const float tolerance = kSameLeft * std::max(item.size, 1.0f);
    // An ordinal that continues an open series belongs to its level, wherever it stands.
    size_t level = open.size();
    while (level > 0 && !(follows(open[level - 1]->marker, item.marker) &&
                          (!item.marker.is_bullet() ||
                           std::fabs(open[level - 1]->left - item.left) <= tolerance)))
      --level;
    if (level > 0) {
      open.resize(level - 1);
    } else {
      while (!open.empty() && item.left < open.back()->left - tolerance) open.pop_back();
      const bool deeper =
          !open.empty() &&
          (item.left > open.back()->left + tolerance ||
           (ordinal_one(item.marker) && !same_series(open.back()->marker, item.marker)));
      if (!open.empty() && !deeper) open.pop_back();
    }
    while (open.size() > static_cast<size_t>(kMaxLevel)) open.pop_back();
    levels.push_back(static_cast<int>(open.size()));
    open.push_back(&item);
  }
  return levels;
}

std::vector<int> indent_levels(const std::vector<float>& lefts, float tolerance) {
  std::vector<float> edges = lefts;
  std::sort(edges.begin(), edges.end());
  std::vector<float> firsts;  // leftmost edge of each cluster
  for (size_t i = 0; i < edges.size(); ++i)
    if (i == 0 || edges[i] - edges[i - 1] > tolerance) firsts.push_back(edges[i]);
  std::vector<int> levels;
  for (const float left : lefts) {
    const auto after = std::upper_bound(firsts.begin(), firsts.end(), left);
    levels.push_back(std::clamp(static_cast<int>(after - firsts.begin()) - 1, 0, kMaxLevel));
  }
  return levels;
}

}  // namespace octavo::document
