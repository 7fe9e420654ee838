// What octavo ask tells about answers over documents.
#pragma once

#include <string>
#include <vector>

#include "octavo/ask.h"

namespace octavo::cli {

struct AskedQuestion {
  std::string question;
  Result<DocumentAnswer> answer;
};

struct AskFacts {
  std::string model;      // the path that was or would be loaded
  std::string precision;  // empty: the model was not needed, and not loaded
  double load_seconds = 0, parse_seconds = 0;
  std::vector<std::string> documents;  // their names
  int pages = 0, failed_pages = 0;
  std::string overlay;  // the file that was written; empty: none
};

// Behind the answer's text: its labels, then a line for each place with what stands there. With the
// line ends.
std::string citations_text(const DocumentAnswer& answer, const std::vector<std::string>& documents);
// The whole of it; of a refusal, what was missing.
std::string answer_text(const DocumentAnswer& answer, const std::vector<std::string>& documents);

// One line for standard error: what was shown to the model, and what it took.
std::string ask_summary(const DocumentAnswer& answer);

// One object (docs/schemas/ask.schema.json) and a line end.
std::string ask_json(const std::vector<AskedQuestion>& asked, const AskFacts& facts);

}  // namespace octavo::cli
