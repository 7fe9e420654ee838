// What a font's name and flags say about its style.
#pragma once

#include <string>
#include <string_view>

#include "document/page/page.h"

namespace octavo::document {

// `base_name` as in the file ("ABCDEF+TimesNewRomanPS-BoldMT"), `flags` as in ISO 32000-1 table
// 123, `weight` 100..900 or 0 when unknown.
Font describe_font(std::string_view base_name, int flags, int weight);

}  // namespace octavo::document
