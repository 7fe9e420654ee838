// octavo parse: every input read and written, one after the other.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine.h"
#include "environment.h"
#include "plan.h"
#include "run_result.h"

namespace octavo::cli {

// The results so far, for who must end the process in the middle of the work. Thread-safe.
class RunLog {
 public:
  void add(InputResult result);
  std::vector<InputResult> results() const;
  // The input that is being read, and the folder with its half-written results; empty when there is
  // none.
  void begin(std::string input);
  void set_unfinished(std::string folder);
  // With the input that is being read as cancelled.
  std::vector<InputResult> abandoned_results() const;
  std::string unfinished() const;

 private:
  mutable std::mutex mutex_;
  std::vector<InputResult> results_;
  std::string current_, unfinished_;
};

struct ParseRun {
  std::function<Result<std::unique_ptr<Engine>>(const ParserOptions&)> make_engine;
  // Which model reads: what --model says, or the best of the store. Empty: there is none.
  std::function<Result<std::string>(const ParsePlan&)> find_model;
  Resources resources;
  Terminal terminal;
  const CancelFlag* cancel = nullptr;
  RunLog* log = nullptr;  // never null
};

// Writes results, progress and errors; returns the exit code.
int run_parse(const ParsePlan& plan, const ParseRun& run);

// What is left to do when the process must end now: no half-written files, and the JSON that was
// promised.
void abandon(const RunLog& log, bool json);

}  // namespace octavo::cli
