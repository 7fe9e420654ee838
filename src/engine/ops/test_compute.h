// For tests: every set of kernels with several numbers of threads.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "engine/ops/work.h"

namespace octavo::engine {

// Calls body(compute) for each instruction set this CPU has, with 0, 1 and 3 threads in the pool.
template <class Body>
void for_each_compute(const Body& body, FloatProducts products = FloatProducts::kF32) {
  const ArchMask have = detect_arch();
  for (const std::string_view name : arch_names()) {
    const ArchMask arch = *arch_by_name(name);
    if ((arch & have) != arch) continue;
    const Kernels kernels = select_kernels(arch, products);
    for (const int threads : {0, 1, 3}) {
      SCOPED_TRACE(std::string(name) + " with " + std::to_string(threads) + " threads");
      ThreadPool pool(threads);
      LaneScratch scratch(LaneScratch::lanes_of(pool));
      body(Compute{kernels, pool, scratch});
    }
  }
}

}  // namespace octavo::engine
