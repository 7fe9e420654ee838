// Document into the formats people use. Pure functions of the document: same input, same bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "octavo/document.h"
#include "octavo/options.h"

namespace octavo {

enum class TableFormat : uint8_t { kAuto, kHtml, kPipe };  // auto: pipe when the table has no spans
enum class HeaderPolicy : uint8_t { kNone, kFirst, kAll };

struct MarkdownOptions {
  TableFormat tables = TableFormat::kAuto;
  HeaderPolicy headers = HeaderPolicy::kNone;
  std::string picture_prefix;  // put before Picture::file_name
};

std::string to_markdown(const Document& document, const MarkdownOptions& options = {});
std::string to_html(const Document& document, const MarkdownOptions& options = {});
// MinerU 3.x forms.
std::string to_content_list_json(const Document& document);
std::string to_middle_json(const Document& document);
// One JSON object a line: text, heading path, pages and boxes; at most `max_characters` of text each,
// tables and lists cut only between rows and items.
std::string to_chunks_jsonl(const Document& document, int max_characters = 2000);
// What was read and from where, what was skipped or capped: pages, sources, coverage, diagnostics.
std::string to_report_json(const Document& document);

}  // namespace octavo
