#include "ask/evidence.h"

#include <algorithm>
#include <set>

#include "ask/kinds.h"
#include "ask/sentences.h"
#include "ask/terms.h"

namespace octavo::ask {
namespace {

// Of the answer's own words, so much must stand in the passage: the rest is grammar.
constexpr float kLeastShare = 0.6F;
constexpr float kLabelBonus = 0.15F;

std::set<std::string> term_set(std::string_view text) {
  std::set<std::string> set;
  for (Term& term : terms_of(text)) set.insert(std::move(term.text));
  return set;
}

bool in_question(const Question& question, const std::string& term) {
  return std::any_of(question.terms.begin(), question.terms.end(),
                     [&](const Term& asked) { return asked.text == term; });
}

// Terms of an answer that the question did not bring.
std::vector<Term> own_terms(std::string_view answer, const Question& question) {
  std::vector<Term> own;
  for (Term& term : question_terms(answer))
    if (!in_question(question, term.text)) own.push_back(std::move(term));
  return own;
}

// Share of the terms' weight that stands in the set; 0 when a number is missing.
float share_in(const std::vector<Term>& terms, const std::set<std::string>& set,
               const Search& search) {
  float all = 0, held = 0;
  for (const Term& term : terms) {
    const bool has = set.contains(term.text);
    if (term.number && !has) return 0;
    const float weight = search.weight(term.text);
    all += weight;
    if (has) held += weight;
  }
  return all > 0 ? held / all : 0;
}

// Lists say many things: does another sentence of the passage hold so much more of the question
// than the one that says the terms?
bool is_beside(const std::vector<Term>& terms, const Passage& passage, const Question& question,
               const Search& search) {
  constexpr float kMostBehind = 0.5F;
  float most_said = 0, held = 0, most_held = 0;
  for (const std::string_view sentence : sentences_of(passage.text)) {
    const float said = share_in(terms, term_set(sentence), search);
    const float holds = search.held_by(sentence, question);
    if (said > most_said || (said == most_said && holds > held)) {
      most_said = said;
      held = holds;
    }
    const bool answers = question.wanted == kAnyKind || (kinds_in(sentence) & question.wanted) != 0;
    if (answers) most_held = std::max(most_held, holds);
  }
  return most_said >= kLeastShare && held + kMostBehind <= most_held;
}

}  // namespace

bool says_more(std::string_view text, const Question& question) {
  return !own_terms(text, question).empty();
}

std::optional<Evidence> find_evidence(std::string_view sentence, const Question& question,
                                      std::span<const Hit> hits,
                                      const std::vector<Passage>& passages, const Search& search,
                                      std::span<const std::string> labels) {
  const std::vector<Term> own = own_terms(sentence, question);
  if (own.empty()) return std::nullopt;
  // "In 975" is a date where one is asked for.
  const uint32_t enough = question.wanted == kDate ? kDate | kNumber : question.wanted;
  if (enough != kAnyKind && (kinds_in(sentence) & enough) == 0) return std::nullopt;
  const bool several = !passages.empty() && passages.back().document > 0;
  const Hit* found = nullptr;
  float best = 0;
  for (const Hit& hit : hits) {
    const Passage& passage = passages[hit.passage];
    const float share = share_in(own, term_set(passage.text), search);
    if (share < kLeastShare) continue;
    const bool named =
        std::find(labels.begin(), labels.end(), label_of(passage, several)) != labels.end();
    const float score = share + hit.coverage + (named ? kLabelBonus : 0);
    if (found != nullptr && score <= best) continue;
    found = &hit;
    best = score;
  }
  if (found == nullptr) return std::nullopt;
  const Passage& passage = passages[found->passage];
  if (!passage.row && is_beside(own, passage, question, search)) return std::nullopt;
  return Evidence{found->passage, found->coverage,
                  best_sentence(passage, question, search, sentence)};
}

std::string best_sentence(const Passage& passage, const Question& question, const Search& search,
                          std::string_view answer) {
  if (passage.row) return passage.text;
  const std::vector<Term> own = own_terms(answer, question);
  std::string_view chosen = passage.text;
  float best = -1;
  for (const std::string_view sentence : sentences_of(passage.text)) {
    const std::set<std::string> set = term_set(sentence);
    float score = 0;
    for (const Term& term : question.terms)
      if (set.contains(term.text)) score += search.weight(term.text);
    for (const Term& term : own)
      if (set.contains(term.text)) score += search.weight(term.text);
    // Above all it must be able to answer.
    constexpr float kKind = 100;
    if (question.wanted != kAnyKind && (kinds_in(sentence) & question.wanted) != 0) score += kKind;
    if (score > best) {
      best = score;
      chosen = sentence;
    }
  }
  return std::string(chosen);
}

}  // namespace octavo::ask
