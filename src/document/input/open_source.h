// Bytes of an input file -> PageSource. The type is told from the content, never from a name.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "document/page/page_source.h"
#include "octavo/options.h"

namespace octavo::document {

// A PDF (its header anywhere in the first 1024 bytes, as viewers accept it) or a picture. `bytes`
// is not copied and must outlive the source. Errors: kFileEmpty, kFileTypeUnsupported (saying what
// the content looks like), and those of open_pdf and open_picture_source.
Result<std::unique_ptr<PageSource>> open_source(std::span<const uint8_t> bytes,
                                                const Resources& resources,
                                                const ParseOptions& options);

// What a file that we do not read seems to be, for a message: "a ZIP archive or an office
// document", "text", "HTML", "unknown data".
std::string_view describe_content(std::span<const uint8_t> bytes);

}  // namespace octavo::document
