#include "octavo/model.h"

namespace octavo {

std::string_view generate_end_name(GenerateEnd end) {
  switch (end) {
    case GenerateEnd::kStop:
      return "stop";
    case GenerateEnd::kLength:
      return "length";
    case GenerateEnd::kCancelled:
      break;
  }
  return "cancelled";
}

double Generation::decode_tokens_per_second() const {
  // The first token belongs to the prompt.
  const double tokens = static_cast<double>(token_ids.size()) - 1;
  return tokens > 0 && decode_seconds > 0 ? tokens / decode_seconds : 0;
}

double Generation::prefill_tokens_per_second() const {
  const double tokens = static_cast<double>(prompt_tokens - reused_tokens);
  return prefill_seconds > 0 ? tokens / prefill_seconds : 0;
}

}  // namespace octavo
