// Inlines as every writer wants them: valid UTF-8 without control characters, neighbours of one
// style joined, no empty runs. Also the small questions that more than one writer asks about them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "octavo/document.h"

namespace octavo::document {

// Repairs UTF-8 (bad bytes become U+FFFD), drops control characters, turns tabs into spaces and
// every line separator into '\n'. Zero-width joiners and direction marks stay: emoji and
// right-to-left text need them.
std::string clean_text(std::string_view text);

// The same for code: tabs stay.
std::string clean_code(std::string_view text);

// Cleaned runs in order: equal neighbours joined, math trimmed, nothing at either end but visible
// text. White space between two runs of one style takes that style, so that "**a** **b**" becomes
// one run.
Inlines tidy_inlines(const Inlines& inlines);

// Text as JSON and chunks carry it: math as $latex$, raised and lowered text as <sup> and <sub>,
// all other styles dropped, '\n' between lines. Nothing is escaped.
std::string running_text(const Inlines& inlines);

// The content of a block: `content`, or its printed lines joined by '\n' when only those are there.
Inlines body_inlines(const Block& block);

// The address as it may stand in an output: control characters and white space encoded, schemes
// that run code refused. Empty: do not link.
std::optional<std::string> safe_url(std::string_view url);

}  // namespace octavo::document
