// The text of --pages, then the selection on a document of 100 pages.
#include "pipeline/page_ranges.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto ranges = octavo::parse_page_ranges({reinterpret_cast<const char*>(data), size});
  if (ranges.ok()) static_cast<void>(octavo::select_pages(*ranges, 100));
  return 0;
}
