#include "engine/kernels/arch.h"

#include <array>

#if OCTAVO_KERNELS_ARM && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace octavo::engine {
namespace {

struct Named {
  std::string_view name;
  ArchMask mask;
};

#if OCTAVO_KERNELS_ARM
constexpr std::array<Named, 4> kNamed = {{{"i8mm", kArchI8mm | kArchDotprod | kArchNeon},
                                          {"dotprod", kArchDotprod | kArchNeon},
                                          {"neon", kArchNeon},
                                          {"scalar", kArchScalar}}};
#else
// "avx512f" is below "avx512vnni" alone: CPUs with the foundation and without AVX-VNNI are common.
constexpr std::array<Named, 6> kNamed = {
    {{"avx512bf16", kArchAvx512Bf16 | kArchAvx512Vnni | kArchAvx512F | kArchAvx2},
     {"avx512vnni", kArchAvx512Vnni | kArchAvx512F | kArchAvx2},
     {"avx512f", kArchAvx512F | kArchAvx2},
     {"avxvnni", kArchAvxVnni | kArchAvx2},
     {"avx2", kArchAvx2},
     {"scalar", kArchScalar}}};
#endif

}  // namespace

ArchMask detect_arch() {
  ArchMask mask = kArchScalar;
#if OCTAVO_KERNELS_X86
  // These look at what the operating system saves, too.
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("f16c"))
    mask |= kArchAvx2;
  if ((mask & kArchAvx2) != 0 && __builtin_cpu_supports("avx512f")) mask |= kArchAvx512F;
  if ((mask & kArchAvx2) != 0 && __builtin_cpu_supports("avxvnni")) mask |= kArchAvxVnni;
  if ((mask & kArchAvx512F) != 0 && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vnni"))
    mask |= kArchAvx512Vnni;
  if ((mask & kArchAvx512Vnni) != 0 && __builtin_cpu_supports("avx512bf16"))
    mask |= kArchAvx512Bf16;
#elif OCTAVO_KERNELS_ARM
  mask |= kArchNeon;
#ifdef __linux__
  if ((getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0) mask |= kArchDotprod;
  if ((mask & kArchDotprod) != 0 && (getauxval(AT_HWCAP2) & HWCAP2_I8MM) != 0) mask |= kArchI8mm;
#endif
#endif
  return mask;
}

std::optional<ArchMask> arch_by_name(std::string_view name) {
  for (const Named& named : kNamed)
    if (named.name == name) return named.mask;
  return std::nullopt;
}

std::string_view arch_name(ArchMask mask) {
  for (const Named& named : kNamed)
    if ((named.mask & mask) == named.mask) return named.name;
  return "scalar";
}

std::vector<std::string_view> arch_names() {
  std::vector<std::string_view> names;
  for (const Named& named : kNamed) names.push_back(named.name);
  return names;
}

}  // namespace octavo::engine
