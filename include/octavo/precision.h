// How exactly a language model computes: less is faster.
#pragma once

#include <cstdint>

namespace octavo {

// In what matrices are multiplied. kF32: exactly, from the files' own weights. kBf16: the same
// weights times values rounded to bfloat16, summed up in f32; on some processors twice as fast, on
// others slower. kInt8: 8-bit copies of the matrices, several times as fast; made at load where the
// files have none. kInt4: the same with 4-bit weights in the language layers, which writes faster
// again and is less exact. kAuto: int8 or int4 for prepacked files that hold it; for checkpoints
// kBf16 where they hold bfloat16 and a measurement at load says that it gains, else kF32.
enum class Precision : uint8_t { kAuto, kF32, kBf16, kInt8, kInt4 };

// What keys and values are kept as. kF16 takes half of the memory, and of the time to read it, and
// kInt8 less than a third; both are less exact.
enum class KvPrecision : uint8_t { kF32, kF16, kInt8 };

}  // namespace octavo
