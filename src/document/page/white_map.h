// The white between the words of all lines of a frame: does a gap go on through the lines above and
// below it, as the gutter of columns does?
#pragma once

#include <map>
#include <span>
#include <vector>

#include "document/page/find_lines.h"

namespace octavo::document {

class WhiteMap {
 public:
  explicit WhiteMap(const std::vector<LineDraft>& lines);

  // How many lines, this one included, have white at [g0, g1] with text on both sides, going up and
  // down from v until the white becomes too narrow or a line is in the way. `size`: of the line
  // with the gap. Lines count only where the text on the left is at least `left` sizes long.
  int stream(float g0, float g1, float v, float size, float left = 0) const;

 private:
  // Ink without white that could be a gutter.
  struct Segment {
    float u0 = 0, u1 = 0, v = 0, size = 0;
  };

  void add(const LineDraft& line);
  void put(const Segment& segment);
  static int place(float v);
  static std::span<const Segment> near(const std::vector<Segment>& row, float u, float size);
  float next_row(float g0, float g1, float v, float size, int direction) const;
  int follow(float g0, float g1, float v, float size, float left, int direction) const;
  // Narrows the gap to what one line of print leaves of it; false when the line is in the way.
  // `left`: how long the text on the left is, -1 when there is not text on both sides.
  bool pass(float v, float size, float& g0, float& g1, float& left) const;

  std::map<int, std::vector<Segment>> rows_;  // by rounded v
};

}  // namespace octavo::document
