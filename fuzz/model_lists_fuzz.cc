// Manifests, the listings of hubs, index pages and file names. What is said to be a safe name must
// be one.
#include <algorithm>
#include <string>
#include <string_view>

#include "base/check.h"
#include "store/manifest.h"
#include "store/plan.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto manifest = octavo::store::parse_manifest(text, "fuzz");
  if (manifest.ok())
    for (const auto& entry : manifest.value())
      for (const auto& file : entry.files)
        OCTAVO_CHECK(file.name.find("..") == std::string::npos ||
                     ("/" + file.name + "/").find("/../") == std::string::npos);
  static_cast<void>(octavo::store::read_hugging_face_listing(text));
  static_cast<void>(octavo::store::read_modelscope_listing(text));
  static_cast<void>(octavo::store::find_archive(text, "https://host/simple/a/", "a-1.0.whl"));
  static_cast<void>(octavo::store::is_safe_name(text));
  // Patterns come from manifests: short ones, for which its quadratic worst case is nothing.
  const size_t half = std::min<size_t>(size, 2000) / 2;
  static_cast<void>(octavo::store::matches(text.substr(0, half), text.substr(half, half)));
  return 0;
}
