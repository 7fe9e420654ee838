#include <utility>

#include "base/utf8.h"
#include "engine/tokenizer/tokenizer.h"
#include "engine/tokenizer/utf8_step.h"

namespace octavo::engine {

// All that is whole goes out; at most three bytes of a character that may still be completed stay.
std::string StreamDecoder::push(TokenId id) {
  if (skip_special_ && tokenizer_.is_special(id)) return "";
  pending_ += tokenizer_.bytes_of(id);
  std::string out;
  std::string_view rest = pending_;
  while (!rest.empty()) {
    const Utf8Step step = next_utf8(rest);
    if (step.kind == Utf8Step::Kind::kIncomplete) break;
    if (step.kind == Utf8Step::Kind::kCharacter)
      out += rest.substr(0, step.length);
    else
      append_utf8(out, U'\uFFFD');
    rest.remove_prefix(step.length);
  }
  pending_.erase(0, pending_.size() - rest.size());
  return out;
}

std::string StreamDecoder::finish() { return repaired_utf8(std::exchange(pending_, {})); }

}  // namespace octavo::engine
