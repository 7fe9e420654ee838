#include "document/page/rules/pixel_rules.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace octavo::document {
namespace {

// A ridge is at least this much darker than both sides, on a scale of 255, after smoothing along
// it: pale or dotted table lines differ by 15 and more, smoothed paper noise by one or two.
constexpr int kContrast = 9;
// Pixels on either side that smoothing takes in: closes the gaps of dotted lines.
constexpr int kSmooth = 3;
// Runs with gaps up to this many pixels go on; shorter runs are no part of a rule.
constexpr int kGap = 2;
constexpr int kLeastRun = 10;
// Runs that carry a rule on may miss its end by this much. The longest run of a rule is at least
// this part of the least length of rules.
constexpr int kEndReach = 6;
constexpr int kSeedShare = 3;
constexpr int kParallel = 2 * kLeastRun;
// Covered share of a rule's length; share of its length with ink next to it (letters have stems
// there).
constexpr float kCovered = 0.7f, kCrowded = 0.4f;
// Dots of a line are no further apart than this in the sharp picture, nor than this part of the
// least length of rules (lines of small text are as near to each other); a line without gaps is
// solid from this share of ink on, and long from this many least lengths on.
constexpr size_t kSharpGap = 4, kGapShare = 8, kLongRule = 3;
constexpr float kSolid = 0.97f;
constexpr float kMostSkew = 0.06f;

struct Run {
  int line = 0, from = 0, to = 0;  // [from, to) along the rule's direction
  int length() const { return to - from; }
};

// Half way between luminance and the darkest channel: coloured lines on white stay visible.
Image to_darkness(ImageView image) {
  if (image.channels == 1) return Image::copy(image);
  Image gray(image.width, image.height, 1);
  for (int y = 0; y < image.height; ++y) {
    const uint8_t* pixel = image.pixel(0, y);
    uint8_t* out = gray.row(y);
    for (int x = 0; x < image.width; ++x, pixel += image.channels) {
      const int luminance = (pixel[0] * 77 + pixel[1] * 150 + pixel[2] * 29) >> 8;
      const int darkest = std::min(std::min(pixel[0], pixel[1]), pixel[2]);
      out[x] = static_cast<uint8_t>((luminance + darkest) / 2);
    }
  }
  return gray;
}

// Grey values with the rule's direction along x: for upright rules the picture is transposed.
class Plane {
 public:
  Plane(ImageView gray, bool transposed)
      : width_(transposed ? gray.height : gray.width),
        height_(transposed ? gray.width : gray.height),
        values_(static_cast<size_t>(width_) * static_cast<size_t>(height_)),
        sharp_(values_.size()) {
    // A few rows at a time: written down columns, whole cache lines are filled before they leave.
    constexpr int kRows = 64;
    for (int top = 0; top < gray.height; top += kRows)
      for (int x = 0; x < gray.width; ++x)
        for (int y = top; y < std::min(top + kRows, gray.height); ++y)
          sharp_[transposed ? place(y, x) : place(x, y)] = *gray.pixel(x, y);
    for (int y = 0; y < height_; ++y) smooth_row(&sharp_[place(0, y)], &values_[place(0, y)]);
  }
  int width() const { return width_; }
  int height() const { return height_; }
  const uint8_t* row(int y) const {
    return values_.data() + static_cast<size_t>(y) * static_cast<size_t>(width_);
  }
  uint8_t sharp(int x, int y) const { return sharp_[place(x, y)]; }  // as it was before smoothing

 private:
  size_t place(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x);
  }
  // The mean of what lies within kSmooth. All but the ends has a fixed divisor: many at once.
  void smooth_row(const uint8_t* row, uint8_t* out) const {
    const auto mean = [&](int x) {
      const int from = std::max(0, x - kSmooth), to = std::min(width_, x + kSmooth + 1);
      int sum = 0;
      for (int i = from; i < to; ++i) sum += row[i];
      out[x] = static_cast<uint8_t>(sum / (to - from));
    };
    const int inner_end = std::max(kSmooth, width_ - kSmooth);
    for (int x = 0; x < std::min(kSmooth, width_); ++x) mean(x);
    for (int x = kSmooth; x < inner_end; ++x) {
      uint16_t sum = 0;
      for (int i = -kSmooth; i <= kSmooth; ++i) sum = static_cast<uint16_t>(sum + row[x + i]);
      out[x] = static_cast<uint8_t>(sum / (2 * kSmooth + 1));
    }
    for (int x = inner_end; x < width_; ++x) mean(x);
  }

