#include "document/output/markdown_block.h"

#include <algorithm>

#include "base/utf8.h"
#include "document/output/body_parts.h"
#include "document/output/equation.h"
#include "document/output/html_table.h"
#include "document/output/inline_runs.h"
#include "document/output/markdown_inline.h"
#include "document/output/markdown_list.h"
#include "document/output/pipe_table.h"

namespace octavo::document {
namespace {

constexpr int kDeepestHeading = 6;

void append_part(std::string& out, const std::string& part) {
  if (part.empty()) return;
  if (!out.empty()) out += "\n\n";
  out += part;
}

std::string heading(const Block& block) {
  std::string text = markdown_inlines(without_style(body_inlines(block), kBold), " ");
  if (text.empty()) return "";
  // Closing marks are part of the syntax only after a space: "C#" is safe, "C #" is not.
  const size_t last = text.find_last_not_of('#');
  if (last == std::string::npos || (last + 1 < text.size() && text[last] == ' '))
    text.insert(text.size() - 1, 1, '\\');
  return std::string(static_cast<size_t>(std::clamp(block.level, 1, kDeepestHeading)), '#') + " " +
         text;
}

std::string list(const Block& block) {
  const std::string items = markdown_list(block.items);
  return items.empty() ? markdown_paragraph(body_inlines(block)) : items;
}

// The picture itself; empty when it was not kept.
std::string picture(const Block& block, const MarkdownOptions& options) {
  if (block.picture.file_name.empty()) return "";
  std::string alt;
  for (const char32_t c : to_utf32(collapse_spaces(clean_text(picture_label(block)))))
    if (c != U'[' && c != U']' && c != U'\\' && c != U'<' && c != U'`') append_utf8(alt, c);
  if (alt.empty()) alt = block_kind_name(block.kind);
  const auto target = safe_url(options.picture_prefix + block.picture.file_name);
  return target ? "![" + alt + "](" + *target + ")" : "";
}

std::string equation(const Block& block, const MarkdownOptions& options) {
  const Equation equation = read_equation(block);
  if (!equation.latex.empty()) return "$$\n" + equation.latex + "\n$$";
  const std::string text = markdown_paragraph(equation.text);
  return text.empty() ? picture(block, options) : text;
}

// What stands between the captions.
// Mostly words, as in a diagram, and not the numbers along the axes of a chart?
bool holds_words(const Inlines& content) {
  constexpr int kLetters = 3, kIdeographs = 2;  // of a word, at least
  const std::string text = plain_text(content);
  int rows = 0, worded = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    int letters = 0, most = 0, ideographs = 0;
    for (const char32_t c : to_utf32(std::string_view(text).substr(begin, end - begin))) {
      letters = is_letter(c) ? letters + 1 : 0;
      most = std::max(most, letters);
      ideographs += is_cjk(c) || is_hangul(c);
    }
    ++rows;
    worded += most >= kLetters || ideographs >= kIdeographs;
    begin = end + 1;
  }
  return 2 * worded >= rows && worded > 0;
}

bool is_drawing(const Block& block) {
  return block.kind == BlockKind::kImage || block.kind == BlockKind::kChart;
}

std::string body(const Block& block, const MarkdownOptions& options) {
  if (block.kind == BlockKind::kCode) return markdown_code(block);
  std::string out;
  if (block.kind == BlockKind::kTable) out = markdown_table(block.table, options.tables);
  if (!out.empty()) return out;
  out = picture(block, options);
  // Lines of a table whose structure nobody found are still its text.
  const bool has_text = !is_drawing(block) && !block.content.empty();
  if (has_text || (block.kind == BlockKind::kTable && out.empty()))
    append_part(out, markdown_paragraph(body_inlines(block)));
  return out;
}

// What is printed inside a drawing. The numbers of a chart are seen in its picture; words are worth
// reading, and where there is no picture all of it is.
std::string words_inside(const Block& block, const MarkdownOptions& options) {
  if (!is_drawing(block) || block.content.empty()) return "";
  if (!picture(block, options).empty() && !holds_words(block.content)) return "";
  return markdown_paragraph(body_inlines(block));
}

// The caption says what the words in a drawing belong to: it comes before them.
std::string with_captions(const Block& block, const MarkdownOptions& options) {
  const BodyParts parts = split_parts(block);
  std::string out;
  for (const Caption* caption : parts.before)
    append_part(out, markdown_paragraph(caption->content));
  append_part(out, body(block, options));
  for (const Caption* caption : parts.after) append_part(out, markdown_paragraph(caption->content));
  append_part(out, words_inside(block, options));
  for (const Caption* note : parts.footnotes) append_part(out, markdown_paragraph(note->content));
  return out;
}

// A fence label that is one harmless word; anything else is left out.
std::string fence_label(const std::string& language) {
  const bool word = std::all_of(language.begin(), language.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '#' || c == '-' || c == '.' || c == '_';
  });
  return word ? language : "";
}

}  // namespace

std::string markdown_table(const Table& table, TableFormat format) {
  if (table.cells.empty()) return "";
  if (format == TableFormat::kPipe || (format == TableFormat::kAuto && suits_pipes(table)))
    return pipe_table(table);
  return html_table(table, {.row_per_line = true});
}

std::string markdown_code(const Block& block) {
  std::string code = clean_code(plain_text(body_inlines(block)));
  while (code.ends_with('\n')) code.pop_back();
  const size_t first = code.find_first_not_of('\n');
  if (first == std::string::npos) return "";
  code.erase(0, first);
  size_t longest = 2, run = 0;
  for (const char c : code) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + fence_label(block.language) + "\n" + code + "\n" + fence;
}

std::string markdown_block(const Block& block, const MarkdownOptions& options) {
  switch (block.kind) {
    case BlockKind::kTitle:
      return heading(block);
    case BlockKind::kList:
    case BlockKind::kIndex:
      return list(block);
    case BlockKind::kTable:
    case BlockKind::kImage:
    case BlockKind::kChart:
    case BlockKind::kCode:
      return with_captions(block, options);
    case BlockKind::kEquation:
      return equation(block, options);
    case BlockKind::kText:
    case BlockKind::kReference:
    case BlockKind::kHeader:
    case BlockKind::kFooter:
    case BlockKind::kPageNumber:
    case BlockKind::kPageFootnote:
    case BlockKind::kAside:
      break;
  }
  return markdown_paragraph(body_inlines(block));
}

}  // namespace octavo::document
