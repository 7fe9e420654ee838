#include "document/layout/cut_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "document/layout/gutter.h"
#include "document/layout/neighbours.h"
#include "document/layout/rows.h"

namespace octavo::document {
namespace {

constexpr int kMaxDepth = 24;
constexpr size_t kMaxCandidates = 16;  // strips tried at each step, those beside most text first
constexpr float kLeastGap = 0.25F;     // of the smaller size: a gap between neighbours
constexpr float kCrossing = 0.5F;      // points a piece must reach over a line to cross it

constexpr float kAreaReach = 1.2F;   // ems an area may reach over a gutter
constexpr float kReleaseGap = 0.4F;  // ems by which a gap must be wider to part a column's end
constexpr float kInfinity = std::numeric_limits<float>::infinity();

using Set = std::vector<uint32_t>;  // sorted by the top

// A part of a set: pieces that go on being cut together.
struct Part {
  Set pieces;
  bool beside = false;
};

struct Trial {
  std::vector<Part> parts;  // reading order
  float score = 0;          // evidence less what speaks against it; 0: no gutter here
};

// Areas are drawn around their content with less care than lines are set.
bool crosses(const PagePiece& p, float x) {
  const float reach = p.is_area() ? std::min(kAreaReach * p.size, 0.1F * p.box.width()) : kCrossing;
  return p.box.x0 + reach < x && x < p.box.x1 - reach;
}

struct Interval {
  float from, to;
};

class Cutter {
 public:
  explicit Cutter(std::span<const PagePiece> pieces) : pieces_(pieces), in_set_(pieces.size(), 0) {
    std::vector<PointBox> boxes;
    for (const PagePiece& piece : pieces) {
      const bool separator = piece.kind == PagePiece::Kind::kSeparator;
      boxes.push_back(separator ? PointBox{0, -2, 0, -1} : piece.box);
    }
    neighbours_ = right_neighbours(boxes);
  }

  std::vector<PieceStack> cut() {
    Set all(pieces_.size());
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    std::sort(all.begin(), all.end(), [&](uint32_t a, uint32_t b) { return higher(a, b); });
    cut(Part{std::move(all), false}, 0);
    return std::move(stacks_);
  }

 private:
  bool higher(uint32_t a, uint32_t b) const {
    const PointBox &p = pieces_[a].box, &q = pieces_[b].box;
    if (p.y0 != q.y0) return p.y0 < q.y0;
    return p.x0 != q.x0 ? p.x0 < q.x0 : a < b;
  }

  void cut(Part part, int depth) {
    if (part.pieces.empty()) return;
    if (part.pieces.size() > 1 && depth < kMaxDepth) {
      Trial best;
      for (const float x : candidates(part.pieces)) {
        Trial trial = try_gutter(part.pieces, x);
        if (trial.score > best.score) best = std::move(trial);
      }
      if (best.parts.size() > 1) {
        for (Part& child : best.parts) {
          child.beside = child.beside || part.beside;
          cut(std::move(child), depth + 1);
        }
        return;
      }
    }
    add_stack(part);
  }

  void add_stack(const Part& part) {
    PieceStack stack;
    stack.beside = part.beside;
    for (const uint32_t i : part.pieces) stack.box = hull(stack.box, pieces_[i].box);
    for (const PieceRow& row : rows_of(pieces_, part.pieces))
      stack.pieces.insert(stack.pieces.end(), row.begin(), row.end());
    stacks_.push_back(std::move(stack));
  }

  // A set divided at a vertical line: slots[k] stands above walls[k]; wall_pieces[k] are the pieces
  // of wall k and those beside it, the latter beside[k] points high together.
  struct Division {
    std::vector<Interval> walls;
    std::vector<Set> slots, wall_pieces;
    std::vector<float> beside;
  };

  std::vector<float> candidates(const Set& set);
  std::vector<Interval> walls_at(const Set& set, float x) const;
  Division divide(const Set& set, float x) const;
  Trial try_gutter(const Set& set, float x) const;
  void add_band(const Set& slot, float x, const Interval& above, const Interval& below,
                Trial& trial, Set& rest) const;
  void release_top(Set& side, float other_top, float wall, Set& out) const;
  void release_bottom(Set& side, float other_bottom, float wall, Set& out) const;

