// --pages text and the pages it selects.
#pragma once

#include <vector>

#include "octavo/options.h"
#include "octavo/result.h"

namespace octavo {

// 0-based page indices, ascending, each once. Empty `ranges` select every page. A range that
// reaches beyond the document is cut; kPageRangeInvalid when nothing is left.
Result<std::vector<int>> select_pages(const std::vector<PageRange>& ranges, int page_count);

}  // namespace octavo
