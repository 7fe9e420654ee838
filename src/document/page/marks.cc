#include "document/page/marks.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/utf8.h"

namespace octavo::document {
namespace {

constexpr float kAxisSlack = 4.0f;  // degrees
constexpr size_t kMaxFrames = 24;   // more directions than this join the nearest axis
// A font whose glyphs overlap their successors by this part of the size has useless widths.
constexpr float kBadOverlap = 0.2f;
constexpr float kBadShare = 0.3f;
constexpr int kMinPairs = 4;
constexpr float kBearing = 0.08f;  // usual white after the ink of a glyph, part of the size
// Upright glyphs of a column: the next one stands below, not beside.
constexpr float kColumnDrift = 0.3f, kColumnMinStep = 0.7f, kColumnMaxStep = 1.7f;
constexpr int kMinColumn = 3;  // glyphs; two stacked ones are a narrow cell with two lines
constexpr float kAscent = 0.75f, kDescent = 0.2f;  // where ink is expected when none is known

float snap(float degrees) {
  const float axis = std::round(degrees / 90) * 90;
  if (std::fabs(degrees - axis) <= kAxisSlack) return std::fmod(axis, 360.0f);
  return std::fmod(std::round(degrees), 360.0f);
}

// Which glyphs stand in top-to-bottom columns, by position in `glyphs`.
std::vector<bool> find_columns(const PageContent& content, const std::vector<uint32_t>& glyphs) {
  std::vector<bool> in_column(glyphs.size(), false);
  const auto follows = [&](size_t i) {
    const Glyph& a = content.glyphs[glyphs[i - 1]];
    const Glyph& b = content.glyphs[glyphs[i]];
    if (!is_cjk(a.code) || !is_cjk(b.code) || a.size <= 0 || snap(b.angle) != 0) return false;
    const float step = b.box.center_y() - a.box.center_y();
    return std::fabs(b.box.center_x() - a.box.center_x()) <= kColumnDrift * a.size &&
           step >= kColumnMinStep * a.size && step <= kColumnMaxStep * a.size;
  };
  for (size_t first = 0; first < glyphs.size();) {
    size_t last = first + 1;
    while (last < glyphs.size() && follows(last)) ++last;
    if (last - first >= kMinColumn)
      for (size_t i = first; i < last; ++i) in_column[i] = true;
    first = last;
  }
  return in_column;
}

Mark make_mark(const Frame& frame, const Glyph& glyph, uint32_t index) {
  Mark mark;
  mark.glyph = index;
  mark.size = std::max(glyph.size, 0.1f);
  mark.space = glyph.code != 0 && is_space(glyph.code);
  mark.v = frame.v_of(glyph.origin_x, glyph.origin_y);
  mark.u0 = frame.u_of(glyph.origin_x, glyph.origin_y);
  mark.u1 = mark.u0 + glyph.advance;
  const bool along_axis = frame.degrees == static_cast<float>(frame.quarter());
  const PointBox ink = frame.from_page(glyph.box);
  if (along_axis && !glyph.box.empty()) {
    mark.ink0 = ink.x0;
    mark.ink1 = ink.x1;
    mark.top = ink.y0;
    mark.bottom = ink.y1;
  } else {
    mark.ink0 = mark.u0;
    mark.ink1 = mark.u1;
    mark.top = mark.v - kAscent * mark.size;
    mark.bottom = mark.v + kDescent * mark.size;
  }
  if (frame.vertical) {
    // Origins of vertical fonts differ; the em square around the ink does not.
    const float middle = (mark.ink0 + mark.ink1) / 2, across = (mark.top + mark.bottom) / 2;
    mark.u0 = middle - mark.size / 2;
    mark.u1 = middle + mark.size / 2;
    mark.v = across + (kAscent - kDescent) / 2 * mark.size;
  } else if (glyph.advance <= 0 && !mark.space) {
    mark.u1 = std::max(mark.u0, mark.ink1);
  }
  return mark;
}

// Fonts of a frame whose widths say nothing (often every glyph is said to be one em wide) although
// their glyphs stand in the right places: the shortest step seen after a glyph is its advance.
class AdvanceRepair {
 public:
  AdvanceRepair(const PageContent& content, Frame& frame) : content_(content), frame_(frame) {}

  void run() {
    count_overlaps();
    bool any = false;
    for (Font& font : fonts_) {
      font.bad = font.pairs >= kMinPairs &&
                 static_cast<float>(font.overlaps) >= kBadShare * static_cast<float>(font.pairs);
      any |= font.bad;
    }
    if (!any) return;
    measure_steps();
    for (Mark& mark : frame_.marks) {
      if (mark.space || !fonts_[font_of(mark)].bad) continue;
      const auto known = steps_.find(key(mark));
      const float ink = mark.ink1 - mark.u0;
      const float step = known != steps_.end() ? known->second : 0;
      mark.u1 = mark.u0 + (step > 0 ? step * mark.size : ink + kBearing * mark.size);
    }
  }

