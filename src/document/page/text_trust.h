// Does the text layer say what a reader sees? Told from the codes alone, without pixels. The signs
// follow what MinerU 3.4 looks at (unmapped codes, private use, cross-script noise), with a letter
// statistic in place of its font tables.
#pragma once

#include <string>

#include "document/page/select_glyphs.h"

namespace octavo::document {

struct TrustVerdict {
  TextTrust trust = TextTrust::kAbsent;
  std::string reason;  // for a person; empty when there is nothing to say
};

// kAbsent when the selection prints nothing; kUnreadable when too many codes are unknown, when one
// constant added to the codes would turn them into language, when the Han characters are none that
// anybody writes, or when scripts change inside words all the time. Never kContradicted.
TrustVerdict judge_text(const PageContent& content, const GlyphSelection& selection);

// The same for a single line of codes: most of them unknown. Used to read such lines by OCR on a
// page whose text is fine otherwise.
bool is_unreadable_line(std::u32string_view codes);

}  // namespace octavo::document
