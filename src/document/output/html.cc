#include "base/utf8.h"
#include "document/output/furniture.h"
#include "document/output/html_block.h"
#include "document/output/html_inline.h"
#include "document/output/inline_runs.h"
#include "octavo/output.h"

namespace octavo {
namespace {

constexpr const char* kStyle =
#include "document/output/html_style_table.inc"
    ;

// The document's own title, else its first heading, else its name.
std::string page_title(const Document& document) {
  if (!trim(document.title).empty()) return document.title;
  for (const Block& block : document.blocks)
    if (block.kind == BlockKind::kTitle && !trim(plain_text(block.content)).empty())
      return plain_text(block.content);
  return document.name;
}

}  // namespace

std::string to_html(const Document& document, const HtmlOptions& options) {
  const std::string title = document::escape_html(collapse_spaces(page_title(document)));
  std::string out =
      "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
      title + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<main>\n";
  document::FurnitureFilter furniture(options.headers);
  for (const Block& block : document.blocks) {
    if (!furniture.prints(block)) continue;
    const std::string text = document::html_block(block, options);
    if (!text.empty()) out += text + "\n";
  }
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace octavo
