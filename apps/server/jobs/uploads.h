// Files that arrive before the jobs that use them (POST /v1/uploads, PUT, complete). Kept for a
// day, or until the server ends: whoever submits gets a job at once, and jobs last. Thread-safe;
// calls that change something delete files, so they are for threads that may wait for a disk.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
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
  // `directory`: the folder of staged files. `most_bytes`: of all together. `kept`: how long after
  // create(); a thread sees to it, whether or not anybody asks.
  Uploads(std::string directory, uint64_t most_bytes, size_t most_files,
          std::chrono::milliseconds kept = std::chrono::hours(24));
  ~Uploads();
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;

  // kServerFailed when there are too many.
  Result<Upload> create(Upload upload);
  // kFileNotFound; kFileEmpty; kInvalidArgument when it is complete, or not as long as announced;
  // kServerFailed when all are too large together.
  Result<Upload> put(const std::string& id, StagedFile file);
  // kFileNotFound; kInvalidArgument when nothing has arrived.
  Result<Upload> complete(const std::string& id);
  bool remove(const std::string& id);
  std::optional<Upload> find(const std::string& id) const;
  std::vector<Upload> files() const;  // complete ones, oldest first
  // Another name of the same file on disk, for a job to take. kFileNotFound.
  Result<StagedFile> link(const std::string& id) const;
  std::optional<std::string> path(const std::string& id) const;

 private:
  using Content = std::shared_ptr<StagedFile>;
  struct Entry {
    Upload upload;
    Content content;
    std::chrono::steady_clock::time_point expires;
  };
  // With the lock; what it returns is to be let go without it: that deletes the file.
  [[nodiscard]] Content drop(std::map<std::string, Entry>::iterator entry);
  Content content(const std::string& id) const;  // of a complete one, else nothing
  void forget_old();                             // on thread_

  const std::string directory_;
  const uint64_t most_bytes_;
  const size_t most_files_;
  const std::chrono::milliseconds kept_;
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
  uint64_t bytes_ = 0;
  std::condition_variable changed_;
  bool ending_ = false;
  std::thread thread_;  // last: it uses the rest
};

}  // namespace octavo::server
