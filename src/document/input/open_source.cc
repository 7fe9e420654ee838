#include "document/input/open_source.h"

#include <algorithm>
#include <string>

#include "base/utf8.h"
#include "document/input/pdf/pdf_source.h"
#include "document/input/picture/picture_source.h"
#include "image/decode/decode.h"

namespace octavo::document {
namespace {

using namespace std::string_view_literals;  // NOLINT: magic numbers with zeros in them

// Acrobat's own tolerance (ISO 32000-1 annex H, implementation note 13).
constexpr size_t kHeaderWindow = 1024;
// How much of a file is looked at to call it text.
constexpr size_t kTextWindow = 4096;

struct Magic {
  std::string_view start, name;
};
constexpr Magic kKnown[] = {
    {"PK\x03\x04"sv, "a ZIP archive or an office document (DOCX, XLSX, PPTX, ODT, EPUB)"},
    {"PK\x05\x06"sv, "an empty ZIP archive"},
    {"\xD0\xCF\x11\xE0"sv, "an old office document (DOC, XLS, PPT)"},
    {"{\\rtf"sv, "RTF"},
    {"%!PS"sv, "PostScript"},
    {"\xC5\xD0\xD3\xC6"sv, "PostScript (EPS)"},
    {"AT&TFORM"sv, "DjVu"},
    {"\x1F\x8B"sv, "a gzip archive"},
    {"7z\xBC\xAF"sv, "a 7z archive"},
    {"Rar!"sv, "a RAR archive"},
    {"\x7F"
     "ELF"sv,
     "a program"},
    {"MZ"sv, "a program"},
};

std::string_view text_of(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool starts_with_word(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  return std::equal(word.begin(), word.end(), text.begin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

bool is_text(std::string_view text) {
  const std::string_view start = utf8_prefix(text, kTextWindow);
  return is_valid_utf8(start) && std::none_of(start.begin(), start.end(), [](char c) {
           return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' &&
                  c != '\f';
         });
}

bool looks_like_pdf(std::span<const uint8_t> bytes) {
  return text_of(bytes.first(std::min(bytes.size(), kHeaderWindow))).find("%PDF-") !=
         std::string_view::npos;
}

}  // namespace

std::string_view describe_content(std::span<const uint8_t> bytes) {
  if (const std::string_view picture = unread_picture_name(bytes); !picture.empty()) return picture;
  const std::string_view text = text_of(bytes);
  for (const Magic& magic : kKnown)
    if (text.starts_with(magic.start)) return magic.name;
  const std::string_view start = trim(text.substr(0, kTextWindow));
  if (starts_with_word(start, "<!doctype html") || starts_with_word(start, "<html")) return "HTML";
  if (starts_with_word(start, "<?xml")) return "XML";
  return is_text(text) ? "text" : "unknown data";
}

Result<std::unique_ptr<PageSource>> open_source(std::span<const uint8_t> bytes,
                                                const Resources& resources,
                                                const ParseOptions& options) {
  if (bytes.empty())
    return Error{Code::kFileEmpty, "the file has no bytes", "check how it was made or copied", {}};
  if (looks_like_picture(bytes)) return open_picture_source(bytes, options.limits);
  if (looks_like_pdf(bytes))
    return open_pdf(bytes, {.library = resources.pdfium_library,
                            .password = options.password,
                            .limits = options.limits});
  return Error{Code::kFileTypeUnsupported,
               "the content is " + std::string(describe_content(bytes)) +
                   ", not a PDF or a picture that can be read",
               "convert it to PDF, PNG, JPEG, WebP, TIFF, BMP or GIF first",
               {}};
}

}  // namespace octavo::document
