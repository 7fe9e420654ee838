// Sentences or labels? Told from how long lines are and how they follow each other.
#pragma once

#include <cstdint>
#include <span>

#include "document/layout/line_grid.h"

namespace octavo::document {

// Is line i one of a paragraph: long, with another one close above or below that starts or ends at
// the same place?
bool is_running_text(const LayoutFacts& facts, const LineGrid& lines, uint32_t i);

// Is line i one of at least three below each other, none of which is a mere word or number?
bool is_in_block(const LayoutFacts& facts, const LineGrid& lines, uint32_t i);

// Do at least three of these lines follow each other as in a paragraph?
bool holds_running_text(const LayoutFacts& facts, std::span<const uint32_t> lines);

// Share of the lines, long or short, that follow the one above as in a paragraph or listing; 0 for
// fewer than three lines.
float share_in_sequence(const LayoutFacts& facts, std::span<const uint32_t> lines);

}  // namespace octavo::document
