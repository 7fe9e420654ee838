// Bytes in, Document out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "octavo/document.h"
#include "octavo/options.h"
#include "octavo/overlay.h"

namespace octavo {

// Loads nothing until it is needed: a born-digital PDF that needs no network never opens one.
// Thread-safe: several parse calls may run at once; they share the worker threads and the networks.
class Parser {
 public:
  static Result<Parser> create(const ParserOptions& options);
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;
  ~Parser();

  Result<Document> parse_file(const std::string& path, const ParseOptions& options = {});
  // `name` is used in messages and as Document::name; the format is told from the content.
  Result<Document> parse_bytes(std::span<const uint8_t> bytes, const std::string& name,
                               const ParseOptions& options = {});

  // The pages of a document that was parsed from this file, with its blocks drawn over them.
  Result<std::vector<uint8_t>> draw_overlay_file(const std::string& path, const Document& document,
                                                 const OverlayOptions& options = {});
  Result<std::vector<uint8_t>> draw_overlay_bytes(std::span<const uint8_t> bytes,
                                                  const Document& document,
                                                  const OverlayOptions& options = {});

  // A PNG of one page. Errors: those of opening; kPageRangeInvalid when there is no such page.
  Result<std::vector<uint8_t>> draw_page_file(const std::string& path,
                                              const PagePictureOptions& options = {});

 private:
  struct Impl;
  explicit Parser(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo
