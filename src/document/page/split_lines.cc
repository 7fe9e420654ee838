#include "document/page/split_lines.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "document/page/white_map.h"

namespace octavo::document {
namespace {

// All widths are parts of the font size.
constexpr float kCandidateGap = 0.6f;  // narrower white is never a gutter
constexpr float kWideGap = 2.0f;       // wider white always is, between words of prose
constexpr float kOutlier = 1.6f;       // a gutter is this much wider than the spaces of its line
// How many lines a stream must pass, by the width of the gap.
constexpr float kMediumGap = 1.0f, kLargeGap = 1.5f;
constexpr int kNarrowLines = 4, kMediumLines = 3, kLargeLines = 2, kUnusualLines = 5,
              kUnusualNarrowLines = 8;
constexpr float kMarkerGap = 3.0f;     // between a list marker or section number and its text
constexpr float kMarkerLength = 5.0f;  // of a marker at most
constexpr float kTextLength = 8.0f;    // of a line of text, at least
constexpr float kCjkGap = 1.0f;        // ideographs are spread out more readily than letters
constexpr float kTypedShare = 0.8f;    // of a gap that typed spaces fill
constexpr size_t kLeaderRun = 5;       // dots in a row that lead to a page number
constexpr float kDashGap = 1.5f;       // the same for a dash
constexpr float kMonoGap = 5.0f;       // code is aligned with spaces; only this is a gutter in it
constexpr float kMaxRuleLean = 1.5f;   // points between a ruling line and the text it separates

bool is_leader(char32_t c) {
  return c == '.' || c == 0xB7 || c == 0x2026 || c == '_' || c == 0x2025;
}

// Vertical ruling lines in the frame, by u.
struct Wall {
  float u = 0, v0 = 0, v1 = 0;
};

std::vector<Wall> find_walls(const Frame& frame, const PageContent& content) {
  std::vector<Wall> walls;
  if (frame.degrees != static_cast<float>(frame.quarter())) return walls;
  const bool sideways = frame.quarter() % 180 != 0;
  for (const Rule& rule : content.rules) {
    if (rule.horizontal != sideways) continue;
    const PointBox box = frame.from_page(rule.box);
    walls.push_back({box.center_x(), box.y0, box.y1});
  }
  std::sort(walls.begin(), walls.end(),
            [](const Wall& a, const Wall& b) { return a.u != b.u ? a.u < b.u : a.v0 < b.v0; });
  return walls;
}

class Splitter {
 public:
  Splitter(const Frame& frame, const PageContent& content, const std::vector<LineDraft>& lines)
      : content_(content), walls_(find_walls(frame, content)), white_(lines) {}

  void split(LineDraft line, std::vector<LineDraft>& out) {
    const std::vector<size_t> cuts = find_cuts(line);
    size_t first = 0;
    for (size_t i = 0; i <= cuts.size(); ++i) {
      const size_t last = i < cuts.size() ? cuts[i] : line.marks.size();
      LineDraft part;
      part.marks.assign(line.marks.begin() + static_cast<ptrdiff_t>(first),
                        line.marks.begin() + static_cast<ptrdiff_t>(last));
      if (measure_line(part)) out.push_back(std::move(part));
      first = last;
    }
  }

 private:
  struct Gap {
    size_t at;      // index of the mark after it
    float u0, u1;   // white between ink
    size_t before;  // index of the last printing mark before it
  };

  std::vector<Gap> gaps_of(const LineDraft& line) const {
    std::vector<Gap> gaps;
    float end = -INFINITY;
    size_t last = 0;
    for (size_t i = 0; i < line.marks.size(); ++i) {
      const Mark& mark = line.marks[i];
      if (mark.space) continue;
      if (mark.ink0 > end && std::isfinite(end)) gaps.push_back({i, end, mark.ink0, last});
      if (mark.ink1 >= end) {
        end = mark.ink1;
        last = i;
      }
    }
    return gaps;
  }

