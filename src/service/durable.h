// Files that are still there after the power has failed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/result.h"

namespace octavo::service {

// A temporary beside it, flushed, renamed, and the folder flushed. Errors: kStorageFull,
// kOutputUnwritable; then the old content stays.
Status write_durably(const std::string& path, std::string_view text);

struct FileContent {
  std::string path;
  std::string bytes;
};
// All of them, no two of one path, and their folders once: in about the time that one takes, since
// a disk flushes much at once. Errors as above, of one of them; others may be there.
Status write_together(const std::vector<FileContent>& files);

// What is in a file, and its name in the folder, when somebody else has written it.
Status make_durable(const std::string& path);
Status make_folder_durable(const std::string& folder);
// What is in files and folders that others have written, at once as well.
Status flush_together(const std::vector<std::string>& paths);

// All of a file, at most `max_bytes`; errors as MappedFile::open, but an empty one is no error.
Result<std::string> read_text_file(const std::string& path, int64_t max_bytes);

}  // namespace octavo::service
