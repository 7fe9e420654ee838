#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <set>

#include "base/try.h"
#include "octavo/models.h"
#include "store/disk.h"
#include "store/lookup.h"

namespace octavo {
namespace {

namespace fs = std::filesystem;

// A folder in the model's folder that is a link leads to what is not the store's.
bool leads_outside(const std::string& folder, const std::string& name) {
  std::error_code failure;
  for (fs::path at = fs::path(name).parent_path(); !at.empty(); at = at.parent_path())
    if (fs::is_symlink(fs::path(folder) / at, failure)) return true;
  return false;
}

Status remove_recorded(const std::string& folder, const store::Record& record,
                       RemovedModel& removed) {
  std::set<std::string> folders;
  // The record goes last: stopped in between, the model is damaged, and can be removed again.
  std::vector<std::string> names;
  for (const store::RecordedFile& file : record.files) names.push_back(file.name);
  names.emplace_back(store::kRecordName);
  for (const std::string& name : names) {
    const std::string path = folder + "/" + name;
    uint64_t bytes = 0;
    static_cast<void>(store::is_file(path, &bytes));
    if (leads_outside(folder, name)) continue;
    if (::unlink(path.c_str()) == 0) {
      removed.removed.push_back(name);
      removed.bytes += bytes;
    } else if (errno != ENOENT && errno != ENOTDIR) {
      return store::write_error(path, errno);
    }
    for (fs::path at = fs::path(name).parent_path(); !at.empty(); at = at.parent_path())
      folders.insert(at.string());
  }
  // Deepest first; one that holds something else stays.
  for (auto at = folders.rbegin(); at != folders.rend(); ++at)
    static_cast<void>(::rmdir((folder + "/" + *at).c_str()));
  if (::rmdir(folder.c_str()) == 0) return success();
  std::error_code failure;
  if (!fs::exists(folder, failure)) return success();
  for (fs::recursive_directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure))
    removed.kept.push_back(at->path().lexically_relative(folder).string());
  return success();
}

}  // namespace

Result<RemovedModel> remove_model(const ModelStore& store, std::string_view name,
                                  const CancelFlag* cancel) {
  const store::KnownModel before = OCTAVO_TRY(store::known_model(store, name));
  const std::string partial = store::partial_folder(store, before.info.name);
  std::error_code failure;
  const bool has_partial = fs::exists(partial, failure);
  if (!before.record && !has_partial) {
    if (before.info.state == ModelState::kFound)
      return Error{Code::kModelMissing,
                   "model " + before.info.name +
                       " is not the store's: it was found where another program has put it (" +
                       before.info.where + ")",
                   "nothing was removed",
                   {.file = before.info.path}};
    return Error{Code::kModelMissing, "model " + before.info.name + " is not here", "", {}};
  }
  const std::string lock = OCTAVO_TRY(store::lock_path(store, before.info.name));
  const Descriptor held = OCTAVO_TRY(store::lock_file(lock, cancel, {}));
  RemovedModel removed{.path = store::model_folder(store, before.info.name)};
  if (const auto record = store::read_record(removed.path))
    OCTAVO_TRY_STATUS(remove_recorded(removed.path, *record, removed));
  for (fs::recursive_directory_iterator at(partial, failure), end; !failure && at != end;
       at.increment(failure)) {
    uint64_t bytes = 0;
    if (store::is_file(at->path().string(), &bytes)) removed.bytes += bytes;
  }
  fs::remove_all(partial, failure);
  return removed;
}

}  // namespace octavo
