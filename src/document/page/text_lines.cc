#include "document/page/text_lines.h"

#include "document/page/decorate.h"
#include "document/page/field_lines.h"
#include "document/page/make_words.h"
#include "document/page/split_lines.h"

namespace octavo::document {

std::vector<TextLine> build_text_lines(const PageContent& content,
                                       const std::vector<uint32_t>& glyphs) {
  std::vector<TextLine> lines;
  for (const Frame& frame : make_frames(content, glyphs)) {
    for (LineDraft& draft : split_lines(frame, content, find_lines(frame))) {
      TextLine line = make_words(frame, content, std::move(draft));
      if (!line.words.empty()) lines.push_back(std::move(line));
    }
  }
  join_drop_caps(lines);
  mark_underlines(content.rules, lines);
  attach_links(content.links, lines);
  add_field_lines(content.fields, lines);
  return lines;
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
