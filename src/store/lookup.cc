#include "store/lookup.h"

#include <algorithm>
#include <filesystem>

#include "base/try.h"
#include "octavo/files.h"
#include "store/disk.h"
#include "store/elsewhere.h"

namespace octavo::store {
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
  std::error_code failure;
  return fs::is_directory(path, failure);
}

bool is_whole(const Record& record, const std::string& folder) {
  return std::all_of(record.files.begin(), record.files.end(), [&](const RecordedFile& file) {
    uint64_t bytes = 0;
    return is_file(folder + "/" + file.name, &bytes) && bytes == file.bytes;
  });
}

void describe_entry(const ModelEntry& entry, ModelInfo& info) {
  info.name = entry.name;
  info.summary = entry.summary;
  info.licence = entry.licence;
  info.bytes = entry.bytes;
  info.open = entry.open;
  info.page_rank = entry.page_rank;
  info.text_rank = entry.text_rank;
  info.files = entry.files;
  for (const ModelSource& source : entry.sources)
    info.sources.emplace_back(source_name(source.kind));
  if (!entry.sources.empty()) info.revision = entry.sources.front().revision;
}

void describe_record(const Record& record, const std::string& folder, ModelInfo& info) {
  info.name = record.name;
  info.summary = record.summary;
  info.licence = record.licence;
  info.open = record.open;
  info.revision = record.revision;
  info.path = folder;
  info.where = "store";
  info.state = is_whole(record, folder) ? ModelState::kInstalled : ModelState::kDamaged;
  info.files.clear();
  info.bytes = 0;
  for (const RecordedFile& file : record.files) {
    info.files.push_back({file.name, file.bytes, file.sha256});
    info.bytes += file.bytes;
  }
}

KnownModel look_up(const ModelStore& store, std::optional<ModelEntry> entry,
                   const std::string& name) {
  KnownModel known{.entry = std::move(entry)};
  if (known.entry) describe_entry(*known.entry, known.info);
  const std::string folder = model_folder(store, name);
  known.record = read_record(folder);
  if (known.record && known.record->name == name) {
    describe_record(*known.record, folder, known.info);
    return known;
  }
  known.record.reset();
  if (!known.entry) return known;
  if (const auto found = find_elsewhere(*known.entry, store)) {
    known.info.state = ModelState::kFound;
    known.info.path = found->path;
    known.info.where = found->where;
    known.info.revision = found->revision;
  } else if (is_folder(partial_folder(store, name))) {
    known.info.state = ModelState::kPartial;
  }
  return known;
}

}  // namespace

std::string model_folder(const ModelStore& store, const std::string& name) {
  return (fs::path(store.directory) / name).string();
}

std::string partial_folder(const ModelStore& store, const std::string& name) {
  return (fs::path(store.directory) / ".partial" / name).string();
}

Result<std::string> lock_path(const ModelStore& store, const std::string& name) {
  const fs::path folder = fs::path(store.directory) / ".locks";
  OCTAVO_TRY_STATUS(make_directories(folder.string()));
  return (folder / (name + ".lock")).string();
}

Result<std::vector<KnownModel>> known_models(const ModelStore& store) {
  std::vector<KnownModel> models;
  std::vector<std::string> names;
  for (ModelEntry& entry : OCTAVO_TRY(load_manifest(store.manifest))) {
    names.push_back(entry.name);
    models.push_back(look_up(store, std::move(entry), names.back()));
  }
  std::error_code failure;
  for (fs::directory_iterator at(store.directory, failure), end; !failure && at != end;
       at.increment(failure)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with('.') || std::find(names.begin(), names.end(), name) != names.end())
      continue;
    KnownModel known = look_up(store, std::nullopt, name);
    if (known.record) models.push_back(std::move(known));
  }
  std::sort(models.begin(), models.end(),
            [](const KnownModel& a, const KnownModel& b) { return a.info.name < b.info.name; });
  return models;
}

Result<KnownModel> known_model(const ModelStore& store, std::string_view name) {
  const std::string wanted(name);
  const Error unknown{Code::kModelMissing,
                      "there is no model named " + wanted,
                      "octavo models list shows those there are",
                      {}};
  if (!is_safe_name(wanted) || wanted.find('/') != std::string::npos || wanted.starts_with('.'))
    return unknown;
  std::optional<ModelEntry> entry;
  for (ModelEntry& candidate : OCTAVO_TRY(load_manifest(store.manifest)))
    if (candidate.name == wanted) entry = std::move(candidate);
  const bool in_manifest = entry.has_value();
  KnownModel known = look_up(store, std::move(entry), wanted);
  if (!in_manifest && !known.record) return unknown;
  return known;
}

}  // namespace octavo::store
