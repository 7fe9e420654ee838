// Pages made by hand for tests: lines of text at places, put into regions.
#pragma once

#include <string>
#include <vector>

#include "base/utf8.h"
#include "document/block/build_blocks.h"

namespace octavo::document::test {

// Every Latin character is half an em wide, every CJK one a whole em: widths are easy to reckon.
inline float text_width(const std::string& text, float size) {
  float width = 0;
  for (const char32_t c : to_utf32(text)) width += size * (is_cjk(c) || is_hangul(c) ? 1.0f : 0.5f);
  return width;
}

// One line with its left end at `x` and its baseline at `y`.
inline TextLine make_line(const std::string& text, float x, float y, float size = 10,
                          uint8_t style = kPlain) {
  TextLine line;
  line.baseline = y;
  line.size = size;
  float at = x;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    if (end > begin) {
      Word word;
      word.text = text.substr(begin, end - begin);
      word.size = size;
      word.style = style;
      word.space_before = !line.words.empty();
      word.box = {at, y - 0.8f * size, at + text_width(word.text, size), y + 0.2f * size};
      line.words.push_back(word);
    }
    at += text_width(text.substr(begin, end - begin), size) + 0.5f * size;
    begin = end + 1;
  }
  line.box = {x, y - 0.8f * size, x + text_width(text, size), y + 0.2f * size};
  return line;
}

struct TestPage {
  Page page;
  Layout layout;
  std::vector<Answer> answers;

  explicit TestPage(int index = 0) {
    page.index = index;
    page.width = 612;
    page.height = 792;
  }

  Region& add(RegionKind kind, std::vector<TextLine> lines, PointBox box = {}) {
    for (const TextLine& line : lines) box = hull(box, line.box);
    Region region;
    region.kind = kind;
    region.box = box;
    layout.regions.push_back(region);
    answers.push_back({.lines = std::move(lines)});
    return layout.regions.back();
  }

  // Rows at one left edge, 12 points apart. A row that starts with spaces is indented by half an em
  // each.
  Region& add_rows(RegionKind kind, const std::vector<std::string>& rows, float x = 72,
                   float y = 100, float size = 10, uint8_t style = kPlain, float pitch = 12) {
    std::vector<TextLine> lines;
    for (size_t i = 0; i < rows.size(); ++i) {
      const size_t indent = rows[i].find_first_not_of(' ');
      if (indent == std::string::npos) continue;
      lines.push_back(make_line(rows[i].substr(indent),
                                x + 0.5f * size * static_cast<float>(indent),
                                y + pitch * static_cast<float>(i), size, style));
    }
    return add(kind, std::move(lines));
  }

  std::vector<PageBlock> build() { return build_blocks(page, layout, answers); }
};

// A row of running text that is exactly `characters` long: words of the alphabet, no full stop at
// the end.
inline std::string full_row(size_t characters, const std::string& start = "") {
  std::string row = start;
  const std::vector<std::string> words{"alpha", "beta",  "gamma", "delta",
                                       "omega", "sigma", "kappa"};
  for (size_t i = 0; row.size() < characters; ++i)
    row += (row.empty() ? "" : " ") + words[i % words.size()];
  row.resize(characters);
  if (row.back() == ' ') row.back() = 's';
  return row;
}

inline std::vector<std::string> texts(const std::vector<PageBlock>& blocks) {
  std::vector<std::string> out;
  out.reserve(blocks.size());
  for (const PageBlock& block : blocks) out.push_back(plain_text(block.block.content));
  return out;
}

inline std::vector<BlockKind> kinds(const std::vector<PageBlock>& blocks) {
  std::vector<BlockKind> out;
  out.reserve(blocks.size());
  for (const PageBlock& block : blocks) out.push_back(block.block.kind);
  return out;
}

// "1. One" and so on.
inline std::vector<std::string> items(const Block& block) {
  std::vector<std::string> out;
  out.reserve(block.items.size());
  for (const ListItem& item : block.items)
    out.push_back(std::string(static_cast<size_t>(item.level), '>') + item.marker + "|" +
                  plain_text(item.content));
  return out;
}

}  // namespace octavo::document::test
