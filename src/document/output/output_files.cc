#include "octavo/output_files.h"

#include <array>
#include <filesystem>

#include "octavo/files.h"

namespace octavo {
namespace {

// Room for "_content_list.json" and the like within the 255 bytes of a file name.
constexpr size_t kLongestStem = 200;

constexpr std::array<std::string_view, 9> kEndings{
    ".md",          "_content_list.json", "_content_list_v2.json",
    "_middle.json", "_model.json",        "_structured_content.json",
    ".html",        "_chunks.jsonl",      "_report.json"};

// ASCII only: that is what file systems without letter case agree on.
std::string fold(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return text;
}

}  // namespace

std::string output_file_name(std::string_view stem, OutputFile file) {
  return std::string(stem) + std::string(kEndings[static_cast<size_t>(file)]);
}

std::string output_file_text(const Document& document, OutputFile file,
                             const OutputFileOptions& options) {
  switch (file) {
    case OutputFile::kContentList:
      return to_content_list_json(document);
    case OutputFile::kContentListV2:
      return to_content_list_v2_json(document);
    case OutputFile::kMiddleJson:
      return to_middle_json(document);
    case OutputFile::kModelOutput:
      return to_model_json(document);
    case OutputFile::kStructuredContent:
      return to_structured_content_json(document);
    case OutputFile::kHtml:
      return to_html(document, {.headers = options.headers});
    case OutputFile::kChunks:
      return to_chunks_jsonl(document);
    case OutputFile::kReport:
      return to_report_json(document);
    case OutputFile::kMarkdown:
      break;
  }
  return to_markdown(document, {.tables = options.tables, .headers = options.headers});
}

std::string method_folder(Tier tier, OcrMode mode) {
  if (tier == Tier::kVlm) return "vlm";
  if (tier == Tier::kHybrid) return "hybrid_" + method_folder(Tier::kBasic, mode);
  switch (mode) {
    case OcrMode::kAlways:
      return "ocr";
    case OcrMode::kNever:
      return "txt";
    case OcrMode::kAuto:
      break;
  }
  return "auto";
}

std::string StemNames::take(const std::string& path) {
  const std::string stem = path == "-" ? "stdin" : std::filesystem::path(path).stem().string();
  std::string name = safe_file_stem(stem, kLongestStem);
  for (int number = 2; !taken_.insert(fold(name)).second; ++number) {
    const std::string suffix = "_" + std::to_string(number);
    name = safe_file_stem(stem, kLongestStem - suffix.size()) + suffix;
  }
  return name;
}

}  // namespace octavo
