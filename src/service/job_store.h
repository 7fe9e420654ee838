// Jobs on disk: <data>/jobs/<id>/{job.json, input/<n>, pages/<n>.log,
// pictures/<n>-<page>.png, output/<n>/...}. A job is there once its folder has its name, and
// whatever is written later, but for the logs of pages (page_log.h), replaces a file whole: after a
// crash at any point each file is the old one or the new one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "service/job.h"
#include "service/service_options.h"

namespace octavo::service {

struct UnreadableJob {
  std::string folder, why;
};

// Thread-safe. Errors of what writes: kStorageFull, kOutputUnwritable.
class JobStore {
 public:
  // Makes what is missing, removes what a crash left half made, empties the staging folder. Errors:
  // kInvalidArgument when another process has the folder.
  static Result<std::unique_ptr<JobStore>> open(const std::string& data_folder);

  const std::string& staging_folder() const { return staging_; }

  // Calls `take` with each job: finished ones as they are, others also with what their pages say.
  // Those that cannot be read stay where they are.
  void load(const std::function<void(JobSnapshot)>& take,
            std::vector<UnreadableJob>& unreadable) const;
  // One of them again. Errors: kFileCorrupted, those of reading.
  Result<JobSnapshot> load_one(const std::string& id) const;

  // Durable when it returns. Staged files are moved when all else has worked.
  Status create(const JobSnapshot& job, const std::vector<JobFile>& files);
  // `version` rises with each change of a job: an older one never replaces a newer.
  Status save(const JobSnapshot& job, uint64_t version);
  // It will not be saved again.
  void close(const std::string& id);
  void remove(const std::string& id);
  // Room for so many bytes more? kStorageFull.
  Status check_room(int64_t bytes, const ServiceLimits& limits, int64_t used) const;
  int64_t bytes_of(const std::string& id) const;

  std::string input(const std::string& id, int file) const;
  std::string page_log(const std::string& id, int file) const;
  std::string output(const std::string& id, int file) const;
  std::string picture(const std::string& id, int file, int page) const;

 private:
  JobStore(const std::string& data_folder, Descriptor lock);
  void add_pages(JobSnapshot& job) const;
  Status fill(const std::string& folder, const JobSnapshot& job,
              const std::vector<JobFile>& files) const;

  const std::string jobs_, staging_;
  const Descriptor lock_;
  std::mutex mutex_;
  std::map<std::string, uint64_t> versions_;
};

}  // namespace octavo::service
