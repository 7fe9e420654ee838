// What the JSON writers share: text, numbers and boxes in JSON form. The heavy header is meant for
// the writers' own files only.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "octavo/document.h"

namespace octavo::document {

using Json = nlohmann::ordered_json;

// Text as UTF-8, not escaped to ASCII; `indent` < 0: one line. Never throws.
std::string dump_json(const Json& json, int indent);

// An array written one element at a time, so that a long document is never held as JSON objects:
// the same text as dump_json of the whole would give, each line after the first `base` spaces
// further in.
class JsonArrayText {
 public:
  JsonArrayText(int indent, int base) : indent_(indent), base_(base) {}
  void add(const Json& element);
  std::string take();  // "[...]"; ends the object's use

 private:
  int indent_, base_;
  std::string text_;
};

// 0..1 with three decimals, so that the shortest form of the number is short.
double short_fraction(float value);
// [x0, y0, x1, y1] as short fractions: of a box in parts of its page, and of one on `page`.
Json fractions(const NormBox& box);
Json fractions(const PointBox& box, const PageInfo& page);
// A length with one decimal.
double short_length(float value);

// The document's pages by index in the source file. Owns nothing.
class PageLookup {
 public:
  explicit PageLookup(const Document& document) : pages_(document.pages) {}
  const PageInfo* find(int page) const;

  // [x0, y0, x1, y1] as whole numbers, truncated, clamped to the page: in points, and in
  // thousandths of the page. Zeros when the page is unknown.
  Json points(const PageBox& box) const;
  Json thousandths(const PageBox& box) const;

 private:
  const std::vector<PageInfo>& pages_;
};

// Blocks whose first box is on one page, in document order.
struct PageOfBlocks {
  const PageInfo* page = nullptr;
  std::vector<const Block*> blocks;
};
// One entry a selected page, in page order. A block on no selected page goes to the first.
std::vector<PageOfBlocks> blocks_by_page(const Document& document);

// Kinds that MinerU keeps apart from the running text: furniture and page footnotes.
bool is_discarded_kind(BlockKind kind);

// "images/x.jpg" -> "x.jpg".
std::string base_name(const std::string& path);

}  // namespace octavo::document
