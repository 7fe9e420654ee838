#include <algorithm>
#include <filesystem>

#include "base/try.h"
#include "octavo/models.h"
#include "store/digest.h"
#include "store/disk.h"
#include "store/elsewhere.h"
#include "store/lookup.h"

namespace octavo {
namespace {

using store::Digest;

struct Wanted {
  std::string name;
  uint64_t bytes = 0;
  Digest digest;
};

// The pinned hash beats the record's: a record is only as good as the pull was.
std::vector<Wanted> wanted_files(const store::KnownModel& known) {
  std::vector<Wanted> wanted;
  for (const ModelFile& file : known.info.files)
    wanted.push_back({file.name, file.bytes, Digest::from_hex(file.sha256)});
  if (!known.entry) return wanted;
  for (const ModelFile& pinned : known.entry->files) {
    if (pinned.sha256.empty()) continue;
    for (Wanted& file : wanted)
      if (file.name == pinned.name)
        file = {pinned.name, pinned.bytes, Digest::from_hex(pinned.sha256)};
  }
  return wanted;
}

// The cache of another program may hold more files than the manifest names.
void add_cached_files(const std::string& folder, std::vector<Wanted>& wanted) {
  std::error_code failure;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure))
    names.push_back(at->path().filename().string());
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    const Digest digest = store::digest_by_cache(folder + "/" + name);
    const auto known = std::find_if(wanted.begin(), wanted.end(),
                                    [&](const Wanted& file) { return file.name == name; });
    if (digest.kind == Digest::Kind::kNone) continue;
    if (known == wanted.end())
      wanted.push_back({name, 0, digest});
    else if (known->digest.kind == Digest::Kind::kNone)
      known->digest = digest;
  }
}

}  // namespace

std::string_view check_state_name(CheckState state) {
  switch (state) {
    case CheckState::kGood:
      return "good";
    case CheckState::kMissing:
      return "missing";
    case CheckState::kDamaged:
      return "damaged";
    case CheckState::kUnknown:
      break;
  }
  return "unknown";
}

bool CheckedModel::good() const {
  return std::none_of(files.begin(), files.end(), [](const CheckedFile& file) {
    return file.state == CheckState::kMissing || file.state == CheckState::kDamaged;
  });
}

Result<CheckedModel> check_model(const ModelStore& store, std::string_view name,
                                 const CancelFlag* cancel,
                                 const std::function<void(const PullProgress&)>& on_progress) {
  store::KnownModel known = OCTAVO_TRY(store::known_model(store, name));
  if (known.info.path.empty())
    return Error{Code::kModelMissing,
                 "model " + known.info.name + " is not here",
                 "octavo models pull " + known.info.name,
                 {}};
  std::vector<Wanted> wanted = wanted_files(known);
  if (known.info.state == ModelState::kFound) add_cached_files(known.info.path, wanted);
  CheckedModel checked{.model = known.info};
  PullProgress progress{.stage = PullStage::kChecking, .total = known.info.bytes};
  for (const Wanted& file : wanted) {
    const std::string path = known.info.path + "/" + file.name;
    CheckedFile seen{.name = file.name, .expected = file.digest.hex};
    progress.file = file.name;
    if (!store::is_file(path, &seen.bytes)) {
      seen.state = CheckState::kMissing;
    } else {
      const auto hashed = store::hash_file(path, file.digest, cancel, [&](uint64_t count) {
        progress.done += count;
        if (on_progress) on_progress(progress);
      });
      if (!hashed.ok() && hashed.error().code == Code::kCancelled) return hashed.error();
      if (hashed.ok()) seen.actual = hashed.value().actual;
      const bool nobody_said = file.digest.kind == Digest::Kind::kNone;
      seen.state = hashed.ok() && nobody_said                  ? CheckState::kUnknown
                   : hashed.ok() && hashed.value().as_expected ? CheckState::kGood
                                                               : CheckState::kDamaged;
    }
    checked.files.push_back(std::move(seen));
  }
  return checked;
}

}  // namespace octavo
