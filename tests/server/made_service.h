// A service without processes or files, for tests of what talks to one: jobs are what the test
// says. Takes the place of src/service/service.cc when a test program is linked.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "service/service.h"

namespace octavo::server {

struct MadeService {
  std::map<std::string, service::JobSnapshot> jobs;
  std::vector<service::JobRequest> submitted;
  std::vector<std::string> removed;
  std::vector<service::ZipContent> zipped;
  std::vector<std::function<void()>> wakes;  // of subscriptions that are not ended
  service::ServiceStatus status;
  std::string staging;
  Code refusal = Code::kInternal;  // of submit, when `refuses`
  bool refuses = false;

  // A job of one finished file "a.pdf", called `id`; what is not said is read by the basic tier.
  service::JobSnapshot& add(const std::string& id, service::JobState state);
  // `made` outlives it.
  static std::unique_ptr<service::Service> start(MadeService& made);
};

}  // namespace octavo::server
