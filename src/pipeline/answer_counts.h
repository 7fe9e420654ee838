// What of a model's answers is told to the reader: what failed, was cut, or made no sense.
#pragma once

#include "base/deadline.h"
#include "base/diagnostics.h"
#include "document/layout/vlm/parse_layout.h"
#include "octavo/options.h"
#include "vlm/vlm.h"

namespace octavo {

// Errors: why there is no layout (kPageTimeout, kCancelled, the answer's own, kPageFailed).
Status check_layout_answer(const VlmAnswer& answer, const Deadline& deadline, int page);

// True: something was lost.
bool report_layout(const document::protocol::ParsedLayout& layout, const VlmAnswer& answer,
                   const Limits& limits, Diagnostics& diagnostics);

class AnswerCounts {
 public:
  // `block` has taken the answer.
  void add(const VlmAnswer& answer, const document::protocol::VlmBlock& block);
  // True: something was lost.
  bool report(Diagnostics& diagnostics) const;

 private:
  int failed_ = 0, cut_ = 0, looped_ = 0, late_ = 0, empty_ = 0;
  std::string first_error_;
};

}  // namespace octavo
