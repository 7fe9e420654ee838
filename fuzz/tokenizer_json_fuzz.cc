// A whole tokenizer.json: what is accepted gives tables whose parts belong together.
#include <string_view>

#include "base/check.h"
#include "engine/tokenizer/tokenizer_files.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto file = octavo::engine::parse_tokenizer_json(
      {reinterpret_cast<const char*>(data), size}, "fuzz.json");
  if (!file.ok()) return 0;
  const auto vocabulary = octavo::engine::Vocabulary::build(*file);
  if (!vocabulary.ok()) return 0;
  OCTAVO_CHECK(vocabulary->size() <= 2 * static_cast<int64_t>(size) + 100'000);
  for (int byte = 0; byte < 256; ++byte) {
    const octavo::engine::TokenId id = vocabulary->byte_token(static_cast<uint8_t>(byte));
    OCTAVO_CHECK(id >= 0 && id < vocabulary->size());
  }
  return 0;
}
