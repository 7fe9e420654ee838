#include "store/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>

#include "base/try.h"
#include "octavo/files.h"
#include "store/disk.h"

namespace octavo::store {
namespace {

struct ArchiveDeleter {
  void operator()(archive* opened) const { archive_read_free(opened); }
};
using Archive = std::unique_ptr<archive, ArchiveDeleter>;

using Sink = std::function<Status(std::span<const uint8_t>)>;

Error damaged(const std::string& path, archive* opened) {
  const char* what = archive_error_string(opened);
  return {Code::kModelInvalid,
          std::string("the archive is damaged: ") + (what == nullptr ? "" : what),
          "",
          {.file = path}};
}

Status read_data(const std::string& path, archive* opened, const Sink& sink) {
  while (true) {
    const void* data = nullptr;
    size_t size = 0;
    la_int64_t offset = 0;
    const int state = archive_read_data_block(opened, &data, &size, &offset);
    if (state == ARCHIVE_EOF) return success();
    if (state != ARCHIVE_OK) return damaged(path, opened);
    OCTAVO_TRY_STATUS(sink({static_cast<const uint8_t*>(data), size}));
  }
}

Status read_member(const ArchiveMember& wanted, const Sink& sink) {
  const Archive opened(archive_read_new());
  archive_read_support_format_zip(opened.get());
  archive_read_support_format_tar(opened.get());
  archive_read_support_filter_gzip(opened.get());
  constexpr size_t kBlock = 1 << 16;
  if (archive_read_open_filename(opened.get(), wanted.archive.c_str(), kBlock) != ARCHIVE_OK)
    return damaged(wanted.archive, opened.get());
  while (true) {
    archive_entry* entry = nullptr;
    const int state = archive_read_next_header(opened.get(), &entry);
    if (state == ARCHIVE_EOF)
      return Error{
          Code::kModelInvalid, "the archive has no " + wanted.member, "", {.file = wanted.archive}};
    if (state != ARCHIVE_OK && state != ARCHIVE_WARN) return damaged(wanted.archive, opened.get());
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr || wanted.member != name) continue;
    return read_data(wanted.archive, opened.get(), sink);
  }
}

}  // namespace

Result<JoinedFile> join_members(const JoinJob& job, const CancelFlag* cancel,
                                const std::function<void(uint64_t)>& on_bytes) {
  const std::string part = job.path + ".part";
  OCTAVO_TRY_STATUS(make_directories(std::filesystem::path(part).parent_path().string()));
  constexpr mode_t kMode = 0644;
  const Descriptor file(
      ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, kMode));
  if (file.get() < 0) return write_error(part, errno);
  const auto give_up = [&](Error error) {
    static_cast<void>(::unlink(part.c_str()));
    return error;
  };
  JoinedFile joined;
  ContentHash hash(job.expected, job.bytes);
  for (const ArchiveMember& member : job.parts) {
    const Status read = read_member(member, [&](std::span<const uint8_t> bytes) -> Status {
      if (cancel != nullptr && cancel->is_set()) return cancelled();
      if (job.bytes > 0 && bytes.size() > job.bytes - joined.bytes)
        return Error{Code::kModelInvalid,
                     "more comes than the " + std::to_string(job.bytes) + " bytes it should have",
                     "",
                     {.file = job.name}};
      OCTAVO_TRY_STATUS(write_all(file.get(), bytes, part));
      hash.add(bytes);
      joined.bytes += bytes.size();
      if (on_bytes) on_bytes(bytes.size());
      return success();
    });
    if (!read.ok()) return give_up(read.error());
  }
  const ContentHash::Seen seen = hash.finish();
  if (!seen.as_expected)
    return give_up(
        {Code::kModelInvalid,
         "the content is not the expected one: hash " + seen.actual + ", not " + job.expected.hex,
         "nothing of it was kept",
         {.file = job.name}});
  OCTAVO_TRY_STATUS(sync_and_rename(file.get(), part, job.path));
  joined.sha256 = seen.sha256;
  return joined;
}

}  // namespace octavo::store