  int width_, height_;
  std::vector<uint8_t> values_, sharp_;
};

// The ridge pixels of row y: something brighter lies within `reach` rows on both sides.
void mark_ridges(const Plane& plane, int y, int reach, std::vector<uint8_t>& above,
                 std::vector<uint8_t>& below, std::vector<uint8_t>& ridge) {
  const auto brightest = [&](int first, int last, std::vector<uint8_t>& out) {
    std::fill(out.begin(), out.end(), uint8_t{0});
    for (int r = std::max(0, first); r <= std::min(plane.height() - 1, last); ++r) {
      const uint8_t* row = plane.row(r);
      for (size_t x = 0; x < out.size(); ++x) out[x] = std::max(out[x], row[x]);
    }
  };
  brightest(y - reach, y - 1, above);
  brightest(y + 1, y + reach, below);
  const uint8_t *row = plane.row(y), *up = above.data(), *down = below.data();
  uint8_t* out = ridge.data();
  for (size_t x = 0, end = ridge.size(); x < end; ++x)
    out[x] = std::min(up[x], down[x]) - row[x] >= kContrast;
}

std::vector<Run> find_runs(const Plane& plane, int reach) {
  std::vector<Run> runs;
  const auto width = static_cast<size_t>(plane.width());
  std::vector<uint8_t> above(width), below(width), ridge(width);
  for (int y = 0; y < plane.height(); ++y) {
    mark_ridges(plane, y, reach, above, below, ridge);
    int from = -1, last = -1;
    const auto close = [&] {
      if (from >= 0 && last + 1 - from >= kLeastRun) runs.push_back({y, from, last + 1});
      from = -1;
    };
    for (int x = 0; x < plane.width(); ++x) {
      // Most pixels are none.
      const auto left = static_cast<size_t>(plane.width() - x);
      const void* next = std::memchr(ridge.data() + x, 1, left);
      if (next == nullptr) break;
      x = static_cast<int>(static_cast<const uint8_t*>(next) - ridge.data());
      if (from >= 0 && x - last > kGap + 1) close();
      if (from < 0) from = x;
      last = x;
    }
    close();
  }
  return runs;
}

// Follows rules from run to run. A rule that is askew goes on in the next row; a thick one has
// parallel runs. Runs of text that stands close to a rule are neither.
class RuleTracer {
 public:
  // `runs` sorted by line, then by from; runs of one line do not overlap.
  explicit RuleTracer(std::vector<Run> runs) : runs_(std::move(runs)), used_(runs_.size(), 0) {
    for (size_t i = 0; i < runs_.size(); ++i)
      while (line_begin_.size() <= static_cast<size_t>(runs_[i].line)) line_begin_.push_back(i);
  }

  // Calls `take` with the runs of each rule, beginning with the longest run that is left; runs
  // shorter than `least` begin no rule.
  template <class Take>
  void trace(int least, const Take& take) {
    std::vector<uint32_t> seeds;
    for (uint32_t i = 0; i < runs_.size(); ++i)
      if (runs_[i].length() >= least) seeds.push_back(i);
    std::stable_sort(seeds.begin(), seeds.end(),
                     [&](uint32_t a, uint32_t b) { return runs_[a].length() > runs_[b].length(); });
    for (const uint32_t seed : seeds) {
      if (used_[seed]) continue;
      std::vector<uint32_t> spine{seed};
      used_[seed] = 1;
      extend(spine, true);
      extend(spine, false);
      std::vector<Run> members;
      members.reserve(spine.size());
      for (const uint32_t i : spine) members.push_back(runs_[i]);
      for (const uint32_t i : spine)
        for (const int step : {-1, 1}) thicken(runs_[i], step, members);
      take(members);
    }
  }

