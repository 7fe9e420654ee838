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
  std::string word;     // as it was written; of names alone
};

// In order, each time it stands there; stop words left out. An acronym in brackets, which is where
// it is explained, is a term "(rcac)" besides.
std::vector<Term> terms_of(std::string_view text);

// That term.
std::string explained_acronym(const std::string& lower_word);

// Of a question: without the words that only frame it, each once, in order.
std::vector<Term> question_terms(std::string_view question);

}  // namespace octavo::ask
