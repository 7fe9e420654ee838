// The part of octavo_kernel_bench that is about products and attention in bf16.
#pragma once

#include "engine/kernels/kernels.h"

namespace octavo::engine {

// Prints a line for each shape of MinerU2.5's encoder: the rate with the rounding of what is
// packed, and what part of the core's peak that is. Nothing for plain loops, whose rate nobody
// waits for.
void bench_bf16(ArchMask arch, double budget);

}  // namespace octavo::engine
