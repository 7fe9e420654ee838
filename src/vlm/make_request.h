// What a caller asks -> what a session runs: pictures planned, the prompt in the model's form.
#pragma once

#include <vector>

#include "engine/model/config.h"
#include "engine/session/session.h"
#include "engine/tokenizer/tokenizer.h"
#include "vlm/vlm.h"

namespace octavo {

struct MadeRequest {
  engine::Request request;
  std::vector<engine::ImagePlan> plans;  // one a picture
};

// The user's message: all pictures, then the prompt, behind the system message. Pictures are only
// planned here; the session asks for their patches when their turn has come, so the views, `config`
// and `tokenizer` must live until then. Errors: kInvalidArgument (not UTF-8, no eyes, sizes).
Result<MadeRequest> make_chat_request(const VlmRequest& asked, const engine::ModelConfig& config,
                                      const engine::Tokenizer& tokenizer);

// The prompt as it is, special tokens parsed; each image token in it stands for a picture.
Result<MadeRequest> make_raw_request(const VlmRequest& asked, const engine::ModelConfig& config,
                                     const engine::Tokenizer& tokenizer);

}  // namespace octavo
