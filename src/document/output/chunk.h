// Pieces of a document for search and retrieval.
#pragma once

#include <string>
#include <vector>

#include "octavo/document.h"

namespace octavo::document {

struct Chunk {
  BlockKind kind = BlockKind::kText;
  std::vector<std::string> headings;  // titles above it, outermost first
  std::string text;
  std::vector<PageBox> boxes;
  std::vector<Source> sources;  // each once
  float confidence = 1;         // the lowest of its blocks
  std::string picture;          // file name of a figure
};

// In document order. Paragraphs of one section share a chunk as long as they fit.
std::vector<Chunk> make_chunks(const Document& document, size_t most_characters);

}  // namespace octavo::document
