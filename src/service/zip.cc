#include "service/zip.h"

#include <archive.h>
#include <archive_entry.h>
#include <unistd.h>

#include <memory>

#include "base/descriptor.h"
#include "base/file.h"
#include "base/try.h"

namespace octavo::service {
namespace {

constexpr int64_t kMostBytes = int64_t(8) << 30;

using Archive = std::unique_ptr<archive, decltype(&archive_write_free)>;

Status check(archive* zip, int outcome, const std::string& path) {
  if (outcome >= ARCHIVE_WARN) return success();
  return write_error(path, archive_errno(zip));
}

bool is_packed(const std::string& name) {
  for (const char* ending : {".jpg", ".jpeg", ".png", ".webp", ".pdf"})
    if (name.ends_with(ending)) return true;
  return false;
}

Status add(archive* zip, const ZipEntry& file, const std::string& path) {
  // An empty file has nothing to map.
  auto mapped = MappedFile::open(file.path, kMostBytes);
  if (!mapped.ok() && mapped.error().code != Code::kFileEmpty) return mapped.error();
  const std::span<const uint8_t> bytes = mapped.ok() ? mapped->bytes() : std::span<const uint8_t>();
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                            archive_entry_free);
  archive_entry_set_pathname_utf8(entry.get(), file.name.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_size(entry.get(), static_cast<int64_t>(bytes.size()));
  if (is_packed(file.name))
    archive_write_zip_set_compression_store(zip);
  else
    archive_write_zip_set_compression_deflate(zip);
  OCTAVO_TRY_STATUS(check(zip, archive_write_header(zip, entry.get()), path));
  if (!bytes.empty() && archive_write_data(zip, bytes.data(), bytes.size()) < 0)
    return write_error(path, archive_errno(zip));
  return success();
}

Status write(const std::string& path, const std::vector<ZipEntry>& entries) {
  const Archive zip(archive_write_new(), archive_write_free);
  archive_write_set_format_zip(zip.get());
  // Names of any language, whatever the process's own is.
  archive_write_set_options(zip.get(), "hdrcharset=UTF-8");
  OCTAVO_TRY_STATUS(check(zip.get(), archive_write_open_filename(zip.get(), path.c_str()), path));
  for (const ZipEntry& entry : entries) OCTAVO_TRY_STATUS(add(zip.get(), entry, path));
  return check(zip.get(), archive_write_close(zip.get()), path);
}

}  // namespace

Status write_zip(const std::string& path, const std::vector<ZipEntry>& entries) {
  auto written = write(path, entries);
  if (!written.ok()) ::unlink(path.c_str());
  return written;
}

}  // namespace octavo::service
