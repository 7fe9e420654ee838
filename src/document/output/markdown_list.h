// Lists and tables of contents as Markdown lists.
#pragma once

#include <string>

#include "octavo/document.h"

namespace octavo::document {

// Printed markers are kept: "3." and "3)" are Markdown numbers already; other ones ("b)", "(1)",
// "①", "1.2") stand behind a bullet; bullets of any shape become "-". Levels become indentation.
// Where printed numbers jump, an empty comment starts a new list, so that a reader does not
// renumber them.
// "" when no item has text.
std::string markdown_list(const std::vector<ListItem>& items);

// Would a Markdown reader take `next` as a continuation of the list `previous`, and renumber it?
bool numbering_would_run_on(const std::vector<ListItem>& previous,
                            const std::vector<ListItem>& next);

// Stands between two lists that must not become one.
inline constexpr const char* kListBreak = "<!-- -->";

// "•", "-", "◦" and the like: a marker that only says "item".
bool is_bullet(std::string_view marker);

// The text of an item as plain output forms write it: marker and text.
std::string item_text(const ListItem& item);

}  // namespace octavo::document
