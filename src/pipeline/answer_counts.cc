#include "pipeline/answer_counts.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/try.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo {
namespace {

std::string counted(int64_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

// The first line begins with four numbers and a name: what is left when a server shows no special
// tokens.
bool has_boxes_without_marks(std::string_view text) {
  for (int i = 0; i < 4; ++i) {
    if (i > 0) {
      if (!text.starts_with(' ')) return false;
      text.remove_prefix(1);
    }
    const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0) return false;
    text.remove_prefix(digits);
  }
  return !text.empty() && text[0] >= 'a' && text[0] <= 'z';
}

}  // namespace

Status check_layout_answer(const VlmAnswer& answer, const Deadline& deadline, int page) {
  if (answer.finish != "error" && answer.finish != "cancelled") return success();
  OCTAVO_TRY_STATUS(deadline.check());
  Error error = answer.error;
  if (error.what.empty()) error = {Code::kPageFailed, "the model gave no answer", "", {}};
  error.place.page = page;
  return error;
}

bool report_layout(const document::protocol::ParsedLayout& layout, const VlmAnswer& answer,
                   const Limits& limits, Diagnostics& diagnostics) {
  bool lost = false;
  const auto lose = [&](const char* id, std::string what) {
    lost = true;
    diagnostics.warn(id, std::move(what));
  };
  if (layout.unreadable || document::protocol::is_blank(answer.text))
    lose("vlm_layout_unreadable",
         has_boxes_without_marks(answer.text)
             ? "the server leaves special tokens out of the model's layout answer (llama-server "
               "shows them when started with --special)"
             : "the model's layout answer has no blocks");
  if (answer.finish == "length")
    lose("vlm_layout_cut", "the model's layout answer was cut at the token limit");
  if (answer.finish == "loop")
    lose("vlm_layout_repeats", "the model's layout answer repeated itself and was cut there");
  if (layout.capped)
    lose("vlm_blocks_capped", "more than " + std::to_string(limits.max_blocks_per_page) +
                                  " blocks; the rest is left out");
  if (layout.bad_boxes > 0)
    lose("vlm_boxes_outside",
         counted(layout.bad_boxes, "box", "boxes") + " without area or outside the page");
  if (layout.unknown_names > 0)
    diagnostics.info("vlm_blocks_odd", counted(layout.unknown_names, "block", "blocks") +
                                           " of a kind that the protocol does not have");
  return lost;
}

void AnswerCounts::add(const VlmAnswer& answer, const document::protocol::VlmBlock& block) {
  if (!block.content) {
    ++failed_;
    if (first_error_.empty()) first_error_ = answer.error.what;
  } else if (answer.finish == "loop") {
    ++looped_;
  } else if (answer.finish == "cancelled") {
    ++late_;
  } else if (answer.finish != "stop") {
    ++cut_;
  } else if (document::protocol::is_blank(*block.content)) {
    ++empty_;
  }
}

bool AnswerCounts::report(Diagnostics& diagnostics) const {
  if (failed_ > 0)
    diagnostics.warn("vlm_blocks_unread", counted(failed_, "block was", "blocks were") +
                                              " not read" +
                                              (first_error_.empty() ? "" : ": " + first_error_));
  if (looped_ > 0)
    diagnostics.warn("vlm_answers_repeat", counted(looped_, "answer that repeated itself was",
                                                   "answers that repeated themselves were") +
                                               " cut there");
  if (late_ > 0)
    diagnostics.warn("vlm_answers_late", counted(late_, "answer was", "answers were") +
                                             " cut at the page's time limit");
  if (cut_ > 0)
    diagnostics.warn("vlm_answers_cut",
                     counted(cut_, "answer was", "answers were") + " cut at the token limit");
  if (empty_ > 0)
    diagnostics.warn("vlm_answers_empty", counted(empty_, "answer was", "answers were") + " empty");
  return failed_ + looped_ + late_ + cut_ + empty_ > 0;
}

}  // namespace octavo
