// Hyphens at line ends: the line breaker's, or the word's own? Settled with the words of the whole
// document.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "document/order/flow.h"

namespace octavo::document {

// Words and hyphened compounds of a document, lower case. Built once, then only asked.
class Vocabulary {
 public:
  void add(std::string_view text);
  int count(const std::string& word) const;

 private:
  std::unordered_map<std::string, int> counts_;
};

enum class HyphenFate : uint8_t {
  kRemove,     // exam-/ple -> example
  kKeep,       // well-/known -> well-known
  kSuspended,  // vracht-/en goederen -> vracht- en goederen
};
// `left` and `right`: the letters before and after the hyphen; `left` may itself hold hyphens.
HyphenFate settle_hyphen(std::string_view left, std::string_view right,
                         const Vocabulary& vocabulary);

// Replaces every kOpenHyphen of the flow's contents, items, captions and footnotes.
void settle_hyphens(Flow& flow);

}  // namespace octavo::document
