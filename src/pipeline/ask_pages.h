// Page jobs and a vision-language model brought together: many pages' questions at once, so that
// the model reads its weights once for all of them.
#pragma once

#include <functional>
#include <memory>

#include "base/thread_pool.h"
#include "octavo/options.h"
#include "pipeline/page_job.h"

namespace octavo {

// Tokens an answer may have. A dense page has some 100 blocks of 25 tokens; a full page of text or
// a large table some 5,000.
inline constexpr int64_t kMaxAnswerTokens = 12'000;

struct AskLimits {
  // Of all answers to one page's questions. What is being written when they are used up is cut
  // there, and the rest is not asked; who answers in one piece (a server) may go beyond it with
  // what is under way.
  int64_t max_page_tokens = 60'000;
  size_t max_page_questions = 1'000;
  size_t window = 4;  // pages in work at once; their successors' layouts are asked for beside them
};

struct AskWork {
  size_t pages = 0;
  std::function<std::unique_ptr<PageJob>(size_t page, const Deadline& deadline)> make;
  // Called when the first question comes up; the model is used from the calling thread.
  std::function<Result<Vlm*>()> vlm;
  // Takes each page's result, in no particular order, several at a time.
  std::function<void(size_t page, Result<document::PageBlocks>)> done;
  std::function<bool()> stopped;  // true: leave the rest
};

// Works on `window` pages at a time. One call of the model holds the layout questions of the next
// window and the content questions of this one. Each page's clock is options.page_timeout for each
// page that shares the model with it. Answers that loop are cut there (VlmAnswer::finish "loop");
// questions over the limits are not asked, and the job takes an empty answer with finish "length",
// or "cancelled" where the page's clock has run out.
// Errors: those of `vlm`.
Status ask_pages(const AskWork& work, const ParseOptions& options, const AskLimits& limits,
                 ThreadPool& pool);

}  // namespace octavo
