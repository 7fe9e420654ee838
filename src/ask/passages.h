// A document into the pieces that are searched, shown to a model and cited.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "octavo/document.h"

namespace octavo::ask {

struct Passage {
  int document = 0;
  size_t block = 0;            // index in Document::blocks
  int page = 0;                // 0-based
  int number = 0;              // of the block on its page, from 1, as the overlay counts
  std::vector<PageBox> boxes;  // of the row for table rows, else of the block
  std::string text;            // a paragraph or a piece of one, list items, a table row: whole
  std::string heading;  // the headings it stands under, outermost first, and what leads to it
  bool title = false;   // a heading itself
  bool row = false;     // of a table: quoted whole
  bool weak = false;    // tables of contents and page furniture: they only point elsewhere
};

// In reading order. Long paragraphs are cut at sentence ends, long lists between items. Each row of
// a table stands alone, with the heads of its columns: "Lot: 2 | Pages: 44,800". Page numbers, and
// furniture that was there before, are left out.
std::vector<Passage> passages_of(std::span<const Document> documents);

// "[2:5]"; with several documents "[3:2:5]".
std::string label_of(const Passage& passage, bool several);

}  // namespace octavo::ask
