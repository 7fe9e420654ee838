// Options of a Parser (made once, warm) and of one parse call.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/document.h"
#include "octavo/vlm_options.h"

namespace octavo {

// Hard bounds on what one document may cost. Reaching one is reported, never silent.
struct Limits {
  int max_pages = 2000;
  int64_t max_file_bytes = int64_t(1) << 30;
  int64_t max_page_pixels = 50'000'000;      // a rendering beyond this is scaled down and reported
  int64_t max_picture_pixels = 200'000'000;  // a picture input beyond this is refused
  int max_side = 32768;                      // either side of a picture input
  int max_glyphs_per_page = 200'000;
  int max_path_objects_per_page = 200'000;
  int max_blocks_per_page = 5000;
};

enum class OcrMode : uint8_t { kAuto, kAlways, kNever };

// Where Octavo's files are. The library never looks at the environment.
struct Resources {
  std::string pdfium_library;   // path of libpdfium.so
  std::string model_directory;  // holds the .onnx and .pdmodel files of the manifest
  std::string cache_directory;  // compiled networks; empty: no cache
};

struct ParserOptions {
  Resources resources;
  int threads = 0;  // 0: what the cgroup quota and the affinity mask allow
  VlmOptions vlm;   // loaded when the first page asks for it, once
};

// Inclusive, 0-based. Negative values count from the end: -1 is the last page.
struct PageRange {
  int first = 0, last = -1;
};
// "1-10,-1", "3", "2~4": 1-based text of --pages into ranges.
Result<std::vector<PageRange>> parse_page_ranges(std::string_view text);

// How much of a page the hybrid tier leaves to the vision-language model; kBest also lets it find
// the blocks.
enum class Effort : uint8_t { kFast, kBalanced, kBest };
std::string_view effort_name(Effort effort);  // "fast" "balanced" "best"

enum class Language : uint8_t { kAuto, kEnglish, kChinese };

// Progress of one document, called from one thread at a time, in page order.
struct PageProgress {
  const PageInfo* page = nullptr;  // the page that was just finished
  int done = 0, total = 0;
};

class PageKeeper;  // page_keeper.h

// Set from any thread (or a signal handler) to stop a parse within about a second.
class CancelFlag {
 public:
  void set() { flag_.store(true, std::memory_order_relaxed); }
  bool is_set() const { return flag_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> flag_{false};
};

struct ParseOptions {
  std::vector<PageRange> pages;  // empty: all
  std::string password;
  // kVlm and kHybrid without a model are an error (kModelMissing).
  Tier tier = Tier::kAuto;
  Effort effort = Effort::kBalanced;
  OcrMode ocr = OcrMode::kAuto;
  Language language = Language::kAuto;
  // Zero: two minutes, or half an hour where a vision-language model reads. There a page has as
  // many times that as pages share the model, 8 at most.
  std::chrono::milliseconds page_timeout{0};
  Limits limits;
  bool keep_pictures = true;  // cut figures out of the page
  std::function<void(const PageProgress&)> on_page;
  // Takes the bytes of each figure as soon as it exists (called from worker threads, one call at a
  // time); Picture::bytes then stays empty. Returning an error fails the document with it.
  std::function<Status(const Picture&)> picture_sink;
  const CancelFlag* cancel = nullptr;  // not owned; must outlive the call
  PageKeeper* keeper = nullptr;        // not owned; must outlive the call
};

}  // namespace octavo
