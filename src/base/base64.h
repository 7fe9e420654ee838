// RFC 4648 base64, with padding.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace octavo {

std::string base64(std::span<const uint8_t> bytes);

}  // namespace octavo
