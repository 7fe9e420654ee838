// What this core can do at most with the instructions that the kernels of a set are made of:
// nothing but them, on registers. The rate that theirs is held against.
#pragma once

#include <cstdint>

#include "engine/kernels/arch.h"

namespace octavo::engine {

// Each does `rounds` rounds and returns the operations (a product and an addition are two); 0 where
// the set has no such instruction, or no instruction that we know.
int64_t run_f32_peak(ArchMask arch, int64_t rounds);
int64_t run_bf16_peak(ArchMask arch, int64_t rounds);
int64_t run_int8_peak(ArchMask arch, int64_t rounds);

// How many times as much work dot products of bf16 do as products of f32, measured on this core in
// some three milliseconds; 0 where `arch` has none. Processors differ by more than any noise: some
// Intel ones do half, Zen 4 and 5 do twice as much.
double measure_bf16_gain(ArchMask arch);

}  // namespace octavo::engine
