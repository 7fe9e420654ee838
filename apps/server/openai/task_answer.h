// What the basic tier found on a picture, in the form in which MinerU's model answers its prompts.
#pragma once

#include <string>
#include <string_view>

#include "server/openai/document_task.h"

namespace octavo::server {

// `model_json`: what octavo::to_model_json() wrote of it. `keep_special`: with the marks of a
// layout, which are special tokens to the model. A table is HTML, which mineru-vl-utils takes as
// well as OTSL; a formula stands between \[ and \]; of an image nothing is said. Total: damaged
// JSON gives an empty answer.
std::string task_answer(DocumentTask task, std::string_view model_json, bool keep_special);

}  // namespace octavo::server
