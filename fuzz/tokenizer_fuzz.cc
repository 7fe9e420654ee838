// Text -> ids -> text, and ids -> text in one go and as a stream, with the tests' small vocabulary.
#include "engine/tokenizer/tokenizer.h"

#include <string>
#include <string_view>

#include "base/check.h"
#include "base/utf8.h"
#include "engine/tokenizer/nfc.h"
#include "engine/tokenizer/utf8_step.h"

namespace octavo::engine {
namespace {

const Tokenizer& small() {
  static const Tokenizer tokenizer =
      Tokenizer::load_json(OCTAVO_SOURCE_DIR "/tests/golden/engine/tokenizer_small.json").value();
  return tokenizer;
}

void check_text(std::string_view text) {
  const std::string whole = repaired_utf8(text);
  for (const SpecialTokens special : {SpecialTokens::kParse, SpecialTokens::kAsText}) {
    const auto ids = small().encode(text, special);
    const std::string back = small().decode(ids, false);
    OCTAVO_CHECK(is_valid_utf8(back));
    if (is_plainly_nfc(whole)) OCTAVO_CHECK(back == whole);
    if (special == SpecialTokens::kParse) continue;
    for (const TokenId id : ids) OCTAVO_CHECK(!small().is_special(id));
  }
}

void check_ids(const uint8_t* data, size_t size) {
  std::vector<TokenId> ids;
  for (size_t i = 0; i + 1 < size; i += 2) ids.push_back(data[i] | data[i + 1] << 8);
  StreamDecoder decoder(small(), size % 2 == 0);
  std::string streamed;
  for (const TokenId id : ids) {
    const std::string part = decoder.push(id);
    OCTAVO_CHECK(is_valid_utf8(part));
    streamed += part;
  }
  streamed += decoder.finish();
  OCTAVO_CHECK(streamed == small().decode(ids, size % 2 == 0));
}

}  // namespace
}  // namespace octavo::engine

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // What long texts take is a matter for tests of its own.
  constexpr size_t kMostBytes = size_t(1) << 16;
  if (size > kMostBytes) return 0;
  octavo::engine::check_text({reinterpret_cast<const char*>(data), size});
  octavo::engine::check_ids(data, size);
  return 0;
}
