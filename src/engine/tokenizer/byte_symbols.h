// The 256 characters that byte-level BPE writes for bytes, as GPT-2 chose them: a visible Latin-1
// character is itself, the others are the next free ones from U+0100 on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace octavo::engine {

// UTF-8 of the symbol of each byte.
const std::array<std::string, 256>& byte_symbols();

// The bytes that a text of symbols stands for; nullopt when a character is no symbol.
std::optional<std::string> bytes_of_symbols(std::string_view text);

}  // namespace octavo::engine
