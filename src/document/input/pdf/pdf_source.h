// A PDF as a PageSource, read by PDFium.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "document/page/page_source.h"

namespace octavo::document {

struct PdfOptions {
  std::string library;   // path of libpdfium.so
  std::string password;  // empty: none
  Limits limits;
};

// Opens the document. `bytes` is not copied and must outlive the source: PDFium reads from it at
// any time. The result is thread-safe (one lock around PDFium for the whole process). Damaged
// cross-reference tables are rebuilt by PDFium; a file that only restricts printing or copying
// opens without a password. The number of pages is not checked against Limits::max_pages: the
// caller may want only a few of them. Errors: kFileEncrypted (password missing or wrong),
// kFileCorrupted, kModelMissing (PDFium itself).
Result<std::unique_ptr<PageSource>> open_pdf(std::span<const uint8_t> bytes,
                                             const PdfOptions& options);

}  // namespace octavo::document
