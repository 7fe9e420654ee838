// What a model's files hold besides configuration, weights and tokenizer, and where its parts are.
#pragma once

#include <string>

#include "engine/checkpoint/checkpoint.h"
#include "octavo/result.h"

namespace octavo::engine {

// The directory of a Hugging Face model: `path` itself, or where the .safetensors file is.
std::string model_directory(const std::string& path);

// The chat template as it stands in chat_template.jinja, chat_template.json or
// tokenizer_config.json, the first that has one; empty when none has. Errors: kFileUnreadable,
// kModelInvalid.
Result<std::string> read_chat_template(const std::string& directory);
Result<std::string> read_chat_template(const Checkpoint& gguf);

// The mmproj file that goes with a GGUF model: the only .gguf file beside it with "mmproj" in its
// name. Empty when there is none, or the model has no use for one. Errors: kModelInvalid when there
// are several.
Result<std::string> find_vision_file(const Checkpoint& gguf);

}  // namespace octavo::engine
