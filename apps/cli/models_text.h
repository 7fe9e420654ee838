// The results of octavo models, for people and as JSON (docs/schemas/models.schema.json).
#pragma once

#include <string>
#include <vector>

#include "octavo/models.h"

namespace octavo::cli {

std::string models_text(const std::vector<ModelInfo>& models, const std::string& directory);
std::string models_json(const std::vector<ModelInfo>& models, const std::string& directory);
std::string pulled_text(const PulledModel& pulled);
std::string pulled_json(const std::vector<PulledModel>& pulled);
std::string checked_text(const CheckedModel& checked);
std::string checked_json(const std::vector<CheckedModel>& checked);
std::string removed_text(const std::string& name, const RemovedModel& removed);
std::string removed_json(const std::vector<std::pair<std::string, RemovedModel>>& removed);

}  // namespace octavo::cli
