#include "document/layout/vlm/vlm_block.h"

#include <algorithm>

namespace octavo::document::protocol {
namespace {

constexpr std::array<std::string_view, kBlockTypes> kNames{
    "text",           "title",          "doc_title",    "paragraph_title", "table",
    "equation",       "formula_number", "code",         "algorithm",       "aside_text",
    "ref_text",       "index",          "phonetic",     "list_item",       "caption",
    "table_caption",  "image_caption",  "code_caption", "footnote",        "table_footnote",
    "image_footnote", "header",         "footer",       "page_number",     "page_footnote",
    "image",          "chart",          "list",         "image_block",     "equation_block",
    "unknown"};

}  // namespace

std::string_view block_type_name(BlockType type) { return kNames[static_cast<size_t>(type)]; }

std::optional<BlockType> block_type_of(std::string_view name) {
  const auto* const found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<BlockType>(found - kNames.begin());
}

double covered_share(const UnitBox& inner, const UnitBox& outer) {
  const double area = std::max(0.0, inner.x1 - inner.x0) * std::max(0.0, inner.y1 - inner.y0);
  return area == 0 ? 0.0 : overlap_area(inner, outer) / area;
}

PointBox page_box(const UnitBox& box, float page_width, float page_height) {
  return {static_cast<float>(box.x0 * static_cast<double>(page_width)),
          static_cast<float>(box.y0 * static_cast<double>(page_height)),
          static_cast<float>(box.x1 * static_cast<double>(page_width)),
          static_cast<float>(box.y1 * static_cast<double>(page_height))};
}

}  // namespace octavo::document::protocol
