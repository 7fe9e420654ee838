// One page on its way through a tier that asks a vision-language model: it says what it wants to
// know, somebody else asks for many pages at once (ask_pages.h).
#pragma once

#include <cstddef>
#include <optional>

#include "document/order/assemble_document.h"
#include "image/image.h"
#include "vlm/vlm.h"

namespace octavo {

// The calls come in this order, one at a time, from any thread: open; layout_question and, when
// there is one, take_layout; for each question cut, question and take; finish. After an error only
// the destructor is called.
class PageJob {
 public:
  virtual ~PageJob() = default;

  // The work before any question.
  virtual Status open() = 0;
  // Where are the blocks? Its picture lives until take_layout. None: it knows.
  virtual std::optional<VlmRequest> layout_question() = 0;
  virtual Status take_layout(const VlmAnswer& answer) = 0;

  // What stands in a part of the page?
  virtual size_t question_count() const = 0;
  virtual Image cut(size_t question) const = 0;
  virtual VlmRequest question(size_t question, ImageView picture) const = 0;
  virtual void take(size_t question, const VlmAnswer& answer) = 0;

  // `model` is the name of who answered, `seconds` what the page took.
  virtual Result<document::PageBlocks> finish(const std::string& model, float seconds) = 0;
};

}  // namespace octavo
