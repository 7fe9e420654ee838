// What is usual on a page: the body's size, the distance of its lines, the columns its text stands
// in. Later rules judge every line against this. Pure functions; thread-safe.
#pragma once

#include <array>
#include <vector>

#include "document/block/row.h"
#include "document/layout/layout.h"

namespace octavo::document {

struct PageFacts {
  float body_size = 10;         // points, by characters
  float pitch = 1.2f;           // baseline distance over font size in running text
  bool bold_body = false;       // nearly all text is bold: bold says nothing
  bool monospace_body = false;  // typewriter page: monospace says nothing

  // By depth of section number: rows of body type that open with one and go on as sentences. Where
  // paragraphs are numbered so, a short one is no heading either.
  std::array<int, 7> numbered_paragraphs{};

  bool numbers_paragraphs(int depth) const {
    return depth >= 2 && depth < 7 && numbered_paragraphs[static_cast<size_t>(depth)] >= 2;
  }

  // InlineStyle bits without meaning on this page.
  uint8_t ignored_style() const {
    return static_cast<uint8_t>((bold_body ? kBold : 0) | (monospace_body ? kMonospace : 0));
  }
};

// The text column a region stands in, in its reading frame.
struct Column {
  float left = 0, right = 0;
  bool known = false;  // from enough running text; false: only the hull of the region's own rows

  float width() const { return right - left; }
};

// `rows[i]` are the rows of layout.regions[i].
PageFacts page_facts(const Layout& layout, const std::vector<std::vector<Row>>& rows);

// By region: the left edge that all regions of its text column share, so that indents can be
// compared.
std::vector<float> column_origins(const Page& page, const Layout& layout,
                                  const std::vector<Column>& columns,
                                  const std::vector<std::vector<Row>>& rows);
// Index of the text column a box stands in, -1 when it spans several.
int text_column(const Page& page, const Layout& layout, const PointBox& box);

// One column a region. Linear: each region looks at its neighbours in reading order only.
std::vector<Column> region_columns(const Layout& layout, const std::vector<std::vector<Row>>& rows);

}  // namespace octavo::document
