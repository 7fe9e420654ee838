// What writing and reading a prepacked file must agree on.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "engine/model/visit_weights.h"

namespace octavo::engine {

inline constexpr std::array<char, 8> kPackedMagic = {'O', 'C', 'T', 'I', 'N', 'T', '8', '\0'};
// What has no 4-bit matrix is written as version 1, which older readers take.
inline constexpr uint32_t kPackedVersion = 1, kPackedCodesVersion = 2;
// What "dtypes" says of a matrix with codes; one of bytes is not there.
inline constexpr const char* kPackedCodes = "int4";
inline constexpr uint32_t kPackedAlignment = 64;
inline constexpr int64_t kPackedHash = 32;
inline constexpr int64_t kPackedPreamble = 64;

// The next place where a part may begin.
constexpr int64_t packed_aligned(int64_t bytes) {
  return (bytes + kPackedAlignment - 1) / kPackedAlignment * kPackedAlignment;
}

inline constexpr const char* kTokenizerPart = "tokenizer";
inline std::string smooth_part(const InputName& input) {
  return "smooth." + input.tap + "." + std::to_string(input.index);
}

}  // namespace octavo::engine
