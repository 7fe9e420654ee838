// M-RoPE positions of a prompt: text counts up on all three axes, an image spans height and width.
// Source: transformers Qwen2VLModel.get_rope_index; docs/model.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/model/image_processor.h"

namespace octavo::engine {

using Position = std::array<int32_t, 3>;  // temporal, height, width

struct PromptPositions {
  std::vector<Position> positions;  // one a prompt token
  int32_t next = 0;                 // position, on all axes, of the first generated token
};

// `image_starts` and `grids` belong together, ascending; each image covers grid.tokens(merge) ids.
PromptPositions prompt_positions(int64_t prompt_length, std::span<const int64_t> image_starts,
                                 std::span<const ImageGrid> grids, int merge);

}  // namespace octavo::engine
