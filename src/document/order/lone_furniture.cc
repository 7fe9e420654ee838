#include "document/order/lone_furniture.h"

#include <algorithm>
#include <string>

#include "base/utf8.h"

namespace octavo::document {
namespace {

// Shares of the page height, from the edge to the middle of the row.
constexpr float kVeryEdge =
    0.045f;  // less than half an inch of a letter sheet: no text is set there
constexpr float kTopZone = 0.08f, kBottomZone = 0.12f;
constexpr float kSpread = 0.55f;  // of the page width, for a row of parts

bool is_sheet(const PageInfo& page) {
  const float width = upright_width(page), height = upright_height(page);
  return width > 0 && height > width && height < 1.7f * width;
}

size_t visible(const std::string& text) {
  size_t count = 0;
  for (const char32_t c : to_utf32(text)) count += !is_space(c);
  return count;
}

bool is_short_number(const std::string& text) {
  constexpr size_t kDigits = 3;
  return !text.empty() && text.size() <= kDigits &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<BlockKind> lone_furniture(const FlowBlock& item, const FlowBlock* inward,
                                        const PageInfo& page, Edge edge, float body_size) {
  const PageBlock& from = item.of_page;
  const bool kind = item.kind() == BlockKind::kText || item.kind() == BlockKind::kTitle;
  if (!kind || inward == nullptr || !is_sheet(page) || from.rows != 1) return std::nullopt;
  if (from.size > (from.parts ? 1.4f : 1.15f) * body_size ||
      from.region_kind == RegionKind::kCaption)
    return std::nullopt;
  const bool top = edge == Edge::kTop;
  const float gap = top ? inward->place.y0 - item.place.y1 : item.place.y0 - inward->place.y1;
  if (gap < 0.8f * from.size) return std::nullopt;
  const float center = item.place.center_y() / upright_height(page);
  const float from_edge = top ? center : 1 - center;
  if (from_edge > (top ? kTopZone : kBottomZone)) return std::nullopt;
  const std::string text = block_text(item.block());
  if (is_short_number(text)) return BlockKind::kPageNumber;
  constexpr size_t kMost = 120;
  if (item.block().source != Source::kTextLayer || visible(text) > kMost) return std::nullopt;
  const bool spread = from.parts && item.place.width() > kSpread * upright_width(page);
  if (from_edge > kVeryEdge && !spread) return std::nullopt;
  return top ? BlockKind::kHeader : BlockKind::kFooter;
}

}  // namespace octavo::document
