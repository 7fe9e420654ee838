#include "document/page/rules/pixel_rules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
// Runs of one rule lie on rows at most this far apart, and may miss each other by this much along
// it.
constexpr int kRowReach = 2;
constexpr int kEndReach = 6;
// Covered share of a rule's length; share of its length with ink next to it (letters have stems
// there).
constexpr float kCovered = 0.7f, kCrowded = 0.4f;
constexpr float kMostSkew = 0.06f;

struct Run {
  int line = 0, from = 0, to = 0;  // [from, to) along the rule's direction
};

// Grey values with the rule's direction along x: for upright rules the picture is transposed.
class Plane {
 public:
  Plane(ImageView image, bool transposed)
      : width_(transposed ? image.height : image.width),
        height_(transposed ? image.width : image.height),
        values_(static_cast<size_t>(width_) * static_cast<size_t>(height_)) {
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const uint8_t* pixel = image.pixel(x, y);
        const int value = image.channels == 1 ? pixel[0] : darkness(pixel);
        (transposed ? at(y, x) : at(x, y)) = static_cast<uint8_t>(value);
      }
    smooth_rows();
  }
  int width() const { return width_; }
  int height() const { return height_; }
  uint8_t& at(int x, int y) {
    return values_[static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x)];
  }
  const uint8_t* row(int y) const {
    return values_.data() + static_cast<size_t>(y) * static_cast<size_t>(width_);
  }

 private:
  // Half way between luminance and the darkest channel: coloured lines on white stay visible.
  static int darkness(const uint8_t* pixel) {
    const int luminance = (pixel[0] * 77 + pixel[1] * 150 + pixel[2] * 29) >> 8;
    return (luminance + std::min({pixel[0], pixel[1], pixel[2]})) / 2;
  }
  void smooth_rows() {
    std::vector<int> sums(static_cast<size_t>(width_) + 1, 0);
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x)
        sums[static_cast<size_t>(x) + 1] = sums[static_cast<size_t>(x)] + at(x, y);
      for (int x = 0; x < width_; ++x) {
        const int from = std::max(0, x - kSmooth), to = std::min(width_, x + kSmooth + 1);
        const int sum = sums[static_cast<size_t>(to)] - sums[static_cast<size_t>(from)];
        at(x, y) = static_cast<uint8_t>(sum / (to - from));
      }
    }
  }

  int width_, height_;
  std::vector<uint8_t> values_;
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
  const uint8_t* row = plane.row(y);
  for (size_t x = 0; x < ridge.size(); ++x)
    ridge[x] = std::min(above[x], below[x]) - row[x] >= kContrast;
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
      if (!ridge[static_cast<size_t>(x)]) continue;
      if (from >= 0 && x - last > kGap + 1) close();
      if (from < 0) from = x;
      last = x;
    }
    close();
  }
  return runs;
}

