// What a server sends back: chat completions, lists of models, complaints. Untrusted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "octavo/result.h"
#include "vlm/vlm.h"

namespace octavo {

// The first choice of a completion. As in mineru-vl-utils 2.0.7 its finish reason must be stop or
// length, its content a text or null, and one "<|im_end|>" at the end is taken off. Bytes that are
// no UTF-8 become U+FFFD. Errors: kServerIncompatible (no such JSON), kServerFailed (an error
// object in place of an answer).
Result<VlmAnswer> read_completion(std::string_view body);

// The names of /v1/models. Errors: kServerIncompatible.
Result<std::vector<std::string>> read_model_names(std::string_view body);

// What the body of a refusal says: the message of an OpenAI error object, of an older vLLM's, of
// FastAPI's.
struct Complaint {
  bool from_api = false;  // an error object; otherwise some web page, or nothing
  std::string words;      // printable and short; may be empty
};
Complaint read_complaint(std::string_view body);

}  // namespace octavo
