#include "pipeline/cell_questions.h"

#include <numeric>
#include <utility>

#include "document/recognize/vlm/split_cells_question.h"

namespace octavo {
namespace {

// "0", ",", " ", and as much again for brackets and words around the list. This bound stands in
// for a loop guard: a right answer repeats itself too ("0, 0, 0, 0").
constexpr int64_t kTokensACell = 4;

size_t bytes_of(const std::vector<std::string>& texts) {
  return std::accumulate(texts.begin(), texts.end(), size_t(0),
                         [](size_t sum, const std::string& text) { return sum + text.size(); });
}

}  // namespace

CellQuestions::CellQuestions(const ParseOptions& options, std::function<Result<Vlm*>()> vlm,
                             const CellLimits& limits)
    : options_(options), vlm_(std::move(vlm)), limits_(limits) {}

bool CellQuestions::within_bounds(const std::vector<std::string>& above,
                                  const std::vector<std::string>& below) {
  if (asked_ >= limits_.questions || below.size() > limits_.cells ||
      bytes_of(above) + bytes_of(below) > limits_.bytes)
    return false;
  if (!deadline_) deadline_.emplace(options_.page_timeout, options_.cancel);
  return deadline_->check().ok();
}

std::vector<bool> CellQuestions::ask(const std::vector<std::string>& above,
                                     const std::vector<std::string>& below) {
  if (!within_bounds(above, below)) {
    ++unasked_;
    return {};
  }
  auto vlm = vlm_();
  if (!vlm.ok()) {
    ++unanswered_;
    return {};
  }
  VlmRequest request = document::protocol::split_cells_request(above, below);
  request.max_new_tokens = kTokensACell * static_cast<int64_t>(below.size() + 1);
  ++asked_;
  const auto answers = (*vlm)->answer({&request, 1}, *deadline_);
  std::optional<std::vector<bool>> flags;
  if (answers.size() == 1 && answers[0].finish != "error")
    flags = document::protocol::read_split_cells(answers[0].text, below.size());
  unanswered_ += !flags;
  return flags.value_or(std::vector<bool>());
}

void CellQuestions::report(std::vector<Diagnostic>& diagnostics) const {
  const auto tell = [&](int count, const char* id, const char* what) {
    if (count == 0) return;
    diagnostics.push_back({.severity = Severity::kWarning,
                           .id = id,
                           .text = std::to_string(count) +
                                   (count == 1 ? " table goes" : " tables go") +
                                   " over a page break, and " + what,
                           .page = -1});
  };
  tell(unasked_, "vlm_cells_unasked",
       "whether cells go on was not asked: a limit on questions, their size or their time");
  tell(unanswered_, "vlm_cells_unanswered", "the model did not say whether cells go on");
}

}  // namespace octavo
