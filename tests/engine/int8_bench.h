// The part of octavo_kernel_bench that is about 8-bit products.
#pragma once

#include "engine/kernels/kernels.h"

namespace octavo::engine {

// Prints a line for each shape of MinerU2.5's encoder and language half: the rate with quantisation
// of the activations and everything behind the sums, what part of the core's peak that is, and for
// few rows the weights' bytes a second beside what the core reads.
void bench_int8(const Kernels& kernels, double budget);

}  // namespace octavo::engine
