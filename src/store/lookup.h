// A model by its name: what the manifest and the store know of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/models.h"
#include "store/manifest.h"
#include "store/record.h"

namespace octavo::store {

struct KnownModel {
  std::optional<ModelEntry> entry;  // none: in the store only
  std::optional<Record> record;     // none: not in the store
  ModelInfo info;
};

// By name. Errors: those of the manifest.
Result<std::vector<KnownModel>> known_models(const ModelStore& store);
// Errors: kModelMissing.
Result<KnownModel> known_model(const ModelStore& store, std::string_view name);

std::string model_folder(const ModelStore& store, const std::string& name);
std::string partial_folder(const ModelStore& store, const std::string& name);
// The lock of a model's folder and of its unfinished pull; the folder for it is made.
Result<std::string> lock_path(const ModelStore& store, const std::string& name);

}  // namespace octavo::store
