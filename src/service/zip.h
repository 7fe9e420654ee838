// ZIP files, through libarchive.
#pragma once

#include <string>
#include <vector>

#include "octavo/result.h"

namespace octavo::service {

struct ZipEntry {
  std::string name;  // in the archive: relative, '/' between its parts
  std::string path;  // of the file
};

// A new file at `path`. The same entries give the same bytes: no times, no owners. Pictures are not
// packed again. Errors: kStorageFull, kOutputUnwritable (a half-written file is removed), those of
// reading an entry.
Status write_zip(const std::string& path, const std::vector<ZipEntry>& entries);

}  // namespace octavo::service