 private:
  // Indices of the runs of `line` that reach into [from, to).
  std::pair<size_t, size_t> touching(int line, int from, int to) const {
    if (line < 0 || static_cast<size_t>(line) >= line_begin_.size()) return {0, 0};
    const auto index = static_cast<size_t>(line);
    const size_t end = index + 1 < line_begin_.size() ? line_begin_[index + 1] : runs_.size();
    const auto begin = runs_.begin();
    const auto first = std::lower_bound(begin + static_cast<std::ptrdiff_t>(line_begin_[index]),
                                        begin + static_cast<std::ptrdiff_t>(end), from,
                                        [](const Run& run, int x) { return run.to <= x; });
    const auto last = std::lower_bound(first, begin + static_cast<std::ptrdiff_t>(end), to,
                                       [](const Run& run, int x) { return run.from < x; });
    return {static_cast<size_t>(first - begin), static_cast<size_t>(last - begin)};
  }

  // Adds the run that carries on furthest, in the same or a neighbouring row, again and again.
  void extend(std::vector<uint32_t>& spine, bool forwards) {
    uint32_t current = spine.front();
    for (;;) {
      const Run run = runs_[current];
      uint32_t best = UINT32_MAX;
      for (const int step : {0, -1, 1}) {
        const auto [first, last] =
            forwards ? touching(run.line + step, run.to - 1, run.to + kEndReach)
                     : touching(run.line + step, run.from - kEndReach, run.from + 1);
        for (size_t i = first; i < last; ++i) {
          const Run& next = runs_[i];
          const bool further = forwards ? next.to > run.to : next.from < run.from;
          if (used_[i] || !further) continue;
          if (best == UINT32_MAX ||
              (forwards ? next.to > runs_[best].to : next.from < runs_[best].from))
            best = static_cast<uint32_t>(i);
        }
      }
      if (best == UINT32_MAX) return;
      used_[best] = 1;
      spine.push_back(best);
      current = best;
    }
  }

  // Adds rows of the same rule right above or below: runs along it that are longer than letters.
  void thicken(const Run& run, int step, std::vector<Run>& members) {
    for (int line = run.line + step;; line += step) {
      const auto [first, last] = touching(line, run.from, run.to);
      bool grown = false;
      for (size_t i = first; i < last; ++i) {
        const int common = std::min(runs_[i].to, run.to) - std::max(runs_[i].from, run.from);
        const int own = runs_[i].length();
        if (used_[i] || own < kParallel || common * 5 < own * 4) continue;
        used_[i] = 1;
        members.push_back(runs_[i]);
        grown = true;
      }
      if (!grown) return;
    }
  }

  std::vector<Run> runs_;
  std::vector<uint8_t> used_;
  std::vector<size_t> line_begin_;  // of each line, the first of its runs
};

// The extent of a rule at each place along it.
struct Profile {
  int from = 0;
  std::vector<int> top, bottom;  // rows; top > bottom where nothing is covered
};

Profile profile_of(const std::vector<Run>& runs) {
  Profile profile;
  profile.from = runs[0].from;
  int to = runs[0].to;
  for (const Run& run : runs) {
    profile.from = std::min(profile.from, run.from);
    to = std::max(to, run.to);
  }
  const auto length = static_cast<size_t>(to - profile.from);
  profile.top.assign(length, INT32_MAX);
  profile.bottom.assign(length, INT32_MIN);
  for (const Run& run : runs)
    for (int x = run.from; x < run.to; ++x) {
      const auto i = static_cast<size_t>(x - profile.from);
      profile.top[i] = std::min(profile.top[i], run.line);
      profile.bottom[i] = std::max(profile.bottom[i], run.line);
    }
  return profile;
}

// What is seen along a rule, at each place of its profile.
struct Surroundings {
  std::vector<uint8_t> inked;       // 1 where the sharp picture is dark too
  std::vector<uint8_t> crowded[2];  // 1 where ink stands right next to it: above, below
};

// The brightest of `values` within `window` places.
std::vector<int> brightest_near(const std::vector<int>& values, int window) {
  std::vector<int> result(values.size(), -1);
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t from = i > static_cast<size_t>(window) ? i - static_cast<size_t>(window) : 0;
    const size_t to = std::min(values.size(), i + static_cast<size_t>(window) + 1);
    result[i] = *std::max_element(values.begin() + static_cast<std::ptrdiff_t>(from),
                                  values.begin() + static_cast<std::ptrdiff_t>(to));
  }
  return result;
}