 private:
  struct Font {
    int pairs = 0, overlaps = 0;
    bool bad = false;
  };

  size_t font_of(const Mark& mark) const {
    return std::min<size_t>(content_.glyphs[mark.glyph].font, content_.fonts.size());
  }
  std::pair<size_t, char32_t> key(const Mark& mark) const {
    return {font_of(mark), content_.glyphs[mark.glyph].code};
  }
  template <class Visit>
  void visit_pairs(const Visit& call) const {
    for (size_t i = 1; i < frame_.marks.size(); ++i) {
      const Mark &a = frame_.marks[i - 1], &b = frame_.marks[i];
      if (!a.space && !b.space && std::fabs(a.v - b.v) <= 0.1f * a.size && b.u0 > a.u0 &&
          b.ink0 >= a.ink1 - a.size / 4 && b.u0 <= a.u0 + 2 * a.size)
        call(a, b);
    }
  }
  void count_overlaps() {
    fonts_.resize(content_.fonts.size() + 1);
    visit_pairs([&](const Mark& a, const Mark& b) {
      Font& font = fonts_[font_of(a)];
      ++font.pairs;
      font.overlaps += a.u1 - b.u0 > kBadOverlap * a.size || content_.glyphs[a.glyph].advance <= 0;
    });
  }
  void measure_steps() {
    visit_pairs([&](const Mark& a, const Mark& b) {
      if (!fonts_[font_of(a)].bad) return;
      const float step = (b.u0 - a.u0) / a.size;
      const auto [known, fresh] = steps_.try_emplace(key(a), step);
      known->second = std::min(known->second, step);
    });
  }

  const PageContent& content_;
  Frame& frame_;
  std::vector<Font> fonts_;
  std::map<std::pair<size_t, char32_t>, float> steps_;
};

Frame empty_frame(float degrees, bool vertical) {
  Frame frame;
  frame.degrees = vertical ? 90 : degrees;
  frame.vertical = vertical;
  const float radians = frame.degrees / 57.29577951f;
  frame.cosine = std::cos(radians);
  frame.sine = std::sin(radians);
  // Exact along the axes, so that boxes come back as they went in.
  if (frame.degrees == static_cast<float>(frame.quarter())) {
    frame.cosine = std::round(frame.cosine);
    frame.sine = std::round(frame.sine);
  }
  return frame;
}

}  // namespace

PointBox Frame::to_page(float u0, float v0, float u1, float v1) const {
  const float x[] = {x_of(u0, v0), x_of(u1, v0), x_of(u0, v1), x_of(u1, v1)};
  const float y[] = {y_of(u0, v0), y_of(u1, v0), y_of(u0, v1), y_of(u1, v1)};
  return {*std::min_element(x, x + 4), *std::min_element(y, y + 4), *std::max_element(x, x + 4),
          *std::max_element(y, y + 4)};
}

PointBox Frame::from_page(const PointBox& box) const {
  const float u[] = {u_of(box.x0, box.y0), u_of(box.x1, box.y0), u_of(box.x0, box.y1),
                     u_of(box.x1, box.y1)};
  const float v[] = {v_of(box.x0, box.y0), v_of(box.x1, box.y0), v_of(box.x0, box.y1),
                     v_of(box.x1, box.y1)};
  return {*std::min_element(u, u + 4), *std::min_element(v, v + 4), *std::max_element(u, u + 4),
          *std::max_element(v, v + 4)};
}

int Frame::quarter() const { return static_cast<int>(std::lround(degrees / 90)) % 4 * 90; }

std::vector<Frame> make_frames(const PageContent& content, const std::vector<uint32_t>& glyphs) {
  std::vector<Frame> frames;
  const std::vector<bool> in_column = find_columns(content, glyphs);
  const auto frame_for = [&](float degrees, bool vertical) -> Frame& {
    if (frames.size() >= kMaxFrames) degrees = std::fmod(std::round(degrees / 90) * 90, 360.0f);
    for (Frame& frame : frames)
      if (frame.vertical == vertical && (vertical || frame.degrees == degrees)) return frame;
    return frames.emplace_back(empty_frame(degrees, vertical));
  };
  for (size_t i = 0; i < glyphs.size(); ++i) {
    const Glyph& glyph = content.glyphs[glyphs[i]];
    Frame& frame = frame_for(snap(glyph.angle), in_column[i]);
    frame.marks.push_back(make_mark(frame, glyph, glyphs[i]));
  }
  for (Frame& frame : frames)
    if (!frame.vertical) AdvanceRepair(content, frame).run();
  return frames;
}

}  // namespace octavo::document