uint32_t find_root(std::vector<uint32_t>& parent, uint32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// Links runs that continue each other; returns the runs of each rule.
std::vector<std::vector<Run>> link_runs(const std::vector<Run>& runs) {
  std::vector<uint32_t> parent(runs.size());
  std::iota(parent.begin(), parent.end(), 0u);
  // Runs are sorted by (line, from); `begin` is the first run that is still within reach. For each
  // run the candidates of a line are consecutive, as runs of one line do not overlap.
  std::vector<size_t> line_begin;
  for (size_t i = 0; i < runs.size(); ++i)
    while (line_begin.size() <= static_cast<size_t>(runs[i].line)) line_begin.push_back(i);
  for (size_t i = 0; i < runs.size(); ++i) {
    for (int line = std::max(0, runs[i].line - kRowReach); line <= runs[i].line; ++line) {
      const auto index = static_cast<size_t>(line);
      const size_t end = index + 1 < line_begin.size() ? line_begin[index + 1] : runs.size();
      auto first = std::lower_bound(runs.begin() + static_cast<std::ptrdiff_t>(line_begin[index]),
                                    runs.begin() + static_cast<std::ptrdiff_t>(end),
                                    runs[i].from - kEndReach,
                                    [](const Run& run, int x) { return run.to < x; });
      for (auto k = static_cast<size_t>(first - runs.begin());
           k < end && k < i && runs[k].from <= runs[i].to + kEndReach; ++k) {
        const uint32_t a = find_root(parent, static_cast<uint32_t>(k));
        const uint32_t b = find_root(parent, static_cast<uint32_t>(i));
        parent[std::max(a, b)] = std::min(a, b);
      }
    }
  }
  std::vector<std::vector<Run>> groups(runs.size());
  for (uint32_t i = 0; i < runs.size(); ++i) groups[find_root(parent, i)].push_back(runs[i]);
  std::erase_if(groups, [](const std::vector<Run>& group) { return group.empty(); });
  return groups;
}

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

// Share of the places where ink half as dark as the rule stands right next to it on one side.
// `step` is 1 below the rule and -1 above it. The paper of that side is the brightest nearby: it
// may be coloured, and stems of letters are narrow.
float crowded_share(const Plane& plane, const Profile& profile, int step,
                    const PixelRuleOptions& options) {
  constexpr int kNext = 2;  // 1 may be the rule's own soft edge
  const int reach = options.max_thickness + 1, window = options.min_length / 2;
  const size_t length = profile.top.size();
  std::vector<int> paper(length, -1), ink(length, 255), line(length, 0);
  for (size_t i = 0; i < length; ++i) {
    if (profile.top[i] > profile.bottom[i]) continue;
    const int x = profile.from + static_cast<int>(i);
    const int edge = step > 0 ? profile.bottom[i] : profile.top[i];
    line[i] = 255;
    for (int y = profile.top[i]; y <= profile.bottom[i]; ++y)
      line[i] = std::min<int>(line[i], plane.row(y)[x]);
    for (int d = 1; d <= std::max(reach, kNext); ++d) {
      const int y = edge + step * d;
      if (y < 0 || y >= plane.height()) break;
      const int value = plane.row(y)[x];
      if (d <= reach) paper[i] = std::max(paper[i], value);
      if (d == kNext) ink[i] = value;
    }
  }
  int covered = 0, crowded = 0;
  for (size_t i = 0; i < length; ++i) {
    if (profile.top[i] > profile.bottom[i]) continue;
    ++covered;
    const size_t from = i > static_cast<size_t>(window) ? i - static_cast<size_t>(window) : 0;
    const size_t to = std::min(length, i + static_cast<size_t>(window) + 1);
    const int brightest = *std::max_element(paper.begin() + static_cast<std::ptrdiff_t>(from),
                                            paper.begin() + static_cast<std::ptrdiff_t>(to));
    crowded += ink[i] < (brightest + line[i]) / 2;
  }
  return covered == 0 ? 1 : static_cast<float>(crowded) / static_cast<float>(covered);
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

bool make_rule(const Plane& plane, const std::vector<Run>& runs, const PixelRuleOptions& options,
               bool horizontal, PixelRule& rule) {
  const Profile profile = profile_of(runs);
  const size_t length = profile.top.size();
  if (length < static_cast<size_t>(options.min_length)) return false;
  int covered = 0, thickness = 0, top = INT32_MAX, bottom = INT32_MIN;
  for (size_t i = 0; i < length; ++i) {
    if (profile.top[i] > profile.bottom[i]) continue;
    ++covered;
    thickness += profile.bottom[i] - profile.top[i] + 1;
    top = std::min(top, profile.top[i]);
    bottom = std::max(bottom, profile.bottom[i]);
  }
  if (static_cast<float>(covered) < kCovered * static_cast<float>(length)) return false;
  rule.thickness = static_cast<float>(thickness) / static_cast<float>(covered);
  if (rule.thickness > static_cast<float>(options.max_thickness)) return false;
  const float drift = static_cast<float>(bottom + 1 - top) - rule.thickness;
  if (drift > kMostSkew * static_cast<float>(length) + static_cast<float>(options.max_thickness))
    return false;
  for (const int side : {-1, 1})
    if (crowded_share(plane, profile, side, options) > kCrowded) return false;
  const size_t part = std::max<size_t>(1, length / 8);
  rule.from = middle_of(profile, 0, part);
  rule.to = middle_of(profile, length - part, length);
  if (rule.from < 0) rule.from = rule.to;
  if (rule.to < 0) rule.to = rule.from;
  rule.horizontal = horizontal;
  const int end = profile.from + static_cast<int>(length);
  rule.box = horizontal ? PixelBox{profile.from, top, end, bottom + 1}
                        : PixelBox{top, profile.from, bottom + 1, end};
  return true;
}

void find_direction(ImageView image, const PixelRuleOptions& options, bool horizontal,
                    std::vector<PixelRule>& out) {
  const Plane plane(image, !horizontal);
  const std::vector<Run> runs = find_runs(plane, options.max_thickness + 1);
  for (const std::vector<Run>& group : link_runs(runs)) {
    PixelRule rule;
    if (make_rule(plane, group, options, horizontal, rule)) out.push_back(rule);
  }
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
  find_direction(image, options, true, found.rules);
  find_direction(image, options, false, found.rules);
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
