#include "document/recognize/table/cell_content.h"

#include <algorithm>

#include "base/utf8.h"
#include "document/recognize/table/text_rows.h"

namespace octavo::document {
namespace {

// A gap between words of two lines of the page that stand side by side is a space from this share
// of the font size on.
constexpr float kSpace = 0.15f;

struct Joint {
  bool space = false, newline = false;
};

// Scripts without word spaces take one only where the page shows a wide gap.
bool wants_space(const TableWord& before, const TableWord& after) {
  const float gap = after.word.box.x0 - before.word.box.x1;
  const bool unspaced = is_cjk(last_char(before.word.text)) && is_cjk(first_char(after.word.text));
  return gap > (unspaced ? 0.5f : kSpace) * std::max(before.size, after.size);
}

void append(Inlines& content, std::string_view text, uint8_t style, const std::string& url) {
  if (text.empty()) return;
  if (!content.empty() && content.back().style == style && content.back().url == url)
    content.back().text += text;
  else
    content.push_back({InlineKind::kText, style, std::string(text), url});
}

// A separator takes the style that both neighbours share, never raised or lowered.
void append_joint(Inlines& content, Joint joint, uint8_t style, const std::string& url) {
  if (content.empty() || !(joint.space || joint.newline)) return;
  const Inline& last = content.back();
  const auto shared = static_cast<uint8_t>(last.style & style & ~(kSuperscript | kSubscript));
  append(content, joint.newline ? "\n" : " ", shared, last.url == url ? url : std::string());
}

// Words of one printed row in reading order: pieces of page lines from left to right, each in its
// own order (right-to-left text keeps it).
std::vector<uint32_t> reading_order(const TableInput& input, const TextRow& row) {
  std::vector<uint32_t> words = row.words;
  std::stable_sort(words.begin(), words.end());
  struct Piece {
    float x = 0;
    uint32_t first = 0, count = 0;
  };
  std::vector<Piece> pieces;
  for (uint32_t i = 0; i < words.size(); ++i) {
    const float x = input.words[words[i]].word.box.x0;
    if (i > 0 && input.words[words[i]].line == input.words[words[i - 1]].line) {
      ++pieces.back().count;
      pieces.back().x = std::min(pieces.back().x, x);
    } else {
      pieces.push_back({x, i, 1});
    }
  }
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.x < b.x; });
  std::vector<uint32_t> order;
  for (const Piece& piece : pieces)
    order.insert(order.end(), words.begin() + piece.first,
                 words.begin() + piece.first + piece.count);
  return order;
}

}  // namespace

Inlines cell_content(const TableInput& input, std::span<const uint32_t> words,
                     std::span<const Link> links) {
  Inlines content;
  static const std::string kNoUrl;
  bool new_line = false;
  for (const TextRow& row : find_text_rows(input, words)) {
    const TableWord* before = nullptr;
    for (const uint32_t index : reading_order(input, row)) {
      const TableWord& word = input.words[index];
      const int link = word.word.link;
      const bool linked = link >= 0 && static_cast<size_t>(link) < links.size();
      const std::string& url = linked ? links[static_cast<size_t>(link)].url : kNoUrl;
      Joint joint{.newline = new_line};
      if (before != nullptr)
        joint.space = before->line == word.line && &word == before + 1 ? word.word.space_before
                                                                       : wants_space(*before, word);
      append_joint(content, joint, word.word.style, url);
      append(content, word.word.text, word.word.style, url);
      before = &word;
      new_line = false;
    }
    new_line = true;
  }
  return content;
}

}  // namespace octavo::document
