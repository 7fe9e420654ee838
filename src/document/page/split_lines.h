// Cuts lines where a column, a table cell or a ruling line separates their parts.
#pragma once

#include "document/page/find_lines.h"

namespace octavo::document {

// `rules` are all rules of the page. Gaps are judged by their width and by whether the white
// continues through the lines above and below ("white streams"), so that the stretched spaces of
// justified text stay and gutters are cut. Sorted by v, then u0.
std::vector<LineDraft> split_lines(const Frame& frame, const PageContent& content,
                                   std::vector<LineDraft> lines);

}  // namespace octavo::document
