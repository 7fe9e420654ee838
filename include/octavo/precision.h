// How exactly a language model computes: less is faster.
#pragma once

#include <cstdint>

namespace octavo {

// In what matrices are multiplied. kAuto: what the files hold: f32, the exact path, for
// checkpoints, and int8 or int4 for prepacked files. kInt8: 8-bit copies of the matrices, several
// times as fast; made at load where the files have none. kInt4: the same with 4-bit weights in the
// language layers, which writes faster again and is less exact.
enum class Precision : uint8_t { kAuto, kF32, kInt8, kInt4 };

// What keys and values are kept as. kF16 takes half of the memory, and of the time to read it, and
// kInt8 less than a third; both are less exact.
enum class KvPrecision : uint8_t { kF32, kF16, kInt8 };

}  // namespace octavo
