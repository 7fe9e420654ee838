// A header, footer or page number that no other page confirms, told by its place and shape alone:
// the last row at the very edge of a sheet, or a row of parts spread over it.
#pragma once

#include <optional>

#include "document/order/flow.h"

namespace octavo::document {

enum class Edge : uint8_t { kTop, kBottom };

// `inward`: the nearest block between it and the middle of the page; null when there is none, and
// then the text is all the page says. Only for upright sheets with a text layer: the foot of a
// receipt or a slide is its text.
std::optional<BlockKind> lone_furniture(const FlowBlock& item, const FlowBlock* inward,
                                        const PageInfo& page, Edge edge, float body_size);

}  // namespace octavo::document
