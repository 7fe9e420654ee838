// The whole flow without networks: any bytes, the text layer, the geometry, every output.
#include "octavo/output.h"
#include "octavo/parser.h"

namespace {

octavo::Parser& parser() {
  static octavo::Parser instance = [] {
    octavo::ParserOptions options;
    options.resources.pdfium_library = OCTAVO_DEPS_DIR "/runtime/pdfium/libpdfium.so";
    options.threads = 1;
    return std::move(octavo::Parser::create(options)).value();
  }();
  return instance;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  octavo::ParseOptions options;
  options.ocr = octavo::OcrMode::kNever;
  options.page_timeout = std::chrono::seconds(20);
  options.pages = {{0, 3}};
  options.limits.max_page_pixels = 2'000'000;
  options.limits.max_picture_pixels = 4'000'000;
  options.limits.max_glyphs_per_page = 20'000;
  options.limits.max_path_objects_per_page = 20'000;
  const auto document = parser().parse_bytes({data, size}, "fuzz", options);
  if (!document.ok()) return 0;
  static_cast<void>(octavo::to_markdown(*document));
  static_cast<void>(octavo::to_html(*document));
  static_cast<void>(octavo::to_content_list_json(*document));
  static_cast<void>(octavo::to_content_list_v2_json(*document));
  static_cast<void>(octavo::to_middle_json(*document));
  static_cast<void>(octavo::to_model_json(*document));
  static_cast<void>(octavo::to_structured_content_json(*document));
  static_cast<void>(octavo::to_chunks_jsonl(*document));
  static_cast<void>(octavo::to_report_json(*document));
  return 0;
}