// Each side has a paper of its own, the brightest nearby: it may be coloured, and stems of letters
// are narrow.
Surroundings look_around(const Plane& plane, const Profile& profile,
                         const PixelRuleOptions& options) {
  constexpr int kNext = 2;  // 1 may be the rule's own soft edge
  const int reach = std::max(options.max_thickness + 1, kNext);
  const size_t length = profile.top.size();
  std::vector<int> line(length, 255), sharp(length, 255), paper[2], next[2];
  for (int side = 0; side < 2; ++side) {
    paper[side].assign(length, -1);
    next[side].assign(length, 255);
  }
  for (size_t i = 0; i < length; ++i) {
    if (profile.top[i] > profile.bottom[i]) continue;
    const int x = profile.from + static_cast<int>(i);
    for (int y = profile.top[i]; y <= profile.bottom[i]; ++y) {
      line[i] = std::min<int>(line[i], plane.row(y)[x]);
      sharp[i] = std::min<int>(sharp[i], plane.sharp(x, y));
    }
    for (int side = 0; side < 2; ++side)
      for (int d = 1; d <= reach; ++d) {
        const int y = side == 0 ? profile.top[i] - d : profile.bottom[i] + d;
        if (y < 0 || y >= plane.height()) break;
        paper[side][i] = std::max<int>(paper[side][i], plane.row(y)[x]);
        if (d == kNext) next[side][i] = plane.row(y)[x];
      }
  }
  const int window = options.min_length / 2;
  const std::vector<int> above = brightest_near(paper[0], window);
  const std::vector<int> below = brightest_near(paper[1], window);
  Surroundings found;
  found.inked.assign(length, 0);
  found.crowded[0].assign(length, 0);
  found.crowded[1].assign(length, 0);
  for (size_t i = 0; i < length; ++i) {
    if (profile.top[i] > profile.bottom[i]) continue;
    found.inked[i] = std::min(above[i], below[i]) - sharp[i] >= kContrast;
    found.crowded[0][i] = next[0][i] < (above[i] + line[i]) / 2;
    found.crowded[1][i] = next[1][i] < (below[i] + line[i]) / 2;
  }
  return found;
}

float share_of(const std::vector<uint8_t>& marks, size_t first, size_t last) {
  int count = 0;
  for (size_t i = first; i < last; ++i) count += marks[i];
  return static_cast<float>(count) / static_cast<float>(last - first);
}

float middle_of(const Profile& profile, size_t first, size_t last) {
  double sum = 0;
  int count = 0;
  for (size_t i = first; i < last; ++i) {
    if (profile.top[i] > profile.bottom[i]) continue;
    sum += (profile.top[i] + profile.bottom[i] + 1) / 2.0;
    ++count;
  }
  return count == 0 ? -1 : static_cast<float>(sum / count);
}

// The rule that covers places [first, last) of a profile.
bool make_rule(const Profile& profile, size_t first, size_t last, const PixelRuleOptions& options,
               bool horizontal, PixelRule& rule) {
  int covered = 0, thickness = 0, top = INT32_MAX, bottom = INT32_MIN;
  for (size_t i = first; i < last; ++i) {
    if (profile.top[i] > profile.bottom[i]) continue;
    ++covered;
    thickness += profile.bottom[i] - profile.top[i] + 1;
    top = std::min(top, profile.top[i]);
    bottom = std::max(bottom, profile.bottom[i]);
  }
  const auto length = static_cast<float>(last - first);
  if (static_cast<float>(covered) < kCovered * length) return false;
  rule.thickness = static_cast<float>(thickness) / static_cast<float>(covered);
  if (rule.thickness > static_cast<float>(options.max_thickness)) return false;
  const float drift = static_cast<float>(bottom + 1 - top) - rule.thickness;
  if (drift > kMostSkew * length + static_cast<float>(options.max_thickness)) return false;
  const size_t part = std::max<size_t>(1, (last - first) / 8);
  rule.from = middle_of(profile, first, first + part);
  rule.to = middle_of(profile, last - part, last);
  if (rule.from < 0) rule.from = rule.to;
  if (rule.to < 0) rule.to = rule.from;
  rule.horizontal = horizontal;
  const int from = profile.from + static_cast<int>(first);
  const int to = profile.from + static_cast<int>(last);
  rule.box = horizontal ? PixelBox{from, top, to, bottom + 1} : PixelBox{top, from, bottom + 1, to};
  return true;
}

