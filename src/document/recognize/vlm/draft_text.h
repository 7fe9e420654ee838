// What text layer, OCR and networks say of a region, in the words the model would use: a draft of
// its answer. A good one saves time, a bad one costs nothing but the checking.
#pragma once

#include <string>

#include "document/recognize/answer.h"

namespace octavo::document::protocol {

// Tables with structure as OTSL, all else as lines with a space between them. Thread-safe.
std::string draft_text(const Answer& answer);

}  // namespace octavo::document::protocol