  std::span<const PagePiece> pieces_;
  std::vector<uint32_t> neighbours_;
  std::vector<uint32_t> in_set_;  // == round_ for pieces of the set at hand
  uint32_t round_ = 0;
  std::vector<PieceStack> stacks_;
};

// Middles of the strips that most gaps between neighbours share.
std::vector<float> Cutter::candidates(const Set& set) {
  ++round_;
  for (const uint32_t i : set) in_set_[i] = round_;
  struct Edge {
    float x, change;
  };
  std::vector<Edge> edges;
  for (const uint32_t i : set) {
    const uint32_t next = neighbours_[i];
    if (next == kNoNeighbour || in_set_[next] != round_) continue;
    const PagePiece &a = pieces_[i], &b = pieces_[next];
    if (b.box.x0 - a.box.x1 < kLeastGap * std::min(a.size, b.size)) continue;
    const float weight = std::min(a.box.height(), b.box.height());
    edges.push_back({a.box.x1, weight});
    edges.push_back({b.box.x0, -weight});
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.x != b.x ? a.x < b.x : a.change > b.change;
  });
  struct Peak {
    float x, weight;
  };
  std::vector<Peak> peaks;
  float weight = 0;
  for (size_t e = 0; e + 1 < edges.size(); ++e) {
    weight += edges[e].change;
    if (edges[e].change > 0 && edges[e + 1].change < 0)
      peaks.push_back({(edges[e].x + edges[e + 1].x) / 2, weight});
  }
  std::stable_sort(peaks.begin(), peaks.end(),
                   [](const Peak& a, const Peak& b) { return a.weight > b.weight; });
  if (peaks.size() > kMaxCandidates) peaks.resize(kMaxCandidates);
  std::vector<float> result;
  for (const Peak& peak : peaks) result.push_back(peak.x);
  return result;
}

// The extents of the pieces that cross x, merged where they overlap, downwards.
std::vector<Interval> Cutter::walls_at(const Set& set, float x) const {
  std::vector<Interval> walls;
  for (const uint32_t i : set)
    if (crosses(pieces_[i], x)) walls.push_back({pieces_[i].top(), pieces_[i].bottom()});
  std::sort(walls.begin(), walls.end(), [](const Interval& a, const Interval& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  std::vector<Interval> merged;
  for (const Interval& wall : walls) {
    if (!merged.empty() && wall.from <= merged.back().to)
      merged.back().to = std::max(merged.back().to, wall.to);
    else
      merged.push_back(wall);
  }
  return merged;
}

Cutter::Division Cutter::divide(const Set& set, float x) const {
  Division d;
  d.walls = walls_at(set, x);
  d.slots.resize(d.walls.size() + 1);
  d.wall_pieces.resize(d.walls.size());
  d.beside.assign(d.walls.size(), 0);
  for (const uint32_t i : set) {
    const PagePiece& p = pieces_[i];
    const float y = p.box.center_y();
    const auto k =
        static_cast<size_t>(std::partition_point(d.walls.begin(), d.walls.end(),
                                                 [y](const Interval& w) { return w.to < y; }) -
                            d.walls.begin());
    const bool over = crosses(p, x);
    if (!over && (k == d.walls.size() || y < d.walls[k].from)) {
      d.slots[k].push_back(i);
      continue;
    }
    const size_t wall = std::min(k, d.walls.size() - 1);
    d.wall_pieces[wall].push_back(i);
    if (!over) d.beside[wall] += p.box.height();
  }
  return d;
}

// Divides the set into what crosses x, with what stands beside it, and the bands in between.
Trial Cutter::try_gutter(const Set& set, float x) const {
  const Division d = divide(set, x);
  Trial trial;
  Set rest;
  float against = 0, since_band = 0;
  for (size_t k = 0; k < d.slots.size(); ++k) {
    const Interval above = k == 0 ? Interval{-kInfinity, -kInfinity} : d.walls[k - 1];
    const Interval below = k == d.walls.size() ? Interval{kInfinity, kInfinity} : d.walls[k];
    const float before = trial.score;
    add_band(d.slots[k], x, above, below, trial, rest);
    if (trial.score > before) {
      if (before > 0) against += since_band;
      since_band = 0;
    }
    if (k == d.walls.size()) break;
    rest.insert(rest.end(), d.wall_pieces[k].begin(), d.wall_pieces[k].end());
    since_band += d.beside[k];
  }
  if (!rest.empty()) trial.parts.push_back({std::move(rest), false});
  for (Part& part : trial.parts)
    std::sort(part.pieces.begin(), part.pieces.end(),
              [&](uint32_t a, uint32_t b) { return higher(a, b); });
  // What stands beside a wall between two bands is read with the wall although it may belong to a
  // column: better strips do without. Never below the least that counts as found, so that bands
  // still win over no cut.
  if (trial.score > 0) trial.score = std::max(trial.score - 2 * against, 0.01F);
  return trial;
}

// What stands above the other side and nearer to the wall above than to the rest of its own side
// belongs to the wall (the last short line of a paragraph over both columns). Moves it to `out`.
void Cutter::release_top(Set& side, float other_top, float wall, Set& out) const {
  size_t count = 0;
  float from = wall, widest = 0;
  for (size_t i = 0; i < side.size() && pieces_[side[i]].box.y1 <= other_top; ++i) {
    const float gap = pieces_[side[i]].box.y0 - from;
    const float next = i + 1 < side.size() ? pieces_[side[i + 1]].box.y0 : other_top;
    from = std::max(from, pieces_[side[i]].box.y1);  // pieces of one row do not end together
    widest = std::max(widest, gap);
    const float clearly = widest + kReleaseGap * pieces_[side[i]].size;
    if (next - from > clearly) count = i + 1, widest = next - from;
  }
  // `widest` after the last released piece must beat every gap before it, the one to the wall
  // included.
  out.insert(out.end(), side.begin(), side.begin() + static_cast<long>(count));
  side.erase(side.begin(), side.begin() + static_cast<long>(count));
}

// The same for what stands below the other side: the heading of a section over both columns.
void Cutter::release_bottom(Set& side, float other_bottom, float wall, Set& out) const {
  std::vector<float> bottoms;  // of the first pieces, however short the last of them is
  bottoms.reserve(side.size());
  for (const uint32_t i : side)
    bottoms.push_back(std::max(bottoms.empty() ? -kInfinity : bottoms.back(), pieces_[i].box.y1));
  size_t count = 0;
  float from = wall, widest = 0;
  for (size_t i = side.size(); i-- > 0 && pieces_[side[i]].box.y0 >= other_bottom;) {
    const float gap = from - pieces_[side[i]].box.y1;
    const float next = i > 0 ? bottoms[i - 1] : other_bottom;
    from = std::min(from, pieces_[side[i]].box.y0);
    widest = std::max(widest, gap);
    const float clearly = widest + kReleaseGap * pieces_[side[i]].size;
    if (from - next > clearly) count = side.size() - i, widest = from - next;
  }
  out.insert(out.end(), side.end() - static_cast<long>(count), side.end());
  side.erase(side.end() - static_cast<long>(count), side.end());
}

// Appends the columns of one slot to the trial, or its pieces to `rest` when x is no gutter there.
void Cutter::add_band(const Set& slot, float x, const Interval& above, const Interval& below,
                      Trial& trial, Set& rest) const {
  Sides sides;
  Interval left{kInfinity, -kInfinity}, right = left;
  for (const uint32_t i : slot) {
    const PointBox& box = pieces_[i].box;
    const bool is_left = box.center_x() < x;
    (is_left ? sides.left : sides.right).push_back(i);
    Interval& extent = is_left ? left : right;
    extent = {std::min(extent.from, box.y0), std::max(extent.to, box.y1)};
  }
  Set before, after;
  if (!sides.left.empty() && !sides.right.empty()) {
    release_top(sides.left, right.from, above.to, before);
    release_top(sides.right, left.from, above.to, before);
    release_bottom(sides.left, right.to, below.from, after);
    release_bottom(sides.right, left.to, below.from, after);
  }
  const float evidence = gutter_evidence(pieces_, neighbours_, sides);
  if (evidence <= 0) {
    rest.insert(rest.end(), slot.begin(), slot.end());
    return;
  }
  trial.score += evidence;
  rest.insert(rest.end(), before.begin(), before.end());
  if (!rest.empty()) trial.parts.push_back({std::move(rest), false});
  rest = std::move(after);
  trial.parts.push_back({std::move(sides.left), true});
  trial.parts.push_back({std::move(sides.right), true});
}

}  // namespace

std::vector<PieceStack> cut_columns(std::span<const PagePiece> pieces) {
  return Cutter(pieces).cut();
}

}  // namespace octavo::document
