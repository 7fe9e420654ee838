#include <algorithm>
#include <optional>
#include <utility>

#include "ask/citations.h"
#include "ask/evidence.h"
#include "ask/kinds.h"
#include "ask/passages.h"
#include "ask/prompt.h"
#include "ask/search.h"
#include "ask/sentences.h"
#include "base/try.h"
#include "base/utf8.h"
#include "octavo/ask.h"

namespace octavo {
namespace {

using ask::Evidence;
using ask::Hit;
using ask::Passage;
using ask::Question;
using ask::Search;

// Below the first, the passages are about something else and the model is not asked; from the
// second on, one of them says so much of the question that the model's "not in the document" is no
// news. Set on questions about documents that the measured ones (tools/bench) are not among.
constexpr float kLeastCoverage = 0.42F, kSureCoverage = 0.68F;
// A passage that says what the model says, but holds so much less of the question than another, is
// about something else.
constexpr float kMostBehind = 0.25F;
constexpr size_t kMostHits = 12;  // more than fit into a prompt
constexpr int64_t kLeastPrompt = 64;

bool is_set(const CancelFlag* flag) { return flag != nullptr && flag->is_set(); }

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

}  // namespace

std::string_view answer_origin_name(AnswerOrigin origin) {
  switch (origin) {
    case AnswerOrigin::kModel:
      return "model";
    case AnswerOrigin::kQuote:
      return "quote";
    case AnswerOrigin::kNone:
      break;
  }
  return "none";
}

struct DocumentQuestions::Impl {
  explicit Impl(std::vector<Passage> all) : passages(std::move(all)), search(passages) {}

  bool several() const { return passages.back().document > 0; }
  AnswerCitation citation(const Evidence& evidence) const;

  std::vector<Passage> passages;
  Search search;
};

AnswerCitation DocumentQuestions::Impl::citation(const Evidence& evidence) const {
  const Passage& passage = passages[evidence.passage];
  constexpr size_t kShort = 160;  // bytes: as quickly read as a sentence of it
  return {.label = ask::label_of(passage, several()),
          .document = passage.document,
          .page = passage.page,
          .number = passage.number,
          .block = passage.block,
          .boxes = passage.boxes,
          .text = passage.text.size() <= kShort ? passage.text : evidence.sentence};
}

namespace {

// One question on its way to an answer.
template <class Impl>
class Asking {
 public:
  Asking(const Impl& impl, const AskModel& model, const AskOptions& options, std::string_view text)
      : impl_(impl), model_(model), options_(options), question_(ask::read_question(text)) {}

  Result<DocumentAnswer> answer() {
    answer_.passages = static_cast<int>(impl_.passages.size());
    if (const auto missing = impl_.search.missing_names(question_); !missing.empty())
      return refuse(quoted(missing.front()) + " stands nowhere in the document");
    find();
    if (hits_.empty()) return refuse("no part of the document bears on the question");
    for (const Hit& hit : hits_) answer_.evidence = std::max(answer_.evidence, hit.coverage);
    if (answer_.evidence < kLeastCoverage)
      return refuse("no part of the document bears on enough of the question");
    OCTAVO_TRY_STATUS(write());
    if (!sentences_.empty()) return finish(AnswerOrigin::kModel, "");
    if (answer_.evidence >= kSureCoverage) return quote();
    return refuse(said_nothing_ ? "the model finds no answer in what bears on the question"
                                : "what the model says does not stand in the document");
  }

 private:
  // A question without a subject of its own is about the document as a whole: its beginning; or it
  // is about the only phone number there is.
  void find() {
    hits_ = impl_.search.find(question_, kMostHits);
    if (!question_.terms.empty()) return;
    const bool address = (question_.wanted & (ask::kPhone | ask::kMail | ask::kWeb)) != 0;
    for (size_t i = 0; i < impl_.passages.size() && hits_.size() < kMostHits; ++i) {
      const bool fits =
          address ? (impl_.search.kinds(i) & question_.wanted) != 0 : !impl_.passages[i].weak;
      if (fits) hits_.push_back({i, 1, 1});
    }
  }

  Status write() {
    const ask::Prompt prompt = ask::compose_prompt(
        question_, hits_, impl_.passages,
        {.tokens = options_.prompt_tokens, .may_refuse = answer_.evidence < kSureCoverage},
        model_.count_tokens);
    answer_.passages_used = static_cast<int>(prompt.shown.size());
    answer_.prompt_tokens = prompt.tokens;
    answer_.question_cut = prompt.question_cut;
    GenerateRequest request;
    request.system = prompt.system;
    request.prompt = prompt.text;
    request.max_new_tokens = options_.max_new_tokens;
    request.cancel = options_.cancel;
    request.on_text = [this](std::string_view text) { return take(text); };
    answer_.generation = OCTAVO_TRY(model_.generate(request));
    if (answer_.generation.end == GenerateEnd::kCancelled && is_set(options_.cancel))
      return Error{Code::kCancelled, "stopped on request", "", {}};
    if (!ended_) check_all(true);
    return success();
  }

  // A sentence is checked once the next one begins; what nobody says ends the answer.
  bool take(std::string_view text) {
    said_ += text;
    check_all(false);
    return !ended_;
  }

  void check_all(bool at_end) {
    const std::vector<std::string_view> said = ask::sentences_of(said_);
    while (!ended_ && checked_ + (at_end ? 0 : 1) < said.size()) check(said[checked_++]);
  }

