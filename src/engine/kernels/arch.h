// Which instruction sets kernels may use: a value that is passed down, never a global. Tests and
// LoadOptions force less than the CPU has by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace octavo::engine {

// One bit a set of instructions; a kernel variant names all that it needs.
enum ArchFlag : uint32_t {
  kArchAvx2 = 1u << 0,        // AVX2, FMA and F16C together: every CPU with one of them has all
  kArchAvx512F = 1u << 1,     // the foundation alone
  kArchAvxVnni = 1u << 2,     // dot products of bytes, 256 bits
  kArchAvx512Vnni = 1u << 3,  // the same in 512 bits, and AVX512BW: every CPU with it has both
  kArchAvx512Bf16 = 1u << 4,  // dot products of bfloat16; every CPU with it has all of the above
                              // but AVX-VNNI
  kArchNeon = 1u << 8,        // every 64-bit ARM CPU
  kArchDotprod = 1u << 9,     // dot products of bytes of one sign
  kArchI8mm = 1u << 10,       // of unsigned with signed bytes; every CPU with it has the former
};
using ArchMask = uint32_t;
inline constexpr ArchMask kArchScalar = 0;

// What this CPU and this build have (nothing but scalar in a build without SIMD variants).
ArchMask detect_arch();

// "scalar", "avx2", "avxvnni", "avx512f", "avx512vnni", "avx512bf16", on ARM "neon", "dotprod",
// "i8mm": that set and everything below it. nullopt for an unknown name.
std::optional<ArchMask> arch_by_name(std::string_view name);
// The name of the best set in `mask`.
std::string_view arch_name(ArchMask mask);
// All names that this build knows, best first.
std::vector<std::string_view> arch_names();

}  // namespace octavo::engine
