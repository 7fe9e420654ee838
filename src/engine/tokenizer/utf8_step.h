// UTF-8 one step at a time, with broken bytes grouped as the Unicode standard recommends (chapter
// 3.9, "maximal subparts"): one U+FFFD for each group, which is also what Rust's from_utf8_lossy,
// and so the reference tokenizer's decoder, writes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace octavo::engine {

struct Utf8Step {
  enum class Kind : uint8_t {
    kCharacter,
    kBroken,      // these bytes can never be (the beginning of) a character
    kIncomplete,  // the text ends inside what may still become a character
  } kind = Kind::kBroken;
  size_t length = 0;  // in bytes, at least 1
  char32_t code = 0;  // kCharacter
};

// The first step of a text that is not empty.
Utf8Step next_utf8(std::string_view text);

// The text with every group of broken bytes as one U+FFFD.
std::string repaired_utf8(std::string_view text);

}  // namespace octavo::engine
