// Which pictures these bytes could be that we do not read, from the signatures in each format's
// standard.
#include <array>
#include <cstring>
#include <string_view>

#include "image/decode/decode.h"

namespace octavo {
namespace {

struct Signature {
  size_t offset;
  std::string_view bytes;
  std::string_view name;
};

using namespace std::string_view_literals;

constexpr std::array kUnread{
    Signature{4, "ftypheic"sv, "HEIC"},
    Signature{4, "ftypheix"sv, "HEIC"},
    Signature{4, "ftypmif1"sv, "HEIF"},
    Signature{4, "ftypmsf1"sv, "HEIF"},
    Signature{4, "ftypavif"sv, "AVIF"},
    Signature{4, "jP  \r\n\x87\n"sv, "JPEG 2000"},
    Signature{0, "\xFF\x4F\xFF\x51"sv, "JPEG 2000"},
    Signature{4, "JXL \r\n\x87\n"sv, "JPEG XL"},
    Signature{0, "\xFF\x0A"sv, "JPEG XL"},
    Signature{0, "8BPS\0"sv, "Photoshop"},
    Signature{0, "\0\0\1\0"sv, "Windows icon"},
    Signature{0, "P1\n"sv, "PBM"},
    Signature{0, "P2\n"sv, "PGM"},
    Signature{0, "P3\n"sv, "PPM"},
    Signature{0, "P4\n"sv, "PBM"},
    Signature{0, "P5\n"sv, "PGM"},
    Signature{0, "P6\n"sv, "PPM"},
    Signature{0, "AT&TFORM"sv, "DjVu"},
    Signature{0, "\x97JB2\r\n"sv, "JBIG2"},
    Signature{0, "<svg"sv, "SVG"},
};

}  // namespace

std::string_view unread_picture_name(std::span<const uint8_t> bytes) {
  for (const Signature& signature : kUnread)
    if (bytes.size() >= signature.offset + signature.bytes.size() &&
        std::memcmp(bytes.data() + signature.offset, signature.bytes.data(),
                    signature.bytes.size()) == 0)
      return signature.name;
  return {};
}

}  // namespace octavo
