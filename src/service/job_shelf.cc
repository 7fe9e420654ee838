#include "service/job_shelf.h"

#include <utility>

namespace octavo::service {

std::shared_ptr<const JobRecord> take_down(const JobStore& store, const std::string& id,
                                           const ShelvedJob& job) {
  auto loaded = store.load_one(id);
  if (!loaded.ok() || !is_final(loaded->state)) return nullptr;
  uint64_t events = 1;
  for (const FileSnapshot& file : loaded->files)
    for (const PageSnapshot& page : file.pages) events += has_ended(page) ? 1 : 0;
  return std::make_shared<const JobRecord>(std::move(loaded).value(),
                                           job.last_sequence + 1 - events);
}

}  // namespace octavo::service
