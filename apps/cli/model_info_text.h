// What octavo info tells about a model.
#pragma once

#include <string>
#include <vector>

#include "octavo/model.h"

namespace octavo::cli {

// `features`: the instruction sets of this processor. `tensors`: each one gets a line.
std::string model_info_text(const ModelFacts& facts, const std::vector<std::string>& features,
                            bool tensors);
std::string model_info_json(const ModelFacts& facts, const std::vector<std::string>& features,
                            bool tensors);

}  // namespace octavo::cli
