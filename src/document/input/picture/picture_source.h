// A picture file as a PageSource: one page a frame (a TIFF has many, every other format one).
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "document/page/page_source.h"

namespace octavo::document {

// True when the first bytes are those of a picture format that open_picture_source reads.
bool looks_like_picture(std::span<const uint8_t> bytes);

// `bytes` is not copied and must outlive the source. A page is as large as the file's resolution
// says where that is believable, else as page_density.h assumes; it has no glyphs, and one
// placed picture that covers it and tells the stored number of pixels. Rendering never enlarges
// beyond the stored (or, for pictures over Limits::max_page_pixels, the reduced) resolution; pixels
// that are not square are made so. Thread-safe: one decode at a time, so that memory stays bounded;
// the last frames are kept. Errors: kFileEmpty, kFileTypeUnsupported, and for a file of one frame,
// which is decoded at once, kFileCorrupted and kLimitExceeded; in other files a bad frame is a bad
// page (kPageFailed, kLimitExceeded).
Result<std::unique_ptr<PageSource>> open_picture_source(std::span<const uint8_t> bytes,
                                                        const Limits& limits);

}  // namespace octavo::document
