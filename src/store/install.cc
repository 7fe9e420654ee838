#include "store/install.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "base/try.h"
#include "octavo/files.h"
#include "store/disk.h"

namespace octavo::store {

Status install(const std::string& staging, const std::string& folder, const Record& record) {
  OCTAVO_TRY_STATUS(write_record(staging, record));
  std::error_code failure;
  if (!std::filesystem::exists(std::filesystem::symlink_status(folder, failure))) {
    if (::rename(staging.c_str(), folder.c_str()) != 0) return write_error(folder, errno);
    return success();
  }
  const auto old = read_record(folder);
  for (const RecordedFile& file : record.files) {
    const std::string target = folder + "/" + file.name;
    OCTAVO_TRY_STATUS(make_directories(std::filesystem::path(target).parent_path().string()));
    if (::rename((staging + "/" + file.name).c_str(), target.c_str()) != 0)
      return write_error(target, errno);
  }
  OCTAVO_TRY_STATUS(write_record(folder, record));
  if (!old) return success();
  for (const RecordedFile& file : old->files) {
    const bool stays =
        std::any_of(record.files.begin(), record.files.end(),
                    [&](const RecordedFile& fresh) { return fresh.name == file.name; });
    if (!stays) static_cast<void>(::unlink((folder + "/" + file.name).c_str()));
  }
  return success();
}

}  // namespace octavo::store
