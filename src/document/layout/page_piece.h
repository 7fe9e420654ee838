// The things that columns are made of, in the reading frame: lines, areas that are one thing
// already (figures, tables), and ruling lines that separate.
#pragma once

#include <cstdint>

#include "document/layout/layout_facts.h"

namespace octavo::document {

struct PagePiece {
  enum class Kind : uint8_t { kLine, kArea, kSeparator };
  Kind kind = Kind::kLine;
  uint32_t index = 0;  // of the line in Page::lines, of the area or the rule in its list
  PointBox box;
  float size = 10;                  // font size of a line; body size for the others
  const LineFacts* line = nullptr;  // lines only; not owned

  bool is_line() const { return kind == Kind::kLine; }
  bool is_area() const { return kind == Kind::kArea; }
  // The vertical extent that must not be cut: boxes of neighbouring rows overlap a little because
  // of ascenders, superscripts and the padding of detectors.
  float top() const { return box.y0 + inset(); }
  float bottom() const { return box.y1 - inset(); }

 private:
  float inset() const {
    const float most = is_line() ? box.height() : 3 * size;
    return 0.2F * (box.height() < most ? box.height() : most);
  }
};

}  // namespace octavo::document
