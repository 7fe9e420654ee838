#include "document/page/find_lines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace octavo::document {
namespace {

// Within a run: baselines this close, in sizes, and gaps up to this.
constexpr float kRunDrift = 0.12f, kRunGap = 1.0f, kRunBack = 1.1f;
constexpr float kRunMaxRatio = 1.35f;  // of sizes
// Runs of one line: OCR layers wobble more than typesetting does.
constexpr float kLineDrift = 0.22f, kLineMaxRatio = 2.2f, kLineBack = 0.7f;
constexpr float kTrueDrift = 0.08f, kDriftCost = 8.0f;
// A script is at most this large against its base, stands this close to it, and its baseline is
// within this band around the base's (up, down), all in sizes of the base.
constexpr float kScriptRatio = 0.87f, kScriptGap = 0.45f, kScriptBack = 0.35f;
constexpr float kScriptUp = 0.85f, kScriptDown = 0.45f;
// What is smaller, or runs on for longer, is a line of small text beside something large.
constexpr float kScriptMinRatio = 0.4f, kScriptLength = 12.0f;
// Symbols whose origin is off the baseline (brackets and sums of mathematical fonts): short, and
// most of their height beside the line.
constexpr float kInsertLength = 1.6f, kInsertOverlap = 0.6f;
constexpr float kBandHeight = 6.0f;  // points; of the buckets that neighbours are looked up in

// Marks that follow each other in the content along one baseline.
struct Run {
  uint32_t first = 0, last = 0;  // [first, last) of the frame's marks
  float u0 = 0, u1 = 0;          // with advances
  float v = 0, size = 0;
  float top = 0, bottom = 0;  // ink
  bool prints = false;
  int base = -1;     // for a script: the run it belongs to
  float length = 0;  // of all runs linked on its baseline
};

bool continues(const Mark& previous, const Mark& next, float run_v, float run_size) {
  const float size = std::min(run_size, next.size);
  if (std::max(run_size, next.size) > kRunMaxRatio * size) return false;
  if (std::fabs(next.v - run_v) > kRunDrift * size) return false;
  // Right-to-left text may come in reading order: then the next mark ends where this one begins.
  const float gap = next.u0 >= previous.u0 ? next.u0 - previous.u1 : previous.u0 - next.u1;
  return gap <= kRunGap * size && gap >= -kRunBack * std::max(size, previous.u1 - previous.u0);
}

std::vector<Run> find_runs(const std::vector<Mark>& marks) {
  std::vector<Run> runs;
  for (uint32_t i = 0; i < marks.size(); ++i) {
    const Mark& mark = marks[i];
    if (runs.empty() || !continues(marks[i - 1], mark, runs.back().v, runs.back().size))
      runs.push_back({i, i, mark.u0, mark.u1, mark.v, mark.size});
    Run& run = runs.back();
    run.last = i + 1;
    if (mark.space) continue;
    // Spaces at the ends take no part in where a run begins and ends.
    run.u0 = run.prints ? std::min(run.u0, mark.u0) : mark.u0;
    run.u1 = run.prints ? std::max(run.u1, mark.u1) : mark.u1;
    run.top = run.prints ? std::min(run.top, mark.top) : mark.top;
    run.bottom = run.prints ? std::max(run.bottom, mark.bottom) : mark.bottom;
    if (!run.prints) {
      run.v = mark.v;
      run.size = mark.size;
    }
    run.prints = true;
  }
  std::erase_if(runs, [](const Run& run) { return !run.prints; });
  return runs;
}

// Runs by the band of v they stand in, along u within a band.
class Bands {
 public:
  explicit Bands(const std::vector<Run>& runs) : runs_(runs) {
    for (int i = 0; i < static_cast<int>(runs.size()); ++i)
      bands_[band(runs[static_cast<size_t>(i)].v)].push_back(i);
    for (auto& [place, members] : bands_)
      std::sort(members.begin(), members.end(), [&](int a, int b) {
        const Run &x = run(a), &y = run(b);
        return x.u0 != y.u0 ? x.u0 < y.u0 : a < b;
      });
  }

  // Calls visit(index) for the runs with v in [v0, v1] and u0 in [u0, u1], band by band.
  template <class Visit>
  void visit(float v0, float v1, float u0, float u1, const Visit& call) const {
    for (auto place = bands_.lower_bound(band(v0));
         place != bands_.end() && place->first <= band(v1); ++place) {
      const auto& members = place->second;
      auto member = std::lower_bound(members.begin(), members.end(), u0,
                                     [&](int a, float u) { return run(a).u0 < u; });
      int budget = kMaxVisits;
      for (; member != members.end() && run(*member).u0 <= u1 && budget > 0; ++member, --budget)
        if (run(*member).v >= v0 && run(*member).v <= v1) call(*member);
    }
  }

