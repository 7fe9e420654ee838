// Unicode NFC as the reference tokenizer has it: its tables are those of Unicode 9, so marks that
// came later are not reordered and later compositions are not made. (For everything assigned in
// Unicode 9 that is NFC itself: its stability policy says so.) Time is O(n log n) on any text, runs
// of a million combining marks included. Source: UAX #15; the `tokenizers` package 0.23.
#pragma once

#include <string>
#include <string_view>

namespace octavo::engine {

// True when no character of the text can change or move: a quick look. False says nothing.
bool is_plainly_nfc(std::string_view text);

// `text` is valid UTF-8.
std::string to_reference_nfc(std::string_view text);

}  // namespace octavo::engine
