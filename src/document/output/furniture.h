// Which running heads, feet, page numbers and marginal notes are printed.
#pragma once

#include <set>
#include <string>

#include "octavo/document.h"
#include "octavo/output.h"

namespace octavo::document {

// Asked block by block in document order. kNone: none of them. kAll: all. kFirst: each distinct
// text once, where it is first seen (digits do not count: "Page 3" is "Page 4" again), and no page
// numbers.
class FurnitureFilter {
 public:
  explicit FurnitureFilter(HeaderPolicy policy) : policy_(policy) {}
  bool prints(const Block& block);

 private:
  HeaderPolicy policy_;
  std::set<std::string> seen_;
};

}  // namespace octavo::document
