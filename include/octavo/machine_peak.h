// What this machine can do at most: the measure of how well a model's work uses it.
#pragma once

#include <string>

#include "octavo/result.h"

namespace octavo {

// Rates a second of all threads together, the best of several tries; 0: not known for this kind of
// processor. A product and an addition are two operations.
struct MachinePeak {
  std::string instructions;    // what kernels use here at best: "avx512vnni"
  double f32_operations = 0;   // fused multiply-adds of f32, on registers
  double bf16_operations = 0;  // dot products of bfloat16, on registers
  double int8_operations = 0;  // dot products of bytes, on registers
  double read_bytes = 0;       // reading memory that no cache holds
};

// Takes about two seconds and 512 MB. `threads`: 0: usable_processors(). Errors:
// kInvalidArgument (threads).
Result<MachinePeak> measure_peak(int threads = 0);

}  // namespace octavo
