// octavo ask and octavo generate: one prompt, one answer.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "plan.h"
#include "text_model.h"

namespace octavo::cli {

// The text so far, for who must end the process in the middle of the work. Thread-safe.
class AnswerLog {
 public:
  void add(std::string_view text);
  std::string text() const;

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

struct GenerateRun {
  ModelLoader load;
  ModelResolver resolve;
  const CancelFlag* cancel = nullptr;
  AnswerLog* log = nullptr;  // never null
};

// The answer goes to standard output, with a line end; what it took to standard error. Returns the
// exit code. A run that was interrupted prints what there is.
int run_generate(const GeneratePlan& plan, const GenerateRun& run);

// What a plan asks for, with its files read. Errors: those of the files.
Result<GenerateRequest> generate_request(const GeneratePlan& plan);

// What is left to do when the process must end now.
void abandon_generate(const GeneratePlan& plan, const AnswerLog& log);

// A file's or standard input's ("-") content as it is. Errors: those of files; kLimitExceeded.
Result<std::string> read_prompt(const std::string& path);

}  // namespace octavo::cli
