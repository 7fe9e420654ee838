// When to try a request again, and what to say when not.
#pragma once

#include <chrono>
#include <string>

#include "store/fetch_file.h"

namespace octavo::store {

// Counts tries without progress.
class Retry {
 public:
  explicit Retry(const FetchContext& context) : context_(&context) {}

  // After progress the count starts again.
  void progressed() { tries_ = 0; }
  // Waits before the next try, or gives back why there is none: `outcome`'s error or status, in
  // words. `what`: for the note, "model.safetensors".
  Status wait(const HttpOutcome& outcome, const std::string& what);

 private:
  const FetchContext* context_;
  int tries_ = 0;
};

// The error for a status that is not 2xx.
Error status_error(const HttpResponse& response);

}  // namespace octavo::store
