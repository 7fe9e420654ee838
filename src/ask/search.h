// Which passages bear on a question: BM25 (Robertson and Zaragoza, 2009) over stems, numbers and
// pairs of Chinese characters, and how much of the question each of them holds.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/passages.h"
#include "ask/terms.h"

namespace octavo::ask {

struct Question {
  std::string text;
  std::vector<Term> terms;
  uint32_t wanted = 0;  // Kind bits of which the answer needs one; 0: any words
};
Question read_question(std::string_view text);

struct Hit {
  size_t passage = 0;
  float score = 0;
  float coverage = 0;  // weight of the question's terms that it, or its headings, hold: 0..1
};

// Immutable and thread-safe. Keeps a pointer to the passages.
class Search {
 public:
  explicit Search(const std::vector<Passage>& passages);

  // The best `most` passages that share a term with the question and have a kind it wants, best
  // first; equal scores in reading order.
  std::vector<Hit> find(const Question& question, size_t most) const;

  // Terms of the question that no passage holds, and that no kind stands for; names alone.
  std::vector<std::string> missing_names(const Question& question) const;

  // Share of the question's weight that stands in a text, 0..1.
  float held_by(std::string_view text, const Question& question) const;

  float weight(std::string_view term) const;  // rare terms weigh more; those of no passage most
  uint32_t kinds(size_t passage) const { return kinds_[passage]; }

 private:
  struct Posting {
    uint32_t passage;
    float count;  // heading terms count in part
  };
  void add(uint32_t passage);
  float coverage_of(const Question& question, size_t passage) const;
  float holds(const Term& term, size_t passage) const;

  const std::vector<Passage>* passages_;
  std::map<std::string, std::vector<Posting>, std::less<>> postings_;
  std::vector<float> lengths_;
  std::vector<uint32_t> kinds_;
  float mean_length_ = 1;
};

}  // namespace octavo::ask
