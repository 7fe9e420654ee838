// A configuration as JSON text, with the keys of a Hugging Face config.json, and back: how a
// prepacked file keeps it, wherever it came from.
#pragma once

#include <string>

#include "engine/model/config.h"
#include "engine/model/config_keys.h"

namespace octavo::engine {

// Members of an object, without its braces.
std::string config_members(const ModelConfig& config);

// The same settings out of the keys of one object. Errors: as read_config().
Result<ModelConfig> read_config(const ConfigKeys& keys);

}  // namespace octavo::engine
