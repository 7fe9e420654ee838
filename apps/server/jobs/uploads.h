// Files that arrive before the jobs that use them (POST /v1/uploads, PUT, complete). Kept for a
// day, or until the server ends: whoever submits gets a job at once, and jobs last. Thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "octavo/result.h"
#include "server/http/staged_file.h"

namespace octavo::server {

struct Upload {
  std::string id;
  std::string name;
  std::string media_type;
  uint64_t announced_bytes = 0;
  uint64_t bytes = 0;
  bool arrived = false;    // the content is there
  bool completed = false;  // the client has said so: it is a file now
  std::chrono::system_clock::time_point created;
};

class Uploads {
 public:
  // `directory`: the folder of staged files. `most_bytes`: of all together.
  Uploads(std::string directory, uint64_t most_bytes, size_t most_files)
      : directory_(std::move(directory)), most_bytes_(most_bytes), most_files_(most_files) {}

  // kLimitExceeded when there are too many.
  Result<Upload> create(Upload upload);
  // kFileNotFound; kInvalidArgument when it is complete, or not as long as announced;
  // kLimitExceeded when all are too large together.
  Result<Upload> put(const std::string& id, StagedFile content);
  // kFileNotFound; kInvalidArgument when nothing has arrived.
  Result<Upload> complete(const std::string& id);
  bool remove(const std::string& id);
  std::optional<Upload> find(const std::string& id) const;
  std::vector<Upload> files() const;  // complete ones, oldest first
  // Another name of the same file on disk, for a job to take. kFileNotFound.
  Result<StagedFile> link(const std::string& id) const;
  std::optional<std::string> path(const std::string& id) const;

 private:
  struct Entry {
    Upload upload;
    StagedFile content;
  };
  void forget_old();

  const std::string directory_;
  const uint64_t most_bytes_;
  const size_t most_files_;
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
  uint64_t bytes_ = 0;
};

}  // namespace octavo::server
