// What a model is shown: passages with their labels under their headings, then the question.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ask/passages.h"
#include "ask/search.h"
#include "octavo/result.h"

namespace octavo::ask {

struct PromptLimits {
  int64_t tokens = 1024;    // passages, question and all words around them
  bool may_refuse = false;  // the model is told what to say when the passages do not answer
};

struct Prompt {
  std::string system, text;
  std::vector<size_t> shown;  // passages, in reading order
  int64_t tokens = 0;         // of both, about: pieces are counted one by one
  bool question_cut = false;
};

// Everything, when it fits; else the hits, best first, as long as there is room, in reading order.
// The beginning is the same for every question as far as the passages are, so that a model need not
// read it again. A question that takes more than half of the room is cut.
Prompt compose_prompt(const Question& question, const std::vector<Hit>& hits,
                      const std::vector<Passage>& passages, const PromptLimits& limits,
                      const std::function<int64_t(std::string_view)>& count_tokens);

}  // namespace octavo::ask
