// Levels of headings over the whole document.
#pragma once

#include "document/order/flow.h"

namespace octavo::document {

// Makes titles of short paragraphs that are larger than the document's text and look like its
// titles, or are much larger: on a page with little text, block/ cannot know.
void promote_titles(Flow& flow);

// Sets Block::level (1..6) of every title. The document's own title, if its first page has one, is
// level 1 and everything else stands below it. Evidence, strongest first: the PDF's outline, the
// depth of section numbers, the look (size, weight, capitals) compared with numbered headings and
// with each other. A level is never more than one below the heading before it. Returns the
// document's title, empty when it shows none.
std::string rank_headings(Flow& flow, const std::vector<OutlineEntry>& outline);

}  // namespace octavo::document