 private:
  // Runs stacked in one place by the thousand are no page; do not compare each with each.
  static constexpr int kMaxVisits = 256;
  static int band(float v) {
    return static_cast<int>(std::floor(std::clamp(v, -1e6f, 1e6f) / kBandHeight));
  }
  const Run& run(int i) const { return runs_[static_cast<size_t>(i)]; }

  const std::vector<Run>& runs_;
  std::map<int, std::vector<int>> bands_;
};

// Runs that belong together, by the smallest index among them.
class Groups {
 public:
  explicit Groups(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  int root(int i) {
    while (parent_[static_cast<size_t>(i)] != i) {
      int& parent = parent_[static_cast<size_t>(i)];
      parent = parent_[static_cast<size_t>(parent)];
      i = parent;
    }
    return i;
  }
  void join(int a, int b) {
    a = root(a);
    b = root(b);
    parent_[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
  }

 private:
  std::vector<int> parent_;
};

bool share_baseline(const Run& a, const Run& b) {
  const float size = std::min(a.size, b.size);
  return std::max(a.size, b.size) <= kLineMaxRatio * size &&
         std::fabs(a.v - b.v) <= kLineDrift * size;
}

// The nearest run to the right on the same baseline, -1 none. A baseline that is off costs
// distance: a symbol that hangs low must not lead the line away from its own.
int right_neighbour(const std::vector<Run>& runs, const Bands& bands, int index) {
  const Run& run = runs[static_cast<size_t>(index)];
  const float drift = kLineDrift * run.size, reach = kMaxLineGap * run.size * kLineMaxRatio;
  int best = -1;
  float least = INFINITY;
  bands.visit(run.v - drift, run.v + drift, run.u0, run.u1 + reach, [&](int other) {
    const Run& candidate = runs[static_cast<size_t>(other)];
    const float size = std::min(run.size, candidate.size);
    const float gap = candidate.u0 - run.u1;
    if (other == index || candidate.u1 <= run.u1 || !share_baseline(run, candidate)) return;
    if (gap < -kLineBack * size || gap > kMaxLineGap * std::max(run.size, candidate.size)) return;
    const float off = std::max(0.0f, std::fabs(candidate.v - run.v) - kTrueDrift * size);
    const float cost = gap + kDriftCost * off;
    if (cost > least || (cost == least && other > best)) return;
    least = cost;
    best = other;
  });
  return best;
}

// Joins what stands side by side on one baseline and measures how long that is.
void link_neighbours(std::vector<Run>& runs, const Bands& bands, Groups& groups) {
  for (int i = 0; i < static_cast<int>(runs.size()); ++i) {
    const int right = right_neighbour(runs, bands, i);
    if (right >= 0) groups.join(i, right);
  }
  std::vector<std::pair<float, float>> extents(runs.size(), {INFINITY, -INFINITY});
  for (size_t i = 0; i < runs.size(); ++i) {
    auto& [u0, u1] = extents[static_cast<size_t>(groups.root(static_cast<int>(i)))];
    u0 = std::min(u0, runs[i].u0);
    u1 = std::max(u1, runs[i].u1);
  }
  for (size_t i = 0; i < runs.size(); ++i) {
    const auto& [u0, u1] = extents[static_cast<size_t>(groups.root(static_cast<int>(i)))];
    runs[i].length = u1 - u0;
  }
}

bool is_script(const Run& script, const Run& base) {
  const float rise = base.v - script.v;
  return script.size <= kScriptRatio * base.size && script.size >= kScriptMinRatio * base.size &&
         script.length <= kScriptLength * base.size && rise <= kScriptUp * base.size &&
         rise >= -kScriptDown * base.size;
}

bool is_insert(const Run& symbol, const Run& base) {
  const float size = std::min(symbol.size, base.size);
  const float common = std::min(symbol.bottom, base.bottom) - std::max(symbol.top, base.top);
  return symbol.length <= kInsertLength * size && base.length > symbol.length &&
         std::max(symbol.size, base.size) <= kRunMaxRatio * size &&
         common >= kInsertOverlap * std::min(symbol.bottom - symbol.top, base.bottom - base.top);
}

// How far a script or symbol stands from a possible base along u; negative infinity when it cannot
// belong to it.
float script_distance(const Run& script, const Run& base) {
  if (!is_script(script, base) && !is_insert(script, base)) return -INFINITY;
  const float after = script.u0 - base.u1, before = base.u0 - script.u1;
  for (const float gap : {after, before})
    if (gap <= kScriptGap * base.size && gap >= -kScriptBack * base.size) return std::fabs(gap);
  return -INFINITY;
}

void find_bases(std::vector<Run>& runs, const Bands& bands, float largest) {
  for (int i = 0; i < static_cast<int>(runs.size()); ++i) {
    Run& script = runs[static_cast<size_t>(i)];
    const float reach = kScriptUp * largest;
    float nearest = INFINITY;
    // A base to the left may begin far away; runs are seldom longer than a line of text.
    bands.visit(script.v - kScriptDown * largest, script.v + reach, script.u0 - 80 * script.size,
                script.u1 + kScriptGap * largest, [&](int other) {
                  const float distance = script_distance(script, runs[static_cast<size_t>(other)]);
                  if (other == i || distance < 0 || distance >= nearest) return;
                  nearest = distance;
                  script.base = other;
                });
  }
}

// Marks keep their content order (accents stay beside their letters) unless the run was written
// from right to left; then they are put in order of place.
void append_run(const std::vector<Mark>& marks, const Run& run, LineDraft& line) {
  const auto start = static_cast<ptrdiff_t>(line.marks.size());
  line.marks.insert(line.marks.end(), marks.begin() + run.first, marks.begin() + run.last);
  int backward = 0, forward = 0;
  for (uint32_t i = run.first + 1; i < run.last; ++i)
    ++(marks[i].u0 < marks[i - 1].u0 ? backward : forward);
  if (backward > forward)
    std::stable_sort(line.marks.begin() + start, line.marks.end(),
                     [](const Mark& a, const Mark& b) { return a.u0 + a.u1 < b.u0 + b.u1; });
}

}  // namespace

bool measure_line(LineDraft& line) {
  std::map<int, float> widths;  // by size in tenths of a point
  for (const Mark& mark : line.marks)
    if (!mark.space)
      widths[static_cast<int>(std::lround(mark.size * 10))] +=
          std::max(mark.ink1 - mark.ink0, 0.1f);
  if (widths.empty()) return false;
  const auto dominant =
      std::max_element(widths.begin(), widths.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  std::vector<float> baselines;
  line.u0 = INFINITY;
  line.u1 = -INFINITY;
  for (const Mark& mark : line.marks) {
    if (mark.space) continue;
    line.u0 = std::min(line.u0, mark.ink0);
    line.u1 = std::max(line.u1, mark.ink1);
    if (std::lround(mark.size * 10) == dominant->first) baselines.push_back(mark.v);
  }
  line.size = static_cast<float>(dominant->first) / 10;
  const auto middle = baselines.begin() + static_cast<ptrdiff_t>(baselines.size() / 2);
  std::nth_element(baselines.begin(), middle, baselines.end());
  line.v = *middle;
  return true;
}

std::vector<LineDraft> find_lines(const Frame& frame) {
  std::vector<Run> runs = find_runs(frame.marks);
  const Bands bands(runs);
  Groups groups(runs.size());
  link_neighbours(runs, bands, groups);
  float largest = 0;
  for (const Run& run : runs) largest = std::max(largest, run.size);
  find_bases(runs, bands, largest);

  for (int i = 0; i < static_cast<int>(runs.size()); ++i)
    if (runs[static_cast<size_t>(i)].base >= 0) groups.join(i, runs[static_cast<size_t>(i)].base);
  std::map<int, std::vector<int>> members;
  for (int i = 0; i < static_cast<int>(runs.size()); ++i) members[groups.root(i)].push_back(i);
  std::vector<LineDraft> lines;
  for (auto& [start, parts] : members) {
    std::sort(parts.begin(), parts.end(), [&](int a, int b) {
      const Run &x = runs[static_cast<size_t>(a)], &y = runs[static_cast<size_t>(b)];
      return x.u0 != y.u0 ? x.u0 < y.u0 : a < b;
    });
    LineDraft line;
    for (const int part : parts) append_run(frame.marks, runs[static_cast<size_t>(part)], line);
    if (measure_line(line)) lines.push_back(std::move(line));
  }
  std::sort(lines.begin(), lines.end(), [](const LineDraft& a, const LineDraft& b) {
    return a.v != b.v ? a.v < b.v : a.u0 < b.u0;
  });
  return lines;
}

}  // namespace octavo::document
