// Pages that finish in any order, handed on in page order.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "document/order/assemble_document.h"
#include "octavo/options.h"

namespace octavo {

// Thread-safe. Calls options.on_page, and options.picture_sink and finished() of options.keeper,
// one call at a time; who takes a page there does not hold up those that ask whether to go on. A
// page that failed stays as a failed page; a cancelled one ends the document.
class CollectPages {
 public:
  // `options` must outlive it; `pages` are the indices in the file.
  CollectPages(const ParseOptions& options, std::vector<int> pages);

  void add(size_t position, Result<document::PageBlocks> page);
  // A page that an earlier parse has read and handed on.
  void add_kept(size_t position, document::PageBlocks page);
  bool stopped() const;
  // Once all pages are added. Errors: kCancelled, or what the picture sink or the keeper said.
  Result<std::vector<document::PageBlocks>> take();

 private:
  void hand_over_pictures(document::PageBlocks& page);
  void keep(const document::PageBlocks& page);
  void place(size_t position, document::PageBlocks page);
  void fail(Error error);

  const ParseOptions& options_;
  const std::vector<int> indices_;
  std::mutex takers_;  // one of the sink and the keeper at a time
  mutable std::mutex mutex_;
  std::vector<std::optional<document::PageBlocks>> pages_;
  size_t reported_ = 0;
  std::optional<Error> error_;
};

}  // namespace octavo
