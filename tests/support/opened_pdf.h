// Opens a built PDF with the real library. Header only: the test links octavo_input.
#pragma once

#include <gtest/gtest.h>
#include <test_places.h>

#include "document/input/pdf/pdf_source.h"
#include "tests/support/pdf_builder.h"

namespace octavo::testing {

using document::Glyph;
using document::PageContent;
using document::PageSource;
using document::Visibility;

inline std::string pdfium_path() { return OCTAVO_DEPS_DIR "/runtime/pdfium/libpdfium.so"; }

inline Result<std::unique_ptr<PageSource>> open_bytes(std::span<const uint8_t> bytes,
                                                      const std::string& password = "",
                                                      const Limits& limits = {}) {
  return document::open_pdf(bytes,
                            {.library = pdfium_path(), .password = password, .limits = limits});
}

// Bytes with the source that reads them.
struct OpenedPdf {
  std::vector<uint8_t> bytes;
  std::unique_ptr<PageSource> source;
  Diagnostics diagnostics;

  explicit OpenedPdf(const PdfBuilder& builder, const Limits& limits = {})
      : bytes(builder.bytes()) {
    auto opened = open_bytes(bytes, "", limits);
    if (opened.ok())
      source = std::move(opened).value();
    else
      ADD_FAILURE() << opened.error().message();
  }
  PageContent content(int page = 0) {
    auto content = source->content(page, diagnostics);
    if (content.ok()) return std::move(content).value();
    ADD_FAILURE() << content.error().message();
    return {};
  }
  bool reported(std::string_view id) const {
    for (const Diagnostic& diagnostic : diagnostics.list())
      if (diagnostic.id == id) return true;
    return false;
  }
};

// The printing codes in content order.
inline std::u32string codes_of(const PageContent& content) {
  std::u32string codes;
  for (const Glyph& glyph : content.glyphs)
    if (glyph.code != ' ') codes.push_back(glyph.code);
  return codes;
}

inline std::u32string visible_codes(const PageContent& content) {
  std::u32string codes;
  for (const Glyph& glyph : content.glyphs)
    if (glyph.code != ' ' && glyph.visibility == Visibility::kVisible) codes.push_back(glyph.code);
  return codes;
}

}  // namespace octavo::testing
