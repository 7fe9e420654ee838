// Character codes of TeX's mathematical fonts -> Unicode, for files that do not say what they show.
// The names of their glyphs ("parenleftbig", "summationdisplay") are in no list that viewers know.
// Source: D. E. Knuth, "The TeXbook", appendix F; AMS, "Installation guide for AMSFonts".
// Pure function; thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

namespace octavo::document {

// `font_name` without its subset prefix: "CMEX10". 0 for other fonts, and for codes that these
// fonts leave to letters.
char32_t tex_symbol(std::string_view font_name, uint32_t code);

}  // namespace octavo::document
