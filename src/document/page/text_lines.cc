#include "document/page/text_lines.h"

#include "document/page/decorate.h"
#include "document/page/field_lines.h"
#include "document/page/make_words.h"
#include "document/page/split_lines.h"
#include "document/page/text_trust.h"

namespace octavo::document {

namespace {

std::u32string codes_of(const PageContent& content, const LineDraft& draft) {
  std::u32string codes;
  for (const Mark& mark : draft.marks) codes.push_back(content.glyphs[mark.glyph].code);
  return codes;
}

}  // namespace

TextLines build_text_lines(const PageContent& content, const std::vector<uint32_t>& glyphs) {
  TextLines out;
  for (const Frame& frame : make_frames(content, glyphs)) {
    for (LineDraft& draft : split_lines(frame, content, find_lines(frame))) {
      const bool unreadable = is_unreadable_line(codes_of(content, draft));
      TextLine line = make_words(frame, content, std::move(draft));
      if (unreadable)
        out.unreadable.push_back(line.box);
      else if (!line.words.empty())
        out.lines.push_back(std::move(line));
    }
  }
  join_drop_caps(out.lines);
  mark_underlines(content.rules, out.lines);
  attach_links(content.links, out.lines);
  add_field_lines(content.fields, out.lines);
  return out;
}

std::string text_of(const TextLine& line) {
  std::string text;
  for (const Word& word : line.words) {
    if (word.space_before) text += ' ';
    text += word.text;
  }
  return text;
}

}  // namespace octavo::document
