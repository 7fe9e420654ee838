// Pieces -> rows: what stands on one line, left to right.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/layout/page_piece.h"

namespace octavo::document {

using PieceRow = std::vector<uint32_t>;  // indices into the pieces given, left to right

// Do two boxes stand on one row? Their middles are near each other, measured by the lower one.
bool on_one_row(const PointBox& a, const PointBox& b);

// Rows from top to bottom. Areas and separators are rows of their own.
std::vector<PieceRow> rows_of(std::span<const PagePiece> pieces, std::span<const uint32_t> set);

}  // namespace octavo::document
