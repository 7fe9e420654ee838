// Whether cells go on over a page break: the questions that are asked once all pages are read, and
// their bounds.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "octavo/document.h"
#include "octavo/options.h"
#include "vlm/vlm.h"

namespace octavo {

// Of a whole document. A row that is larger is not asked about.
struct CellLimits {
  int questions = 1'000;
  size_t cells = 200;     // in a row
  size_t bytes = 16'000;  // of the texts in both rows: some 5,000 tokens
};

class CellQuestions {
 public:
  // `vlm` as in Readers; all questions together have options.page_timeout, from the first on.
  // `options` must outlive it.
  CellQuestions(const ParseOptions& options, std::function<Result<Vlm*>()> vlm,
                const CellLimits& limits = {});

  // Which cells of the row below go on from the row above; empty: nobody knows, the rows stay
  // apart.
  std::vector<bool> ask(const std::vector<std::string>& above,
                        const std::vector<std::string>& below);

  // `vlm_cells_unasked`, when a bound was reached; `vlm_cells_unanswered`.
  void report(std::vector<Diagnostic>& diagnostics) const;

 private:
  bool within_bounds(const std::vector<std::string>& above, const std::vector<std::string>& below);

  const ParseOptions& options_;
  const std::function<Result<Vlm*>()> vlm_;
  const CellLimits limits_;
  std::optional<Deadline> deadline_;
  int asked_ = 0, unasked_ = 0, unanswered_ = 0;
};

}  // namespace octavo
