#include <algorithm>

#include "base/try.h"
#include "octavo/models.h"
#include "store/disk.h"
#include "store/http.h"
#include "store/lookup.h"
#include "store/pull.h"

namespace octavo {
namespace {

using store::ModelSource;

Result<std::vector<const ModelSource*>> choose_sources(const store::ModelEntry& entry,
                                                       const std::string& wanted) {
  std::vector<const ModelSource*> chosen;
  std::string names;
  for (const ModelSource& source : entry.sources) {
    const std::string name(store::source_name(source.kind));
    if (wanted.empty() || wanted == name) chosen.push_back(&source);
    names += (names.empty() ? "" : ", ") + name;
  }
  if (!chosen.empty()) return chosen;
  return Error{
      Code::kModelMissing,
      "model " + entry.name + " cannot be had from " + (wanted.empty() ? "anywhere" : wanted),
      names.empty() ? "" : "it has these sources: " + names,
      {}};
}

// No other source would do better.
bool is_final(Code code) {
  return code == Code::kCancelled || code == Code::kStorageFull || code == Code::kOutputUnwritable;
}

Error joined(const std::string& name, const std::vector<std::pair<std::string, Error>>& errors) {
  if (errors.size() == 1) return errors.front().second;
  Error all{Code::kModelMissing, "model " + name + " cannot be had: ", "", {}};
  for (size_t i = 0; i < errors.size(); ++i) {
    const auto& [source, error] = errors[i];
    all.what += (i == 0 ? "" : "; ") + source + ": " +
                (error.place.file.empty() ? "" : error.place.file + ": ") + error.what;
    if (error.code == Code::kModelInvalid) all.code = Code::kModelInvalid;
    if (all.hint.empty()) all.hint = error.hint;
  }
  return all;
}

}  // namespace

Result<PulledModel> pull_model(const ModelStore& store, std::string_view name,
                               const PullOptions& options) {
  const auto is_here = [&](const ModelInfo& info) {
    return !options.force &&
           (info.state == ModelState::kInstalled || info.state == ModelState::kFound);
  };
  store::KnownModel known = OCTAVO_TRY(store::known_model(store, name));
  if (is_here(known.info)) return PulledModel{.model = known.info, .was_here = true};
  if (!known.entry)
    return Error{
        Code::kModelMissing,
        "model " + known.info.name + " is in no manifest, so nobody knows where it comes from",
        "name the manifest with --manifest",
        {}};
  OCTAVO_TRY_STATUS(
      choose_sources(*known.entry, options.source));  // a wrong name shows before any wait
  if (options.network.offline)
    return Error{Code::kModelMissing,
                 "model " + known.info.name + " is not here, and work is offline",
                 "without HF_HUB_OFFLINE and --offline it could be downloaded",
                 {}};
  const std::string lock = OCTAVO_TRY(store::lock_path(store, known.info.name));
  const Descriptor held = OCTAVO_TRY(store::lock_file(lock, options.cancel, [&] {
    if (options.on_progress) options.on_progress({.stage = PullStage::kWaiting});
    if (options.on_note) options.on_note("another process pulls " + known.info.name + ": waiting");
  }));
  // The other process may have brought it.
  known = OCTAVO_TRY(store::known_model(store, name));
  if (is_here(known.info)) return PulledModel{.model = known.info, .was_here = true};

  const auto sources = OCTAVO_TRY(choose_sources(*known.entry, options.source));
  store::HttpClient http(options.network, options.cancel);
  std::vector<std::pair<std::string, Error>> errors;
  for (const ModelSource* source : sources) {
    const auto pulled = store::pull_from(store, *known.entry, *source, options, http);
    if (pulled.ok()) {
      return PulledModel{.model = OCTAVO_TRY(find_model(store, name)), .fetched = pulled.value()};
    }
    if (is_final(pulled.error().code)) return pulled.error();
    const std::string from(store::source_name(source->kind));
    errors.emplace_back(from, pulled.error());
    if (options.on_note && source != sources.back())
      options.on_note(from + ": " + pulled.error().what + "; trying the next source");
  }
  return joined(known.info.name, errors);
}

}  // namespace octavo
