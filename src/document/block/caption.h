// Captions: "Figure 3: ...", "表 2-1 ...", "Abb. 4". Pure functions; thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

namespace octavo::document {

enum class CaptionKind : uint8_t { kNone, kFigure, kTable, kCode };

struct CaptionPrefix {
  CaptionKind kind = CaptionKind::kNone;
  // Punctuation, a line end or a capital follows the number: a caption, not "Figure 3 shows".
  bool separated = false;
  // A sentence about it: "Figure 3 shows", "图1所示".
  bool mentioned = false;

  explicit operator bool() const { return kind != CaptionKind::kNone; }
};

// English, Chinese, German, French, Spanish.
CaptionPrefix caption_prefix(std::string_view text);

// "(continued)", "续表", "Fortsetzung": this table goes on from the page before (MinerU keeps such
// a list too).
bool is_continuation_caption(std::string_view text);

// "Note:", "Source:", "注：", "资料来源": stands under a table or figure and belongs to it.
bool is_table_note(std::string_view text);

}  // namespace octavo::document
