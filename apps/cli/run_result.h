// What came of a run: one entry an input, and what they mean for the exit code.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "octavo/document.h"
#include "octavo/result.h"
#include "plan.h"

namespace octavo::cli {

enum class Outcome : uint8_t { kOk, kPartial, kFailed, kCancelled };
const char* outcome_name(Outcome outcome);

struct PageCounts {
  int total = 0, ok = 0, degraded = 0, failed = 0, blank = 0;
};
PageCounts count_pages(const Document& document);
ModelUse sum_model_use(const Document& document);

struct InputResult {
  std::string input;
  Outcome outcome = Outcome::kOk;
  std::vector<std::pair<std::string, std::string>>
      outputs;  // what ("md", "content_list" ...), path
  PageCounts pages;
  int warnings = 0;
  double seconds = 0;
  std::optional<ModelUse> model_use;  // of a tier that asks a model
  std::optional<Error> error;
  std::vector<Error> page_errors;  // of pages that failed; the first ones
};

// The document as a whole: failed when no page could be read, partial when some could not. The
// error is that of the first failed page.
Outcome judge(const Document& document, std::optional<Error>& error,
              std::vector<Error>& page_errors);

enum ExitCode : int {
  kExitOk = 0,
  kExitFailed = 1,
  kExitUsage = 2,
  kExitPartial = 3,
  kExitBrokenPipe = 141,
  kExitInterrupted = 130
};

Outcome judge_run(const std::vector<InputResult>& results, bool cancelled);
int exit_code(Outcome outcome, bool strict);

// One JSON object and a line end. Errors in the shape {"type", "code", "message", "param",
// "retryable", "user_action"} (docs/schemas/run.schema.json).
std::string run_json(const std::vector<InputResult>& results, bool cancelled, double seconds);
std::string usage_json(const UsageError& error);
std::string error_json(const Error& error);

// "octavo: report.pdf: file_encrypted: needs a password (use --password)", without a line end;
// control characters of file names are shown as '?'.
std::string error_line(const Error& error);
std::string usage_line(const UsageError& error);

}  // namespace octavo::cli
