// A list of tokens as text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "octavo/result.h"

namespace octavo::cli {

// Whole numbers with white space, commas or brackets between them, as JSON lists and our own output
// have them. Errors: kInvalidArgument.
Result<std::vector<int32_t>> read_token_ids(std::string_view text);

}  // namespace octavo::cli
