// Stacks -> how many columns most of the text stands in.
#pragma once

#include <span>

#include "document/layout/cut_columns.h"

namespace octavo::document {

// At least 1. By characters: each counts for the number of stacks that stand beside its own.
int count_columns(std::span<const PagePiece> pieces, std::span<const PieceStack> stacks);

}  // namespace octavo::document
