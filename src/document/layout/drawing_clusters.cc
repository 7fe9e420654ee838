#include "document/layout/drawing_clusters.h"

#include <algorithm>
#include <cmath>

namespace octavo::document {
namespace {

constexpr int kMaxCells = 1024;  // a side of the grid

// Counts how many objects cover each cell, by differences: a box costs four additions.
class Canvas {
 public:
  Canvas(float width, float height, float cell)
      : cell_(std::max({cell, width / kMaxCells, height / kMaxCells, 0.1F})),
        columns_(count(width)),
        rows_(count(height)),
        cells_(static_cast<size_t>(columns_ + 1) * static_cast<size_t>(rows_ + 1), 0) {}

  // Painted with half a cell around it, and `margin` more: objects a cell apart touch.
  void paint(const PointBox& b, float margin = 0) {
    const float around = std::max(cell_ / 2 + margin, -std::min(b.width(), b.height()) / 2);
    const int x0 = column(b.x0 - around), x1 = column(b.x1 + around) + 1;
    const int y0 = row(b.y0 - around), y1 = row(b.y1 + around) + 1;
    ++at(x0, y0), --at(x1, y0), --at(x0, y1), ++at(x1, y1);
  }

  // Replaces the counts by the number of the connected set each cell is in, 0 for blank.
  int label() {
    for (int y = 0; y <= rows_; ++y)
      for (int x = 1; x <= columns_; ++x) at(x, y) += at(x - 1, y);
    for (int y = 1; y <= rows_; ++y)
      for (int x = 0; x <= columns_; ++x) at(x, y) += at(x, y - 1);
    for (int& cell : cells_) cell = cell > 0 ? -1 : 0;
    int labels = 0;
    for (int y = 0; y < rows_; ++y)
      for (int x = 0; x < columns_; ++x)
        if (at(x, y) == -1) flood(x, y, ++labels);
    return labels;
  }
  size_t label_at(const PointBox& b) {
    return static_cast<size_t>(at(column(b.center_x()), row(b.center_y())));
  }

 private:
  int count(float length) const {
    return std::clamp(static_cast<int>(std::ceil(length / cell_)), 1, kMaxCells + 1);
  }
  int column(float x) const {
    return static_cast<int>(std::clamp(x / cell_, 0.0F, static_cast<float>(columns_ - 1)));
  }
  int row(float y) const {
    return static_cast<int>(std::clamp(y / cell_, 0.0F, static_cast<float>(rows_ - 1)));
  }
  int& at(int x, int y) {
    return cells_[static_cast<size_t>(y) * static_cast<size_t>(columns_ + 1) +
                  static_cast<size_t>(x)];
  }
  void flood(int x, int y, int label) {
    std::vector<std::pair<int, int>> open{{x, y}};
    at(x, y) = label;
    while (!open.empty()) {
      const auto [cx, cy] = open.back();
      open.pop_back();
      for (const auto& [nx, ny] : {std::pair{cx - 1, cy}, std::pair{cx + 1, cy},
                                   std::pair{cx, cy - 1}, std::pair{cx, cy + 1}}) {
        if (nx < 0 || ny < 0 || nx >= columns_ || ny >= rows_ || at(nx, ny) != -1) continue;
        at(nx, ny) = label;
        open.emplace_back(nx, ny);
      }
    }
  }

  float cell_;
  int columns_, rows_;
  std::vector<int> cells_;
};

// Leaves out what is empty; from top to bottom, then left to right.
void tidy(std::vector<DrawingCluster>& clusters) {
  std::erase_if(clusters, [](const DrawingCluster& c) { return c.objects == 0; });
  std::sort(clusters.begin(), clusters.end(), [](const DrawingCluster& a, const DrawingCluster& b) {
    return a.box.y0 != b.box.y0 ? a.box.y0 < b.box.y0 : a.box.x0 < b.box.x0;
  });
}

void add(DrawingCluster& cluster, const DrawnObject& object) {
  cluster.box = hull(cluster.box, object.box);
  ++cluster.objects;
  switch (object.kind) {
    case DrawnObject::Kind::kPicture:
      ++cluster.picture_count;
      cluster.pictures = hull(cluster.pictures, object.box);
      break;
    case DrawnObject::Kind::kCurve:
      ++cluster.curves;
      break;
    case DrawnObject::Kind::kRule:
      ++(object.box.width() >= object.box.height() ? cluster.horizontal_rules
                                                   : cluster.vertical_rules);
      break;
    case DrawnObject::Kind::kShape:
      break;
  }
}

}  // namespace

std::vector<DrawingCluster> cluster_drawings(std::span<const DrawnObject> objects, float width,
                                             float height, float reach) {
  if (objects.empty()) return {};
  Canvas canvas(width, height, reach);
  for (const DrawnObject& object : objects) canvas.paint(object.box);
  std::vector<DrawingCluster> clusters(static_cast<size_t>(canvas.label()) + 1);
  for (const DrawnObject& object : objects) add(clusters[canvas.label_at(object.box)], object);
  tidy(clusters);
  return clusters;
}

std::vector<DrawingCluster> join_overlapping(std::vector<DrawingCluster> clusters, float width,
                                             float height) {
  constexpr int kMaxRounds = 4;  // joined boxes may overlap others
  constexpr float kCell = 2;
  for (int round = 0; round < kMaxRounds && clusters.size() > 1; ++round) {
    Canvas canvas(width, height, kCell);
    for (const DrawingCluster& cluster : clusters) canvas.paint(cluster.box, -kCell);
    std::vector<DrawingCluster> joined(static_cast<size_t>(canvas.label()) + 1);
    for (const DrawingCluster& cluster : clusters) {
      DrawingCluster& to = joined[canvas.label_at(cluster.box)];
      to.box = hull(to.box, cluster.box);
      to.pictures = hull(to.pictures, cluster.pictures);
      to.objects += cluster.objects;
      to.curves += cluster.curves;
      to.horizontal_rules += cluster.horizontal_rules;
      to.vertical_rules += cluster.vertical_rules;
      to.picture_count += cluster.picture_count;
    }
    tidy(joined);
    const bool stable = joined.size() == clusters.size();
    clusters = std::move(joined);
    if (stable) break;
  }
  return clusters;
}

}  // namespace octavo::document
