// What is told about a generated text: the summary for a person, and the JSON object.
#pragma once

#include <string>
#include <vector>

#include "octavo/model.h"
#include "octavo/system.h"

namespace octavo::cli {

struct GenerationFacts {
  std::string model;      // as the user named it
  std::string precision;  // what it computes in, and why
  double load_seconds = 0;
  MemoryUse memory;
};

// Lines, each with its end: what was tolerated or made smaller, then times and memory.
std::string generation_summary(const Generation& generation, const GenerationFacts& facts);

// One object (docs/schemas/generation.schema.json) and a line end.
std::string generation_json(const Generation& generation, const GenerationFacts& facts);

// Of several answers, one about each picture.
struct AnswersFacts : GenerationFacts {
  std::vector<std::string> pictures;
  double seconds = 0;  // all of it, without loading
};
std::string answers_summary(const std::vector<Result<Generation>>& answers,
                            const AnswersFacts& facts);
// One object (docs/schemas/answers.schema.json) and a line end.
std::string answers_json(const std::vector<Result<Generation>>& answers, const AnswersFacts& facts);

// As printf writes it, at most 63 bytes: number_text("%.1f %%", value).
std::string number_text(const char* pattern, double value);
// "1.24 GB", in powers of ten.
std::string bytes_text(int64_t bytes);
// "0.034 s", "1.25 s", "75.3 s".
std::string seconds_text(double seconds);

}  // namespace octavo::cli
