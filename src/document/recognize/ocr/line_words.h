// Characters of one line -> words with boxes.
#pragma once

#include <vector>

#include "document/page/page.h"
#include "networks/text_recognizer.h"

namespace octavo::document {

// Along which way the characters of a line run on the page.
enum class Direction : uint8_t { kRight, kDown, kLeft, kUp };

// Words of a line whose picture shows `area` of the page, in reading order. Cut at spaces, and at
// gaps that are wide for their line, which the network does not always report. Full-width letters
// and digits become ASCII; punctuation stays as it was read; the text is NFC without control
// characters.
std::vector<Word> words_of(const RecognizedText& text, const PointBox& area, Direction direction);

}  // namespace octavo::document
