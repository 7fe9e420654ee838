// What this core can do at most with the instructions that the int8 kernels of a set are made of:
// nothing but them, on registers. The rate that theirs is held against.
#pragma once

#include <cstdint>

#include "engine/kernels/arch.h"

namespace octavo::engine {

// Does `rounds` rounds and returns the operations (a product and an addition are two); 0 where the
// set has no such instruction.
int64_t run_int8_peak(ArchMask arch, int64_t rounds);

}  // namespace octavo::engine