  std::vector<size_t> find_cuts(const LineDraft& line) {
    const std::vector<Gap> gaps = gaps_of(line);
    leaders_from_ = leaders_start(line);
    spread_ = is_spread(line, gaps);
    std::vector<float> spaces;  // plausible word spaces of this line
    for (const Gap& gap : gaps) {
      const float width = (gap.u1 - gap.u0) / line.size;
      if (width > 0.15f && width < kWideGap) spaces.push_back(width);
    }
    float usual = 0;
    if (spaces.size() >= 3) {
      const auto middle = spaces.begin() + static_cast<ptrdiff_t>(spaces.size() / 2);
      std::nth_element(spaces.begin(), middle, spaces.end());
      usual = *middle;
    }
    std::vector<size_t> cuts;
    for (const Gap& gap : gaps)
      if (is_cut(line, gap, usual)) cuts.push_back(gap.at);
    return cuts;
  }

  bool is_cut(const LineDraft& line, const Gap& gap, float usual) const {
    if (crosses_wall(line, gap)) return true;
    const float width = (gap.u1 - gap.u0) / line.size;
    if (width < kCandidateGap) return false;
    const char32_t before = code(line.marks[gap.before]), after = code(line.marks[gap.at]);
    if (in_leader(line, gap)) return false;
    if (is_cjk(before) && is_cjk(after) && (width < kCjkGap || spread_)) return false;
    // In a table of contents the number, the title and the page are one entry.
    if (width < kMarkerGap && gap.at < leaders_from_) return false;
    if (width < kMarkerGap && is_marker(line, gap)) return false;
    if (width < kMonoGap && monospace(line.marks[gap.before]) && monospace(line.marks[gap.at]))
      return false;
    const bool typed = typed_share(line, gap) >= kTypedShare;
    if (width >= kWideGap && !typed) return true;
    int needed = width >= kLargeGap    ? kLargeLines
                 : width >= kMediumGap ? kMediumLines
                                       : kNarrowLines;
    if (typed || (usual > 0 && width < kOutlier * usual))
      needed = width < kMediumGap ? kUnusualNarrowLines : std::max(needed, kUnusualLines);
    return white_.stream(gap.u0, gap.u1, line.v, line.size) >= needed;
  }

  // One of several dots or underscores in a row, on either side.
  bool in_leader(const LineDraft& line, const Gap& gap) const {
    const auto leads = [&](size_t from, int step) {
      int dots = 0;
      for (size_t i = from; i < line.marks.size(); i += static_cast<size_t>(step)) {
        if (line.marks[i].space) continue;
        if (!is_leader(code(line.marks[i]))) break;
        if (++dots == 3) break;
      }
      return dots;
    };
    const int before = leads(gap.before, -1), after = leads(gap.at, +1);
    return before >= 3 || after >= 3 || (before >= 1 && after >= 1);
  }

  // Which part of a gap the advances of space characters fill.
  static float typed_share(const LineDraft& line, const Gap& gap) {
    float filled = 0;
    for (size_t i = gap.before + 1; i < gap.at; ++i)
      if (line.marks[i].space)
        filled +=
            std::max(0.0f, std::min(line.marks[i].u1, gap.u1) - std::max(line.marks[i].u0, gap.u0));
    return filled / (gap.u1 - gap.u0);
  }

  // Where a run of leader dots begins: an index into the marks, 0 when there is none.
  size_t leaders_start(const LineDraft& line) const {
    size_t run = 0;
    for (size_t i = 0; i < line.marks.size(); ++i) {
      if (line.marks[i].space) continue;
      run = is_leader(code(line.marks[i])) ? run + 1 : 0;
      if (run == kLeaderRun) return i;
    }
    return 0;
  }

