// RFC 4648 base64, with padding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace octavo {

std::string base64(std::span<const uint8_t> bytes);

// Strictly: whole groups of four, nothing but the alphabet (no line breaks, none of the URL
// alphabet), padding at the end alone, and zeros in the bits that padding leaves over. Nothing
// otherwise.
std::optional<std::vector<uint8_t>> base64_bytes(std::string_view text);
// How many bytes that would be, by the length and the padding alone.
size_t base64_size(std::string_view text);

}  // namespace octavo
