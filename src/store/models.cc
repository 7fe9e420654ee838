#include "octavo/models.h"

#include <array>
#include <cstdio>
#include <filesystem>

#include "base/check.h"
#include "base/try.h"
#include "store/lookup.h"

namespace octavo {
namespace {

std::string opened_path(const ModelInfo& model) {
  return model.open.empty() ? model.path
                            : (std::filesystem::path(model.path) / model.open).string();
}

// What a loader opens of the model with the least rank above zero; empty: there is none.
Result<std::string> find_best(const ModelStore& store, bool elsewhere, int ModelInfo::* rank) {
  const std::vector<ModelInfo> models = OCTAVO_TRY(list_models(store));
  for (const ModelState state : {ModelState::kInstalled, ModelState::kFound}) {
    if (state == ModelState::kFound && !elsewhere) break;
    const ModelInfo* best = nullptr;
    for (const ModelInfo& model : models)
      if (model.state == state && model.*rank > 0 && (best == nullptr || model.*rank < best->*rank))
        best = &model;
    if (best != nullptr) return opened_path(*best);
  }
  return std::string();
}

}  // namespace

std::string_view model_state_name(ModelState state) {
  switch (state) {
    case ModelState::kAvailable:
      return "available";
    case ModelState::kPartial:
      return "partial";
    case ModelState::kInstalled:
      return "installed";
    case ModelState::kDamaged:
      return "damaged";
    case ModelState::kFound:
      break;
  }
  return "found";
}

std::string size_text(uint64_t bytes) {
  constexpr std::array kUnits{"kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) return std::to_string(bytes) + " B";
  double value = static_cast<double>(bytes) / 1000;
  size_t unit = 0;
  // 999.5 and more would round to 1000.
  for (; value >= 999.5 && unit + 1 < kUnits.size(); ++unit) value /= 1000;
  char text[32];
  std::snprintf(text, sizeof text, "%.*f %s",
                value < 9.995   ? 2
                : value < 99.95 ? 1
                                : 0,
                value, kUnits[unit]);
  return text;
}

Result<std::vector<ModelInfo>> list_models(const ModelStore& store) {
  std::vector<ModelInfo> models;
  for (store::KnownModel& known : OCTAVO_TRY(store::known_models(store)))
    models.push_back(std::move(known.info));
  return models;
}

Result<ModelInfo> find_model(const ModelStore& store, std::string_view name) {
  return OCTAVO_TRY(store::known_model(store, name)).info;
}

Result<std::string> find_page_reader(const ModelStore& store, bool elsewhere) {
  return find_best(store, elsewhere, &ModelInfo::page_rank);
}

Result<std::string> find_text_model(const ModelStore& store, bool elsewhere) {
  return find_best(store, elsewhere, &ModelInfo::text_rank);
}

Result<std::string> resolve_model(const std::string& name_or_path, const ModelStore& store) {
  std::error_code failure;
  if (name_or_path.empty())
    return Error{Code::kInvalidArgument, "no model is named", "octavo models list", {}};
  // A name of the manifest may also be a file or folder here: what was written out as a path is
  // one.
  const bool is_path =
      name_or_path.find('/') != std::string::npos || std::filesystem::exists(name_or_path, failure);
  if (is_path) {
    if (std::filesystem::exists(name_or_path, failure)) return name_or_path;
    return Error{
        Code::kFileNotFound, "there is no such model file or folder", "", {.file = name_or_path}};
  }
  const ModelInfo model = OCTAVO_TRY(find_model(store, name_or_path));
  switch (model.state) {
    case ModelState::kInstalled:
    case ModelState::kFound:
      return opened_path(model);
    case ModelState::kDamaged:
      return Error{Code::kModelInvalid,
                   "model " + model.name + " is damaged",
                   "octavo models pull --force " + model.name,
                   {.file = model.path}};
    case ModelState::kAvailable:
    case ModelState::kPartial:
      break;
  }
  return Error{Code::kModelMissing,
               "model " + model.name + " is not here",
               "octavo models pull " + model.name,
               {}};
}

}  // namespace octavo
