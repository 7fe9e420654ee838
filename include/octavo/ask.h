// Questions about documents that were read: the blocks that bear on a question are searched for, a
// language model answers from them, and what it says is held against them. An answer always names
// the block it stands in; what no block says is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/document.h"
#include "octavo/model.h"
#include "octavo/result.h"

namespace octavo {

// What writes the answers: Model::generate and its tokenizer, or anything that does the same.
struct AskModel {
  std::function<Result<Generation>(const GenerateRequest&)> generate;
  std::function<int64_t(std::string_view)> count_tokens;
};

struct AskOptions {
  int64_t prompt_tokens = 1024;  // passages and question together, at least 64
  int64_t max_new_tokens = 96;
  const CancelFlag* cancel = nullptr;  // not owned; must outlive the call
  // Gets the answer once it has been checked, in one piece or sentence by sentence, on the calling
  // thread; false stops.
  std::function<bool(std::string_view)> on_text;
};

// A place that an answer stands on. "[2:5]" is the fifth block of page 2, counted as the overlay of
// octavo parse counts; with several documents "[3:2:5]" is that of the third.
struct AnswerCitation {
  std::string label;
  int document = 0;            // 0-based, of those asked about
  int page = 0;                // 0-based in the file
  int number = 0;              // of the block on its page, from 1
  size_t block = 0;            // index in Document::blocks
  std::vector<PageBox> boxes;  // of the block, or of the table row alone
  std::string text;            // the sentence, list item or table row that bears the answer
};

enum class AnswerOrigin : uint8_t {
  kModel,  // the model's words, all of them found in the cited blocks
  kQuote,  // the document's own words: the model's did not bear checking
  kNone,   // the document does not say
};
std::string_view answer_origin_name(AnswerOrigin origin);  // "model" "quote" "none"

struct DocumentAnswer {
  std::string text;  // without labels
  AnswerOrigin origin = AnswerOrigin::kNone;
  std::string reason;  // why it was quoted or refused, in words; empty for kModel
  std::vector<AnswerCitation> citations;  // at least one, but for kNone
  float evidence = 0;         // share of the question that the best passage bears on, 0..1
  int passages = 0;           // of the documents
  int passages_used = 0;      // of those, shown to the model; 0: it was not asked
  int64_t prompt_tokens = 0;  // what they and the question took
  bool question_cut = false;  // only its beginning fitted
  Generation generation;      // what the model did; its text is what it said before the check
};

// Documents, ready to be asked. Immutable and thread-safe. Holds what it needs of the documents.
class DocumentQuestions {
 public:
  // Errors: kInvalidArgument when there is no document, or none of them holds any text.
  static Result<DocumentQuestions> create(std::span<const Document> documents);
  DocumentQuestions(DocumentQuestions&&) noexcept;
  DocumentQuestions& operator=(DocumentQuestions&&) noexcept;
  ~DocumentQuestions();

  // The same question gets the same answer, whatever was asked before; what questions share of
  // their prompts is read once by a model that reuses beginnings. Errors: kInvalidArgument (an
  // empty question, not UTF-8, options out of range), kCancelled, and the model's.
  Result<DocumentAnswer> ask(std::string_view question, const AskModel& model,
                             const AskOptions& options = {}) const;

  int passages() const;

 private:
  struct Impl;
  explicit DocumentQuestions(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo
