// Pages that finish in any order, handed on in page order.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "document/order/assemble_document.h"
#include "octavo/options.h"

namespace octavo {

// Thread-safe. Calls options.on_page and options.picture_sink, one call at a time. A page that
// failed stays as a failed page; a cancelled one ends the document.
class CollectPages {
 public:
  // `options` must outlive it; `pages` are the indices in the file.
  CollectPages(const ParseOptions& options, std::vector<int> pages);

  void add(size_t position, Result<document::PageBlocks> page);
  bool stopped() const;
  // Once all pages are added. Errors: kCancelled, or what the picture sink said.
  Result<std::vector<document::PageBlocks>> take();

 private:
  void hand_over_pictures(document::PageBlocks& page);

  const ParseOptions& options_;
  const std::vector<int> indices_;
  mutable std::mutex mutex_;
  std::vector<std::optional<document::PageBlocks>> pages_;
  size_t reported_ = 0;
  std::optional<Error> error_;
};

}  // namespace octavo
