// The files that a document is written to: what they are called, and what is in them. MinerU's
// names, so that its users find theirs. Pure functions; thread-safe.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "octavo/document.h"
#include "octavo/options.h"
#include "octavo/output.h"

namespace octavo {

enum class OutputFile : uint8_t {
  kMarkdown,           // <stem>.md
  kContentList,        // <stem>_content_list.json
  kContentListV2,      // <stem>_content_list_v2.json
  kMiddleJson,         // <stem>_middle.json
  kModelOutput,        // <stem>_model.json
  kStructuredContent,  // <stem>_structured_content.json
  kHtml,               // <stem>.html
  kChunks,             // <stem>_chunks.jsonl
  kReport,             // <stem>_report.json
};

std::string output_file_name(std::string_view stem, OutputFile file);

struct OutputFileOptions {
  TableFormat tables = TableFormat::kAuto;     // of Markdown
  HeaderPolicy headers = HeaderPolicy::kNone;  // of Markdown and HTML
};
std::string output_file_text(const Document& document, OutputFile file,
                             const OutputFileOptions& options = {});

// MinerU's name for the way a document was read: auto, ocr or txt; vlm; hybrid_auto and so on.
std::string method_folder(Tier tier, OcrMode mode);

// Folder names for documents: the file's stem, made safe and short, and _2, _3 ... when another
// document has it already (letter case aside). Not thread-safe.
class StemNames {
 public:
  // `path`: only its last part counts; "-" is "stdin".
  std::string take(const std::string& path);

 private:
  std::set<std::string> taken_;
};

}  // namespace octavo
