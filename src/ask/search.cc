#include "ask/search.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "ask/kinds.h"

namespace octavo::ask {
namespace {

constexpr float kSaturation = 1.2F, kLengthShare = 0.75F;  // BM25's k1 and b, as usual
// A heading's word says what a passage is about, but each passage under it has it.
constexpr float kHeadingCount = 0.4F;
// A term in a neighbour: labels and values, sentences and their lists stand in blocks of their own.
constexpr float kNearby = 0.5F;
// A phone number where the question says "phone".
constexpr float kByKind = 0.8F;
// Tables of contents and running heads have the words of what they point to.
constexpr float kWeakScore = 0.4F;
// What is asked is seldom a heading by itself.
constexpr float kTitleScore = 0.8F;
// The first blocks of a document are where authors stand, though no word says so.
constexpr size_t kAuthorBlocks = 4;

}  // namespace

Question read_question(std::string_view text) {
  Question question{std::string(text), question_terms(text), wanted_kinds(text)};
  for (const std::string_view sign : {"stand for", "stands for", "abbreviation", "acronym"}) {
    if (text.find(sign) == std::string_view::npos) continue;
    for (const Term& term : question.terms)
      if (term.name && !term.number) {
        question.terms.push_back({explained_acronym(term.text), false, false, ""});
        break;
      }
    break;
  }
  return question;
}

Search::Search(const std::vector<Passage>& passages) : passages_(&passages) {
  lengths_.resize(passages.size());
  kinds_.resize(passages.size());
  float sum = 0;
  for (size_t i = 0; i < passages.size(); ++i) {
    add(static_cast<uint32_t>(i));
    sum += lengths_[i];
  }
  if (!passages.empty()) mean_length_ = std::max(1.0F, sum / static_cast<float>(passages.size()));
}

void Search::add(uint32_t index) {
  const Passage& passage = (*passages_)[index];
  kinds_[index] = kinds_in(passage.text);
  std::map<std::string, float> counts;
  for (Term& term : terms_of(passage.text)) {
    ++counts[std::move(term.text)];
    ++lengths_[index];
  }
  for (Term& term : terms_of(passage.heading)) {
    float& count = counts[std::move(term.text)];
    count = std::max(count, kHeadingCount);
  }
  if (passage.page == 0 && passage.number <= static_cast<int>(kAuthorBlocks)) {
    float& count = counts["author"];
    count = std::max(count, kHeadingCount);
  }
  for (const auto& [term, count] : counts) postings_[term].push_back({index, count});
}

float Search::weight(std::string_view term) const {
  const auto found = postings_.find(term);
  const float all = static_cast<float>(passages_->size());
  const float with = found == postings_.end() ? 0 : static_cast<float>(found->second.size());
  return std::log(1 + (all - with + 0.5F) / (with + 0.5F));
}

float Search::holds(const Term& term, size_t passage) const {
  const uint32_t kinds = kinds_of_term(term.text);
  const float by_kind = (kinds & kinds_[passage]) != 0 ? kByKind : 0;
  const auto found = postings_.find(term.text);
  if (found == postings_.end()) return by_kind;
  const auto has = [&](size_t index) {
    const auto at = std::lower_bound(
        found->second.begin(), found->second.end(), index,
        [](const Posting& posting, size_t value) { return posting.passage < value; });
    return at != found->second.end() && at->passage == index;
  };
  if (has(passage)) return 1;
  const auto near = [&](size_t other) {
    return other < passages_->size() &&
           (*passages_)[other].document == (*passages_)[passage].document &&
           !(*passages_)[other].weak && has(other);
  };
  const bool nearby = near(passage + 1) || (passage > 0 && near(passage - 1));
  return std::max(by_kind, nearby ? kNearby : 0);
}

float Search::coverage_of(const Question& question, size_t passage) const {
  float all = 0, held = 0;
  for (const Term& term : question.terms) {
    const float weighs = weight(term.text);
    all += weighs;
    held += weighs * holds(term, passage);
  }
  return all > 0 ? held / all : 0;
}

float Search::held_by(std::string_view text, const Question& question) const {
  std::set<std::string> set;
  for (Term& term : terms_of(text)) set.insert(std::move(term.text));
  float all = 0, held = 0;
  for (const Term& term : question.terms) {
    const float weighs = weight(term.text);
    all += weighs;
    if (set.contains(term.text)) held += weighs;
  }
  return all > 0 ? held / all : 0;
}

std::vector<Hit> Search::find(const Question& question, size_t most) const {
  std::vector<float> scores(passages_->size(), 0);
  for (const Term& term : question.terms) {
    const auto found = postings_.find(term.text);
    if (found == postings_.end()) continue;
    const float weighs = weight(term.text);
    for (const Posting& posting : found->second) {
      const float length = lengths_[posting.passage] / mean_length_;
      const float count = posting.count;
      scores[posting.passage] += weighs * count * (kSaturation + 1) /
                                 (count + kSaturation * (1 - kLengthShare + kLengthShare * length));
    }
  }
  std::vector<Hit> hits;
  for (size_t i = 0; i < scores.size(); ++i) {
    const Passage& passage = (*passages_)[i];
    if (!(scores[i] > 0)) continue;
    if (question.wanted != kAnyKind && (kinds_[i] & question.wanted) == 0) continue;
    if (passage.weak) scores[i] *= kWeakScore;
    if (passage.title) scores[i] *= kTitleScore;
    hits.push_back({i, scores[i], 0});
  }
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return a.score != b.score ? a.score > b.score : a.passage < b.passage;
  });
  if (hits.size() > most) hits.resize(most);
  for (Hit& hit : hits) hit.coverage = coverage_of(question, hit.passage);
  return hits;
}

std::vector<std::string> Search::missing_names(const Question& question) const {
  std::vector<std::string> missing;
  for (const Term& term : question.terms)
    if (term.name && !postings_.contains(term.text) && kinds_of_term(term.text) == kAnyKind)
      missing.push_back(term.word);
  return missing;
}

}  // namespace octavo::ask
