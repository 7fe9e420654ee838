#include "document/page/find_lines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace octavo::document {
namespace {

// Within a run: baselines this close, in sizes, and gaps up to this.
constexpr float kRunDrift = 0.12f, kRunGap = 1.0f, kRunBack = 0.6f;
constexpr float kRunMaxRatio = 1.35f;  // of sizes
// Runs of one line: OCR layers wobble more than typesetting does.
constexpr float kLineDrift = 0.22f, kLineMaxRatio = 2.2f, kLineBack = 0.6f;
// A script is at most this large against its base, stands this close to it, and its baseline is
// within this band around the base's (up, down), all in sizes of the base.
constexpr float kScriptRatio = 0.87f, kScriptGap = 0.45f, kScriptBack = 0.35f;
constexpr float kScriptUp = 0.85f, kScriptDown = 0.45f;
// What is smaller, or runs on for longer, is a line of small text beside something large.
constexpr float kScriptMinRatio = 0.4f, kScriptLength = 12.0f;
constexpr float kBandHeight = 6.0f;  // points; of the buckets that neighbours are looked up in

// Marks that follow each other in the content along one baseline.
struct Run {
  uint32_t first = 0, last = 0;  // [first, last) of the frame's marks
  float u0 = 0, u1 = 0;          // with advances
  float v = 0, size = 0;
  bool prints = false;
  int left = -1, right = -1;  // neighbours on the line
  int base = -1;              // for a script: the run it belongs to
  float length = 0;           // of all runs linked on its baseline
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

bool share_baseline(const Run& a, const Run& b) {
  const float size = std::min(a.size, b.size);
  return std::max(a.size, b.size) <= kLineMaxRatio * size &&
         std::fabs(a.v - b.v) <= kLineDrift * size;
}

// The nearest run to the right on the same baseline, -1 none.
int right_neighbour(const std::vector<Run>& runs, const Bands& bands, int index) {
  const Run& run = runs[static_cast<size_t>(index)];
  const float drift = kLineDrift * run.size, reach = kMaxLineGap * run.size * kLineMaxRatio;
  int best = -1;
  bands.visit(run.v - drift, run.v + drift, run.u0, run.u1 + reach, [&](int other) {
    const Run& candidate = runs[static_cast<size_t>(other)];
    const float size = std::min(run.size, candidate.size);
    const float gap = candidate.u0 - run.u1;
    if (other == index || candidate.u1 <= run.u1 || !share_baseline(run, candidate)) return;
    if (gap < -kLineBack * size || gap > kMaxLineGap * std::max(run.size, candidate.size)) return;
    if (best < 0 || candidate.u0 < runs[static_cast<size_t>(best)].u0 ||
        (candidate.u0 == runs[static_cast<size_t>(best)].u0 && other < best))
      best = other;
  });
  return best;
}

void link_neighbours(std::vector<Run>& runs, const Bands& bands) {
  for (int i = 0; i < static_cast<int>(runs.size()); ++i) {
    const int right = right_neighbour(runs, bands, i);
    if (right < 0) continue;
    // Of several runs that want the same neighbour the one that ends last keeps it.
    Run& target = runs[static_cast<size_t>(right)];
    if (target.left >= 0) {
      Run& rival = runs[static_cast<size_t>(target.left)];
      if (rival.u1 >= runs[static_cast<size_t>(i)].u1) continue;
      rival.right = -1;
    }
    target.left = i;
    runs[static_cast<size_t>(i)].right = right;
  }
}

void measure_lengths(std::vector<Run>& runs) {
  for (Run& start : runs) {
    if (start.left >= 0) continue;
    float u1 = start.u1;
    for (int i = start.right; i >= 0; i = runs[static_cast<size_t>(i)].right)
      u1 = std::max(u1, runs[static_cast<size_t>(i)].u1);
    start.length = u1 - start.u0;
    for (int i = start.right; i >= 0; i = runs[static_cast<size_t>(i)].right)
      runs[static_cast<size_t>(i)].length = start.length;
  }
}

// How far a script stands from a possible base along u; negative infinity when it cannot be one.
float script_distance(const Run& script, const Run& base) {
  if (script.size > kScriptRatio * base.size || script.size < kScriptMinRatio * base.size ||
      script.length > kScriptLength * base.size)
    return -INFINITY;
  const float rise = base.v - script.v;
  if (rise > kScriptUp * base.size || rise < -kScriptDown * base.size) return -INFINITY;
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
  link_neighbours(runs, bands);
  measure_lengths(runs);
  float largest = 0;
  for (const Run& run : runs) largest = std::max(largest, run.size);
  find_bases(runs, bands, largest);

  Groups groups(runs.size());
  for (int i = 0; i < static_cast<int>(runs.size()); ++i) {
    const Run& run = runs[static_cast<size_t>(i)];
    if (run.right >= 0) groups.join(i, run.right);
    if (run.base >= 0) groups.join(i, run.base);
  }
  std::map<int, std::vector<int>> members;
  for (int i = 0; i < static_cast<int>(runs.size()); ++i) members[groups.root(i)].push_back(i);
  std::vector<LineDraft> lines;
  for (auto& [start, parts] : members) {
    std::sort(parts.begin(), parts.end(), [&](int a, int b) {
      const Run &x = runs[static_cast<size_t>(a)], &y = runs[static_cast<size_t>(b)];
      return x.u0 != y.u0 ? x.u0 < y.u0 : a < b;
    });
    LineDraft line;
    for (const int part : parts) {
      const Run& run = runs[static_cast<size_t>(part)];
      line.marks.insert(line.marks.end(), frame.marks.begin() + run.first,
                        frame.marks.begin() + run.last);
    }
    if (measure_line(line)) lines.push_back(std::move(line));
  }
  std::sort(lines.begin(), lines.end(), [](const LineDraft& a, const LineDraft& b) {
    return a.v != b.v ? a.v < b.v : a.u0 < b.u0;
  });
  return lines;
}

}  // namespace octavo::document
