// Marks inside the HTML of a table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/layout/vlm/vlm_block.h"

namespace octavo::document::protocol {

// \( .. \) and \[ .. \] become <eq>..</eq>, trimmed; what stands in <eq> already is left alone.
std::string mark_formulas(std::string_view html);

// Each "[code]" of a covered picture (white space inside the brackets is allowed) becomes an <img>
// of its source, or nothing when it has none.
std::string place_pictures(std::string_view html, const std::vector<CoveredPicture>& covered);

}  // namespace octavo::document::protocol
