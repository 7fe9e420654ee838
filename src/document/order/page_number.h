// Texts that are page numbers. Pure functions; thread-safe.
#pragma once

#include <optional>
#include <string>

namespace octavo::document {

// The number that a page number shows: "7", "- 7 -", "Page 7 of 9", "第7页". None for other text.
std::optional<int> shown_page_number(const std::string& text);
// Digits, or a Roman or Chinese numeral.
bool may_be_page_number(const std::string& text);

}  // namespace octavo::document
