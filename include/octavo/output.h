// Document into the formats people use. Pure functions of the document: same input, same bytes;
// always valid UTF-8. Thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "octavo/document.h"

namespace octavo {

// auto: pipe for a table of short cells without spans, HTML for all others. A pipe table cannot
// show a span: the text stands in its first place, the other places are empty.
enum class TableFormat : uint8_t { kAuto, kHtml, kPipe };

// Running heads, feet, page numbers and marginal notes. first: each distinct text once, no page
// numbers.
enum class HeaderPolicy : uint8_t { kNone, kFirst, kAll };

struct MarkdownOptions {
  TableFormat tables = TableFormat::kAuto;
  HeaderPolicy headers = HeaderPolicy::kNone;
  std::string picture_prefix;  // put before Picture::file_name
};

// GitHub-flavoured Markdown. Empty for a document without text and pictures.
std::string to_markdown(const Document& document, const MarkdownOptions& options = {});

struct HtmlOptions {
  HeaderPolicy headers = HeaderPolicy::kNone;
  std::string picture_prefix;
};

// One page that needs nothing else, with its style inside and no script. Pictures whose bytes are
// in the document are put into the page; others are linked.
std::string to_html(const Document& document, const HtmlOptions& options = {});

// MinerU 3.x forms, with four keys more on each block: source, source_reason, confidence, boxes.
// docs/schemas/content_list.schema.json and middle.schema.json say what is in them.
std::string to_content_list_json(const Document& document);
std::string to_middle_json(const Document& document);
// Pages of blocks, text as spans (content_list_v2.schema.json).
std::string to_content_list_v2_json(const Document& document);
// What the reader found on each page, before anything was joined (model.schema.json): with
// Tier::kVlm the model's blocks, else one entry a box.
std::string to_model_json(const Document& document);
// MinerU 4.x structured_content.json: each page's blocks with their Markdown
// (structured_content.schema.json).
std::string to_structured_content_json(const Document& document);

// One JSON object a line (docs/schemas/chunk.schema.json): text, heading path, pages and boxes; at
// most `max_characters` (at least 100) of text each. Tables and lists are cut only between rows and
// items, table heads repeated; a longer paragraph is cut at sentence ends. Page furniture is left
// out.
std::string to_chunks_jsonl(const Document& document, int max_characters = 2000);

// What was read and from where, what was skipped or capped: pages, sources, coverage, diagnostics
// (docs/schemas/report.schema.json). Holds no times: same input, same bytes.
std::string to_report_json(const Document& document);

}  // namespace octavo
