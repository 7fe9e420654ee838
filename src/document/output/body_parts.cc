#include "document/output/body_parts.h"

#include "base/utf8.h"
#include "document/output/inline_runs.h"

namespace octavo::document {
namespace {

bool is_above(const PageBox& caption, const Block& block) {
  if (block.boxes.empty()) return false;
  const PageBox& body = block.boxes.front();
  if (caption.page != body.page) return caption.page < body.page;
  return caption.box.center_y() < body.box.center_y();
}

// Where the label of a caption ends: "Figure 2." "Fig. 3:" "图1 " but not the dot of "Fig.".
size_t label_end(std::u32string_view text) {
  constexpr size_t kLongestLabel = 16;
  bool digit = false;
  for (size_t i = 0; i < text.size() && i < kLongestLabel; ++i) {
    if (is_digit(text[i])) {
      digit = true;
    } else if (digit && !is_letter(text[i]) &&
               !(text[i] == '.' && i + 1 < text.size() && is_digit(text[i + 1])) &&
               text[i] != '-') {
      return i;
    }
  }
  return digit && text.size() <= kLongestLabel ? text.size() : 0;
}

}  // namespace

BodyParts split_parts(const Block& block) {
  BodyParts parts;
  for (const Caption& caption : block.captions)
    (is_above(caption.box, block) ? parts.before : parts.after).push_back(&caption);
  for (const Caption& footnote : block.footnotes) parts.footnotes.push_back(&footnote);
  return parts;
}

int first_page(const Block& block) { return block.boxes.empty() ? 0 : block.boxes.front().page; }

std::string picture_label(const Block& block) {
  constexpr size_t kMostWords = 80;  // characters, when there is no label
  for (const Caption& caption : block.captions) {
    const std::u32string text =
        to_utf32(collapse_spaces(plain_text(tidy_inlines(caption.content))));
    if (text.empty()) continue;
    if (const size_t end = label_end(text); end > 0) return to_utf8(text.substr(0, end));
    if (text.size() <= kMostWords) return to_utf8(text);
    const size_t space = text.rfind(U' ', kMostWords);
    return to_utf8(text.substr(0, space == std::u32string::npos ? kMostWords : space)) + "…";
  }
  return "";
}

}  // namespace octavo::document
