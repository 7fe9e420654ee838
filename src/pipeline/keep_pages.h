// What a keeper knows of a document's pages before they are read.
#pragma once

#include <vector>

#include "octavo/page_keeper.h"
#include "pipeline/collect_pages.h"

namespace octavo {

// Positions in the selection.
struct PagesToRead {
  std::vector<size_t> together;  // all that nothing is known of
  std::vector<size_t> alone;     // behind them, one at a time
};

// Puts pages that were kept, and those that are given up, into `collected`. Without a keeper all
// pages are to be read.
PagesToRead recall_pages(PageKeeper* keeper, const std::vector<int>& pages,
                         CollectPages& collected);

}  // namespace octavo
