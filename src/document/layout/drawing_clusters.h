// Pictures, shapes and free rules of a page -> clusters of what is drawn together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "octavo/geometry.h"

namespace octavo::document {

struct DrawnObject {
  enum class Kind : uint8_t { kPicture, kShape, kCurve, kRule };
  Kind kind = Kind::kShape;
  PointBox box;
};

struct DrawingCluster {
  PointBox box;       // around all its objects
  PointBox pictures;  // around its pictures; empty without
  int objects = 0, curves = 0, horizontal_rules = 0, vertical_rules = 0;
  int picture_count = 0;
};

// Objects join when they are within about `reach` points of each other. Clusters from top to
// bottom, then left to right. Linear in the objects, whatever their size: they are painted on a
// coarse grid.
std::vector<DrawingCluster> cluster_drawings(std::span<const DrawnObject> objects, float width,
                                             float height, float reach);

// Joins clusters whose boxes overlap.
std::vector<DrawingCluster> join_overlapping(std::vector<DrawingCluster> clusters, float width,
                                             float height);

}  // namespace octavo::document
