#include "engine/tensor/dtype.h"

#include <array>

#include "base/check.h"

namespace octavo::engine {
namespace {

// In the order of DType.
constexpr std::array<DTypeFacts, 11> kFacts = {{{"f32", 1, 4},
                                                {"f16", 1, 2},
                                                {"bf16", 1, 2},
                                                {"q4_0", 32, 18},
                                                {"q4_1", 32, 20},
                                                {"q5_0", 32, 22},
                                                {"q5_1", 32, 24},
                                                {"q8_0", 32, 34},
                                                {"q4_k", 256, 144},
                                                {"q5_k", 256, 176},
                                                {"q6_k", 256, 210}}};
static_assert(kFacts.size() == static_cast<size_t>(DType::kQ6_K) + 1);

}  // namespace

const DTypeFacts& facts_of(DType type) { return kFacts.at(static_cast<size_t>(type)); }

int64_t bytes_for(DType type, int64_t elements) {
  const DTypeFacts& facts = facts_of(type);
  OCTAVO_CHECK(elements >= 0 && elements % facts.block_elements == 0);
  return elements / facts.block_elements * facts.block_bytes;
}

}  // namespace octavo::engine