  // A title spread over the line (前　　言), and not a row of a table: all ideographs, all gaps
  // alike, nothing of the kind above or below.
  bool is_spread(const LineDraft& line, const std::vector<Gap>& gaps) const {
    if (gaps.empty()) return false;
    float least = INFINITY, most = 0;
    for (const Gap& gap : gaps) {
      least = std::min(least, gap.u1 - gap.u0);
      most = std::max(most, gap.u1 - gap.u0);
    }
    size_t printing = 0;
    for (const Mark& mark : line.marks) {
      printing += !mark.space;
      if (!mark.space && !is_cjk(code(mark))) return false;
    }
    return gaps.size() + 1 == printing && most < 1.3f * least &&
           white_.stream(gaps[0].u0, gaps[0].u1, line.v, line.size) == 1;
  }

  bool crosses_wall(const LineDraft& line, const Gap& gap) const {
    const float low = line.v - 0.6f * line.size, high = line.v;
    auto wall = std::lower_bound(walls_.begin(), walls_.end(), gap.u0 - kMaxRuleLean,
                                 [](const Wall& a, float u) { return a.u < u; });
    for (; wall != walls_.end() && wall->u <= gap.u1 + kMaxRuleLean; ++wall)
      if (wall->v0 <= low && wall->v1 >= high) return true;
    return false;
  }

  // "1.", "(a)", "2.3", a bullet: what stands before the gap, from the start of the line. Not the
  // number of an equation in the column before the gutter.
  bool is_marker(const LineDraft& line, const Gap& gap) const {
    if (line.marks[gap.before].u1 - line.u0 > kMarkerLength * line.size) return false;
    if (white_.stream(gap.u0, gap.u1, line.v, line.size, kTextLength) > kMediumLines) return false;
    std::u32string text;
    for (size_t i = 0; i < gap.at && text.size() <= 8; ++i)
      if (!line.marks[i].space) text.push_back(code(line.marks[i]));
    if (text.empty() || text.size() > 8) return false;
    const char32_t last = text.back();
    bool alphanumeric = false;
    for (const char32_t c : text) {
      alphanumeric |= is_digit(c) || is_letter(c);
      if (is_letter(c) && text.size() > 5) return false;
    }
    if (!alphanumeric && text.size() == 1) {
      // A dash may be an empty cell of a table as well; bullets never are.
      const bool dash = std::u32string_view(U"-–—−*").find(last) != std::u32string_view::npos;
      return !dash || gap.u1 - gap.u0 < kDashGap * line.size;
    }
    if (!alphanumeric) return false;
    if (last == '.' || last == ')' || last == ']' || last == 0x3001 || last == 0xFF0E ||
        last == 0xFF09)
      return true;
    // A bare section number, but not the first column of a table.
    const bool number =
        std::all_of(text.begin(), text.end(), [](char32_t c) { return is_digit(c) || c == '.'; });
    return number && white_.stream(gap.u0, gap.u1, line.v, line.size) < kMediumLines;
  }

  char32_t code(const Mark& mark) const { return content_.glyphs[mark.glyph].code; }
  bool monospace(const Mark& mark) const {
    const size_t font = content_.glyphs[mark.glyph].font;
    return font < content_.fonts.size() && content_.fonts[font].monospace && !is_cjk(code(mark));
  }

  const PageContent& content_;
  std::vector<Wall> walls_;
  WhiteMap white_;
  size_t leaders_from_ = 0;  // of the line being cut
  bool spread_ = false;
};

}  // namespace

std::vector<LineDraft> split_lines(const Frame& frame, const PageContent& content,
                                   std::vector<LineDraft> lines) {
  Splitter splitter(frame, content, lines);
  std::vector<LineDraft> out;
  out.reserve(lines.size());
  for (LineDraft& line : lines) splitter.split(std::move(line), out);
  std::sort(out.begin(), out.end(), [](const LineDraft& a, const LineDraft& b) {
    return a.v != b.v ? a.v < b.v : a.u0 < b.u0;
  });
  return out;
}

}  // namespace octavo::document
