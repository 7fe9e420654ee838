// What was found on a page, drawn over its pixels.
#pragma once

#include <cstdint>
#include <vector>

#include "document/page/page_source.h"
#include "image/image.h"
#include "octavo/overlay.h"

namespace octavo::document {

// The page in colour with a box around each block, its number in reading order at the corner, table
// cells in thin lines, and a legend of the kinds below. `page` must show the whole of page
// `page_index` (0-based in the file); the document must hold that page, or the picture comes back
// with an empty legend.
Image draw_overlay(ImageView page, const Document& document, int page_index);

// All pages of the document as a PDF, or the first as a PNG. A page that cannot be rendered is
// drawn on white. Errors: kCancelled, kInvalidArgument (a document without pages), kInternal.
Result<std::vector<uint8_t>> draw_overlays(const PageSource& source, const Document& document,
                                           const OverlayOptions& options);

// One page as it is, as a PNG. Errors: kPageRangeInvalid, kPageFailed, kCancelled.
Result<std::vector<uint8_t>> draw_page(const PageSource& source, const PagePictureOptions& options);

}  // namespace octavo::document
