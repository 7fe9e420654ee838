// Jobs that are over and on disk: what has to be known of them without reading them again.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "service/job_record.h"
#include "service/job_store.h"

namespace octavo::service {

struct ShelvedJob {
  JobState state = JobState::kCompleted;
  double created = 0, finished = 0;  // as in JobSnapshot
  int64_t bytes = 0;                 // of its folder
  uint64_t last_sequence = 0;        // of its events: that of its end
};

// What it is with its pages and events. Its events are told with other numbers than before, the
// last with the same. Null: its files are no longer what they were.
std::shared_ptr<const JobRecord> take_down(const JobStore& store, const std::string& id,
                                           const ShelvedJob& job);

}  // namespace octavo::service
