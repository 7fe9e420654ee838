// A VlmRequest as the JSON of an OpenAI chat completion.
#pragma once

#include <string>

#include "octavo/result.h"
#include "vlm/vlm.h"

namespace octavo {

// Field for field what mineru-vl-utils 2.0.7 sends (HttpVlmClient.build_request_body), pictures
// first and as PNG; a limit on tokens is there under both its names, or not at all. Models that are
// called gpt... get no fields that only open servers know. How far pictures are scaled down is the
// server's business: max_pixels and max_side do nothing. Errors: those of encoding a picture.
Result<std::string> make_request_body(const VlmRequest& request, const std::string& model);

}  // namespace octavo
