// What a model is called, by where it lies.
#pragma once

#include <string>
#include <string_view>

namespace octavo::server {

// "octavo-mini" of "models/octavo-mini/" and of "octavo-mini.gguf"; of a snapshot in a Hugging Face
// cache (".../models--OWNER--NAME/snapshots/HASH") NAME.
std::string model_name_of(std::string_view path);

}  // namespace octavo::server
