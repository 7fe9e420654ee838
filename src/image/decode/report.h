// The errors and diagnostics that decoders share, so that all formats say the same things alike.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "octavo/result.h"

namespace octavo {

inline Error corrupted(std::string what, std::optional<uint64_t> offset = std::nullopt) {
  return {Code::kFileCorrupted, std::move(what), "", {"", std::nullopt, offset}};
}
inline Error unsupported(std::string what) {
  return {Code::kFileTypeUnsupported, std::move(what), "save it as PNG, JPEG or TIFF", {}};
}
inline Error over_limit(std::string what) {
  return {Code::kLimitExceeded, std::move(what), "make the picture smaller", {}};
}

// `rows` of `height` could be read.
inline void report_truncated(int64_t rows, int64_t height, Diagnostics& diagnostics) {
  diagnostics.warn("image_truncated", "the picture breaks off: " + std::to_string(rows) + " of " +
                                          std::to_string(height) + " rows were read");
}
inline void report_damaged(const std::string& what, Diagnostics& diagnostics) {
  diagnostics.warn("image_damaged", "the picture is damaged: " + what);
}
inline void report_skipped_frames(Diagnostics& diagnostics) {
  diagnostics.info("image_frames_skipped", "an animation: only its first picture was read");
}
inline void report_black_ground(Diagnostics& diagnostics) {
  diagnostics.info("image_on_black", "white on a transparent ground: it was laid on black");
}

}  // namespace octavo
