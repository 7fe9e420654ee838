// Text into the terms that search counts: English words by their stems, numbers without their
// grouping, Chinese by pairs of characters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace octavo::ask {

struct Term {
  std::string text;
  bool name = false;    // a number, or a word with a capital that does not stand at the start
  bool number = false;  // "14200", "0.35": digits in ASCII, grouping taken out
};

// In order, each time it stands there; stop words left out.
std::vector<Term> terms_of(std::string_view text);

// Of a question: without the words that only frame it, each once, in order.
std::vector<Term> question_terms(std::string_view question);

}  // namespace octavo::ask