  void check(std::string_view text) {
    const ask::LabelledText read = ask::read_labels(text);
    if (read.text.empty()) return;
    if (ask::says_nothing_found(read.text)) {
      said_nothing_ = true;
      ended_ = true;
      return;
    }
    const auto evidence =
        ask::find_evidence(read.text, question_, hits_, impl_.passages, impl_.search, read.labels);
    if (!evidence || evidence->coverage < kLeastCoverage ||
        evidence->coverage + kMostBehind < answer_.evidence) {
      ended_ = true;
      return;
    }
    cite(*evidence);
    add(read.text);
  }

  void add(const std::string& sentence) {
    const std::string piece = (sentences_.empty() ? "" : " ") + sentence;
    sentences_.push_back(sentence);
    answer_.text += piece;
    if (options_.on_text && !options_.on_text(piece)) ended_ = true;
  }

  void cite(const Evidence& evidence) {
    AnswerCitation citation = impl_.citation(evidence);
    const auto same = std::find_if(
        answer_.citations.begin(), answer_.citations.end(), [&](const AnswerCitation& other) {
          return other.label == citation.label && other.text == citation.text;
        });
    if (same == answer_.citations.end()) answer_.citations.push_back(std::move(citation));
  }

  // The sentence that holds most of the question; of headings only when nothing else is as good.
  Result<DocumentAnswer> quote() {
    Evidence best;
    float most = -1;
    for (const Hit& hit : hits_) {
      const Passage& passage = impl_.passages[hit.passage];
      std::string sentence = ask::best_sentence(passage, question_, impl_.search, "");
      constexpr float kHeading = 0.9F;
      const float held = impl_.search.held_by(sentence, question_) + hit.coverage;
      const float score = held * (passage.title ? kHeading : 1);
      if (score <= most) continue;
      most = score;
      best = {hit.passage, hit.coverage, std::move(sentence)};
    }
    // "Signed for the Client" repeats the question: who did stands in the next block.
    const bool label = !ask::says_more(best.sentence, question_);
    const auto next = label ? what_follows(best) : std::nullopt;
    if (label && !next) return refuse("what bears on the question says no more than the question");
    cite(best);
    add(best.sentence);
    if (next) {
      cite(*next);
      add(next->sentence);
    }
    return finish(AnswerOrigin::kQuote,
                  said_nothing_ ? "the model gave no answer" : "what the model said was not found");
  }

  std::optional<Evidence> what_follows(const Evidence& evidence) const {
    const size_t next = evidence.passage + 1;
    if (next >= impl_.passages.size()) return std::nullopt;
    const Passage& passage = impl_.passages[next];
    if (passage.title || passage.document != impl_.passages[evidence.passage].document)
      return std::nullopt;
    std::string sentence = ask::best_sentence(passage, question_, impl_.search, "");
    if (!ask::says_more(sentence, question_)) return std::nullopt;
    return Evidence{next, evidence.coverage, std::move(sentence)};
  }

  Result<DocumentAnswer> refuse(std::string reason) {
    answer_.text.clear();
    answer_.citations.clear();
    return finish(AnswerOrigin::kNone, std::move(reason));
  }

  Result<DocumentAnswer> finish(AnswerOrigin origin, std::string reason) {
    answer_.origin = origin;
    answer_.reason = std::move(reason);
    return std::move(answer_);
  }

  const Impl& impl_;
  const AskModel& model_;
  const AskOptions& options_;
  const Question question_;
  std::vector<Hit> hits_;
  DocumentAnswer answer_;
  std::string said_;
  size_t checked_ = 0;  // sentences of said_
  std::vector<std::string> sentences_;
  bool ended_ = false, said_nothing_ = false;
};

}  // namespace

DocumentQuestions::DocumentQuestions(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
DocumentQuestions::DocumentQuestions(DocumentQuestions&&) noexcept = default;
DocumentQuestions& DocumentQuestions::operator=(DocumentQuestions&&) noexcept = default;
DocumentQuestions::~DocumentQuestions() = default;

int DocumentQuestions::passages() const { return static_cast<int>(impl_->passages.size()); }

Result<DocumentQuestions> DocumentQuestions::create(std::span<const Document> documents) {
  std::vector<Passage> passages = ask::passages_of(documents);
  if (passages.empty())
    return Error{Code::kInvalidArgument,
                 documents.size() == 1 ? "the document holds no text that could answer"
                                       : "the documents hold no text that could answer",
                 "",
                 {.file = documents.size() == 1 ? documents.front().name : ""}};
  return DocumentQuestions(std::make_unique<Impl>(std::move(passages)));
}

Result<DocumentAnswer> DocumentQuestions::ask(std::string_view question, const AskModel& model,
                                              const AskOptions& options) const {
  if (trim(question).empty()) return Error{Code::kInvalidArgument, "the question is empty", "", {}};
  if (!is_valid_utf8(question))
    return Error{Code::kInvalidArgument, "the question is not UTF-8", "", {}};
  if (options.prompt_tokens < kLeastPrompt || options.max_new_tokens < 1)
    return Error{Code::kInvalidArgument,
                 "a prompt needs " + std::to_string(kLeastPrompt) + " tokens, an answer one",
                 "",
                 {}};
  if (is_set(options.cancel)) return Error{Code::kCancelled, "stopped on request", "", {}};
  return Asking(*impl_, model, options, trim(question)).answer();
}

}  // namespace octavo
