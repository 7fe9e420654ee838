// The matrices that each token is multiplied with, moved from a mapped file to large pages.
#pragma once

#include <cstdint>
#include <span>

#include "base/thread_pool.h"
#include "engine/model/weights.h"

namespace octavo::engine {

// Matrices with int8 parts in `file` get copies in memory that `weights` keeps, as far as that
// takes no more than some tenths of a second; their pages of the file are given back. Returns the
// bytes that were copied: none where the system has no large pages, or less memory than twice of
// it.
int64_t copy_to_large_pages(const ModelConfig& config, std::span<const uint8_t> file,
                            ThreadPool& pool, ModelWeights& weights);

}  // namespace octavo::engine
