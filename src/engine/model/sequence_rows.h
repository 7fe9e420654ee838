// One sequence's share of a forward pass.
#pragma once

#include <cstdint>
#include <span>

#include "engine/model/kv_cache.h"
#include "engine/model/positions.h"

namespace octavo::engine {

// Rows [first_row, first_row + positions.size()) of the input belong to the sequence and continue
// `kv`.
struct SequenceRows {
  KvSequence* kv = nullptr;
  int64_t first_row = 0;
  std::span<const Position> positions;
  // Logits are wanted for the last `logit_rows` rows of this sequence (0: none, 1: the usual).
  int64_t logit_rows = 1;

  int64_t count() const { return static_cast<int64_t>(positions.size()); }
};

}  // namespace octavo::engine
