// From what a request asks for to the id of its job: one job, however often a client that heard no
// answer sends it again ("Idempotency-Key", draft-ietf-httpapi-idempotency-key-header).
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "server/http/problem.h"
#include "service/service.h"

namespace octavo::server {

// Thread-safe. Keys live as long as their jobs: hashes of them stand in JobRequest::client_facts,
// and with it on disk.
class Intake {
 public:
  // The service outlives it. Keys of jobs that are there already are known.
  explicit Intake(service::Service& service);

  // Disk. The id of the job, new or of the first request with that Idempotency-Key, if there is
  // one. To client_facts, a JSON object, "sha256" of the files and "idempotency" are added.
  // Problems: 400 for a key that is none; 409 "idempotency_key_reused" when the first request with
  // it asked for something else (passwords do not count: they are kept nowhere), and
  // "idempotency_in_progress" while that has no answer yet; those of Service::submit.
  using Taken = std::variant<std::string, Problem>;
  Taken submit(const std::optional<std::string_view>& key, service::JobRequest job);

 private:
  struct Entry {
    std::string asked;  // hash of what was asked for
    std::string job;    // empty: on its way
  };
  // The job of an earlier request with that key, or a problem. None: now this one is on its way.
  std::optional<Taken> reserve(const std::string& key, const std::string& asked);
  void settle(const std::string& key, const std::string& job);  // empty: it was not taken
  void forget_gone();

  service::Service& service_;
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;  // by the hash of the key
};

}  // namespace octavo::server