// The rules in a group of linked runs: cut where the sharp picture has gaps that no dotted line has
// (letters that smoothing joined to a rule, or to each other).
void make_rules(const Plane& plane, const std::vector<Run>& runs, const PixelRuleOptions& options,
                bool horizontal, std::vector<PixelRule>& out) {
  const Profile profile = profile_of(runs);
  const auto least = static_cast<size_t>(options.min_length);
  if (profile.top.size() < least) return;
  const Surroundings around = look_around(plane, profile, options);
  const size_t most_gap = std::clamp<size_t>(least / kGapShare, 2, kSharpGap);
  for (size_t first = 0; first < around.inked.size();) {
    if (!around.inked[first]) {
      ++first;
      continue;
    }
    size_t last = first + 1;  // behind the last inked place of the stretch
    for (size_t i = last; i < around.inked.size() && i - last <= most_gap; ++i)
      if (around.inked[i]) last = i + 1;
    if (last - first >= least) {
      // Text has no strokes this long without a gap, however tightly it stands at a line.
      const bool solid =
          last - first >= kLongRule * least && share_of(around.inked, first, last) >= kSolid;
      const bool clear = share_of(around.crowded[0], first, last) <= kCrowded &&
                         share_of(around.crowded[1], first, last) <= kCrowded;
      PixelRule rule;
      if ((solid || clear) && make_rule(profile, first, last, options, horizontal, rule))
        out.push_back(rule);
    }
    first = last;
  }
}

void find_direction(ImageView gray, const PixelRuleOptions& options, bool horizontal,
                    std::vector<PixelRule>& out) {
  const Plane plane(gray, !horizontal);
  RuleTracer(find_runs(plane, options.max_thickness + 1))
      .trace(
          std::max(kLeastRun, options.min_length / kSeedShare),
          [&](const std::vector<Run>& runs) { make_rules(plane, runs, options, horizontal, out); });
}

// Median slope, longer rules counting more.
float common_skew(const std::vector<PixelRule>& rules) {
  std::vector<std::pair<float, float>> slopes;
  float total = 0;
  for (const PixelRule& rule : rules) {
    const float slope = (rule.to - rule.from) / (rule.length() * 0.875f);
    slopes.push_back({rule.horizontal ? slope : -slope, rule.length()});
    total += rule.length();
  }
  std::sort(slopes.begin(), slopes.end());
  float seen = 0;
  for (const auto& [slope, weight] : slopes)
    if ((seen += weight) * 2 >= total) return slope;
  return 0;
}

}  // namespace

PixelRules find_pixel_rules(ImageView image, const PixelRuleOptions& options) {
  PixelRules found;
  if (image.empty()) return found;
  const Image gray = to_darkness(image);
  find_direction(gray, options, true, found.rules);
  find_direction(gray, options, false, found.rules);
  if (found.rules.size() > kMaxPixelRules) {
    std::stable_sort(
        found.rules.begin(), found.rules.end(),
        [](const PixelRule& a, const PixelRule& b) { return a.length() > b.length(); });
    found.rules.resize(kMaxPixelRules);
  }
  std::sort(found.rules.begin(), found.rules.end(), [](const PixelRule& a, const PixelRule& b) {
    if (a.horizontal != b.horizontal) return a.horizontal;
    if (a.horizontal) return a.box.y0 != b.box.y0 ? a.box.y0 < b.box.y0 : a.box.x0 < b.box.x0;
    return a.box.x0 != b.box.x0 ? a.box.x0 < b.box.x0 : a.box.y0 < b.box.y0;
  });
  found.skew = common_skew(found.rules);
  return found;
}

}  // namespace octavo::document
