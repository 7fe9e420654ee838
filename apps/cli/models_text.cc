#include "models_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "dump_json.h"

namespace octavo::cli {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }
Json size_or_null(uint64_t bytes) { return bytes == 0 ? Json() : Json(bytes); }

Json info_object(const ModelInfo& model) {
  Json files = Json::array();
  for (const ModelFile& file : model.files)
    files.push_back({{"name", file.name},
                     {"bytes", size_or_null(file.bytes)},
                     {"sha256", text_or_null(file.sha256)}});
  return {{"name", model.name},
          {"summary", model.summary},
          {"licence", model.licence},
          {"state", model_state_name(model.state)},
          {"bytes", size_or_null(model.bytes)},
          {"path", text_or_null(model.path)},
          {"where", text_or_null(model.where)},
          {"revision", text_or_null(model.revision)},
          {"open", text_or_null(model.open)},
          {"sources", model.sources},
          {"files", std::move(files)}};
}

std::string padded(std::string text, size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string state_text(const ModelInfo& model) {
  switch (model.state) {
    case ModelState::kAvailable:
      return "available";
    case ModelState::kPartial:
      return "partly here: pull goes on where it stopped";
    case ModelState::kInstalled:
      return "installed";
    case ModelState::kDamaged:
      return "damaged: octavo models pull --force " + model.name;
    case ModelState::kFound:
      break;
  }
  return "found in the place of another program: " + model.where;
}

}  // namespace

std::string models_text(const std::vector<ModelInfo>& models, const std::string& directory) {
  size_t width = 0;
  for (const ModelInfo& model : models) width = std::max(width, model.name.size());
  constexpr size_t kSizeWidth = 9;
  const std::string indent(width + 2 + kSizeWidth, ' ');
  std::string out;
  for (const ModelInfo& model : models) {
    const std::string size = model.bytes == 0 ? "?" : size_text(model.bytes);
    out += padded(model.name, width) + "  " + padded(size, kSizeWidth) + state_text(model) + "\n";
    if (!model.summary.empty()) out += indent + model.summary + "\n";
    out += indent + "licence: " + model.licence + "\n";
    if (!model.path.empty()) out += indent + model.path + "\n";
  }
  return out + "\nstore: " + directory + "\n";
}

std::string models_json(const std::vector<ModelInfo>& models, const std::string& directory) {
  Json list = Json::array();
  for (const ModelInfo& model : models) list.push_back(info_object(model));
  return dump_json({{"store", directory}, {"models", std::move(list)}});
}

std::string pulled_text(const PulledModel& pulled) {
  const ModelInfo& model = pulled.model;
  if (pulled.was_here)
    return model.name + ": is here already (" + model.where + ") -> " + model.path + "\n";
  std::string out = model.name + ": " + size_text(pulled.fetched) + " downloaded";
  const bool unsure = std::any_of(model.files.begin(), model.files.end(),
                                  [](const ModelFile& file) { return file.sha256.empty(); });
  return out + (unsure ? "" : ", checked") + " -> " + model.path + "\n";
}

std::string pulled_json(const std::vector<PulledModel>& pulled) {
  Json list = Json::array();
  for (const PulledModel& each : pulled) {
    Json object = info_object(each.model);
    object["was_here"] = each.was_here;
    object["downloaded"] = each.fetched;
    list.push_back(std::move(object));
  }
  return dump_json({{"models", std::move(list)}});
}

std::string checked_text(const CheckedModel& checked) {
  std::string out;
  size_t unknown = 0;
  for (const CheckedFile& file : checked.files) {
    if (file.state == CheckState::kUnknown) ++unknown;
    if (file.state == CheckState::kMissing)
      out += checked.model.name + ": " + file.name + " is missing\n";
    if (file.state == CheckState::kDamaged)
      out += checked.model.name + ": " + file.name + " is damaged: " + std::to_string(file.bytes) +
             " bytes, hash " + file.actual + ", not " + file.expected + "\n";
  }
  if (!checked.good())
    return out + "to mend it: octavo models pull --force " + checked.model.name + "\n";
  const size_t count = checked.files.size();
  out = checked.model.name + ": good, " + std::to_string(count) + (count == 1 ? " file" : " files");
  if (unknown > 0) out += ", " + std::to_string(unknown) + " of them with nothing to compare with";
  return out + "\n";
}

std::string checked_json(const std::vector<CheckedModel>& checked) {
  Json list = Json::array();
  for (const CheckedModel& each : checked) {
    Json files = Json::array();
    for (const CheckedFile& file : each.files)
      files.push_back({{"name", file.name},
                       {"state", check_state_name(file.state)},
                       {"bytes", file.bytes},
                       {"expected", text_or_null(file.expected)},
                       {"actual", text_or_null(file.actual)}});
    list.push_back({{"name", each.model.name},
                    {"path", each.model.path},
                    {"where", each.model.where},
                    {"good", each.good()},
                    {"files", std::move(files)}});
  }
  return dump_json({{"models", std::move(list)}});
}

std::string removed_text(const std::string& name, const RemovedModel& removed) {
  std::string out = name + ": removed, " + size_text(removed.bytes) + " freed\n";
  if (!removed.kept.empty())
    out += name + ": what is not the store's stays in " + removed.path + " (" +
           std::to_string(removed.kept.size()) + ")\n";
  return out;
}

std::string removed_json(const std::vector<std::pair<std::string, RemovedModel>>& removed) {
  Json list = Json::array();
  for (const auto& [name, each] : removed)
    list.push_back({{"name", name},
                    {"path", each.path},
                    {"bytes", each.bytes},
                    {"removed", each.removed},
                    {"kept", each.kept}});
  return dump_json({{"models", std::move(list)}});
}

}  // namespace octavo::cli
