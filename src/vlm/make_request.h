// What a caller asks -> what a session runs: pictures planned, the prompt in the model's form.
#pragma once

#include <vector>

#include "engine/model/config.h"
#include "engine/session/session.h"
#include "engine/tokenizer/chat_template.h"
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

// A whole conversation in place of prompt and system message. `form`: whose system message stands
// in front when there is none. Errors: those of make_chat_request; kInvalidArgument when pictures
// and their places do not fit together, or there is no message.
Result<MadeRequest> make_conversation(const VlmRequest& asked,
                                      const std::vector<PromptMessage>& messages,
                                      const engine::ChatForm& form,
                                      const engine::ModelConfig& config,
                                      const engine::Tokenizer& tokenizer);

// The prompt as it is, special tokens parsed; each image token in it stands for a picture.
Result<MadeRequest> make_raw_request(const VlmRequest& asked, const engine::ModelConfig& config,
                                     const engine::Tokenizer& tokenizer);

}  // namespace octavo
