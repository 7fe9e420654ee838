// A Vlm that replays answers, so that what stands above it can be tested without a model.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "octavo/result.h"
#include "vlm/vlm.h"

namespace octavo {

// `lines`: one JSON object a line, of these keys:
//   "prompt"   the prompt; absent: any
//   "pictures" ["64x28:9f86d081884c7d65", ...] as picture_key() gives them; absent: any
//   "answer"   the text; required
//   "finish"   "stop" (the default) or "length"
//   "tokens"   how many the answer took; absent: not known
// A request takes the first entry that fits and that no request has taken before. Without one it
// fails with kInvalidArgument and says what it was looking for. Empty lines and lines that begin
// with # are passed over. Thread-safe. Errors: kFileCorrupted with the line.
Result<std::unique_ptr<Vlm>> make_recorded_vlm(std::string_view lines, const std::string& name);

// Size and content of a picture: width x height, and the first 16 digits of the SHA-256 of its
// rows.
std::string picture_key(ImageView picture);

// The line that makes make_recorded_vlm() give this answer to this request, with a line end.
std::string recorded_line(const VlmRequest& request, const VlmAnswer& answer);

}  // namespace octavo
