// A Vlm that says what was recorded and takes the time a model needs for it: whole documents can be
// measured with weights that read nothing.
#pragma once

#include <memory>

#include "vlm/vlm.h"

namespace octavo {

// `model` is asked each question that `recorded` has an answer for, and writes as many tokens as
// the recording says (VlmAnswer::generated_tokens; 0: a token for four bytes), whatever they are,
// without drafts. The answers are the recorded ones, with the model's times and its errors.
// `on_text` gets each in one piece, at the end. As thread-safe as both.
std::unique_ptr<Vlm> make_paced_vlm(std::unique_ptr<Vlm> model, std::unique_ptr<Vlm> recorded);

}  // namespace octavo
