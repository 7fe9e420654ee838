#include "document/block/title.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/utf8.h"
#include "document/block/caption.h"
#include "document/block/contents.h"

namespace octavo::document {
namespace {

constexpr size_t kMaxTitleRows = 4;
constexpr int kLongestStopped = 50;  // characters of a numbered heading that ends with a full stop
constexpr int kMaxTitleCharacters = 160, kMaxCjkTitleCharacters = 50;

struct Text {
  std::string text;
  int characters = 0, letters = 0, lower = 0, cjk = 0, digits = 0;
};

Text gather(const std::vector<Row>& rows, size_t begin, size_t end) {
  Text out;
  for (size_t i = begin; i < end; ++i) {
    if (!out.text.empty()) out.text += ' ';
    out.text += rows[i].text;
  }
  for (const char32_t c : to_utf32(out.text)) {
    out.characters += !is_space(c);
    out.letters += is_letter(c);
    out.lower += is_lower(c);
    out.digits += is_digit(c);
    out.cjk += is_cjk(c);
  }
  return out;
}

bool mostly_cjk(const Text& t) { return t.cjk * 2 > t.characters; }
bool all_caps(const Text& t) { return t.letters >= 3 && t.lower == 0 && t.cjk == 0; }

struct Type {
  float size = 0, bold = 0, italic = 0, monospace = 0;
  bool ocr = false;
};

Type type_of(const std::vector<Row>& rows, size_t begin, size_t end) {
  Type type;
  float all = 0;
  for (size_t i = begin; i < end; ++i) {
    const auto n = static_cast<float>(rows[i].characters);
    type.size += rows[i].size * n;
    type.bold += rows[i].bold * n;
    type.italic += rows[i].italic * n;
    type.monospace += rows[i].monospace * n;
    type.ocr = type.ocr || rows[i].ocr;
    all += n;
  }
  if (all > 0) {
    type.size /= all;
    type.bold /= all;
    type.italic /= all;
    type.monospace /= all;
  }
  return type;
}

// ASCII lower case, without spaces inside CJK, without a section number or a final colon.
std::string bare_heading(std::string_view text) {
  const SectionNumber number = parse_section_number(text);
  if (number.depth > 0 && number.bytes < text.size()) text.remove_prefix(number.bytes);
  std::string out;
  for (const char32_t c : to_utf32(trim(text))) {
    if (is_space(c) && !out.empty() && is_cjk(last_char(out))) continue;
    append_utf8(out, c >= 'A' && c <= 'Z' ? (c | 0x20) : c);
  }
  if (out.ends_with(':') || out.ends_with('.')) out.pop_back();
  return collapse_spaces(out);
}

template <size_t N>
bool one_of(const std::string& text, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// "Name: John", "Total 12.50": a label with its value stands on one row.
bool is_label_with_value(const std::string& text) {
  const size_t colon = text.find(':');
  const size_t wide = text.find("：");
  const size_t at = std::min(colon, wide);
  if (at == std::string::npos) return false;
  const size_t length = at == colon ? 1 : 3;
  return at + length < text.size() && at < 40;
}

size_t labels_in(const std::vector<Row>& rows, size_t begin, size_t end) {
  size_t labels = 0;
  for (size_t i = begin; i < end; ++i) labels += is_label_with_value(rows[i].text);
  return labels;
}

// Names with raised marks: authors.
bool is_byline(const std::vector<Row>& rows, size_t begin, size_t end) {
  size_t raised = 0;
  for (size_t i = begin; i < end; ++i)
    for (const TextLine* line : rows[i].lines)
      for (const Word& word : line->words) raised += (word.style & kSuperscript) != 0;
  return raised >= 2;
}

bool has_shape(const Text& t, size_t rows) {
  if (rows > kMaxTitleRows || t.letters < 2) return false;
  if (t.characters > (mostly_cjk(t) ? kMaxCjkTitleCharacters : kMaxTitleCharacters)) return false;
  if (t.text.find('@') != std::string::npos || t.text.find("://") != std::string::npos)
    return false;
  const char32_t last = last_char(trim(t.text));
  if (last == ',' || last == ';' || last == U'，' || last == U'；' || last == U'、' ||
      last == U'。' || last == ':' || last == U'：')
    return false;
  if (is_lower(first_char(t.text))) return false;
  const CaptionPrefix caption = caption_prefix(t.text);
  return !(caption && caption.separated) && !parse_marker(t.text).is_bullet();
}

// A numbered row of body type that is set off and stands over running text.
bool reads_as_numbered(const Text& text, const SectionNumber& number, const Type& type) {
  using Family = SectionNumber::Family;
  if (all_caps(text) || (type.italic > 0.9f && number.family != Family::kDecimal)) return true;
  const bool open_end = !ends_sentence(text.text) || last_char(text.text) == U'？';
  if (!open_end) return false;
  if (!mostly_cjk(text)) return number.depth >= 2 && text.characters <= 60;
  const bool cjk_family = number.family == Family::kCjkNamed ||
                          number.family == Family::kCjkParen || number.family == Family::kCjkComma;
  return text.characters <= 25 && (cjk_family || number.depth >= 2);
}

}  // namespace

Following describe_following(const std::vector<Row>& rows, size_t begin, size_t end,
                             const Column& column, const PageFacts& facts, uint16_t font) {
  Following next;
  if (begin >= end) return next;
  const Type type = type_of(rows, begin, end);
  const Text text = gather(rows, begin, std::min(end, begin + 3));
  next.nothing = false;
  next.rows = end - begin;
  next.other_font = rows[begin].font != font;
  next.plain = type.bold < 0.5f && type.size < 1.15f * facts.body_size;
  constexpr float kLeastColumn = 20;  // ems
  const bool wide = (column.known && column.width() > kLeastColumn * rows[begin].size &&
                     rows[begin].width() > 0.6f * column.width()) ||
                    text.characters > 50;
  next.marked = bool(parse_marker(rows[begin].text));
  const bool sentence = ends_sentence(text.text) && text.characters >= (mostly_cjk(text) ? 10 : 25);
  next.prose = sentence || wide || next.marked || (end - begin >= 2 && text.characters > 40);
  return next;
}

bool reads_as_title(const std::vector<Row>& rows, const Paragraph& paragraph,
                    const PageFacts& facts, const Following& next) {
  const size_t begin = paragraph.begin, end = paragraph.end;
  const Text text = gather(rows, begin, end);
  if (!has_shape(text, end - begin)) return false;
  if (end - begin == 1 && is_known_heading(text.text)) return true;
  if (is_byline(rows, begin, end) || labels_in(rows, begin, end) >= 2) return false;
  const SectionNumber number = parse_section_number(text.text);
  const bool numbered = number.depth > 0 && number.bytes < text.text.size();
  if (ends_sentence(text.text) && !numbered) return false;
  const Type type = type_of(rows, begin, end);
  const float ratio = type.size / facts.body_size;
  if (ratio > (type.ocr ? 1.4f : 1.18f)) return type.ocr ? end - begin <= 2 : true;
  const bool plain_type = type.bold < 0.5f && ratio < 1.1f;
  if (numbered && plain_type && facts.numbers_paragraphs(number.depth)) return false;
  if (numbered && ends_sentence(text.text) && text.characters > kLongestStopped) return false;
  const bool set_off = paragraph.gap_above || paragraph.centered || begin == 0;
  if (numbered && !number.bare && next.title && set_off) return true;
  if (!next.prose) return false;
  const bool label = is_label_with_value(text.text) && !numbered;
  const bool bold = type.bold > 0.9f && !facts.bold_body && ratio > 0.9f;
  if (bold && next.plain && !label && end - begin <= 2) return true;
  if (end - begin > 1) return false;
  if (numbered && !number.bare && set_off) return reads_as_numbered(text, number, type);
  // A font of its own, white space above, running text below.
  const bool other_font = !type.ocr && next.other_font && ratio > 0.95f && !label;
  const bool short_row = text.characters <= (mostly_cjk(text) ? 25 : 60);
  if (other_font && short_row && next.rows >= 2 && (paragraph.gap_above || begin == 0)) return true;
  return all_caps(text) && paragraph.centered && text.letters >= 5 && !label;
}

bool cannot_be_title(const std::vector<Row>& rows, size_t begin, size_t end,
                     const PageFacts& facts) {
  const Text text = gather(rows, begin, end);
  const Type type = type_of(rows, begin, end);
  const float ratio = type.size / facts.body_size;
  const bool numbered = parse_section_number(text.text).depth > 0;
  if (text.letters < 2 && text.cjk == 0) return !numbered;
  if (type.monospace > 0.9f && !facts.monospace_body)
    return true;  // a command on a line of its own
  if (text.characters > 2 * kMaxTitleCharacters || end - begin > 2 * kMaxTitleRows) return true;
  if (is_byline(rows, begin, end) || labels_in(rows, begin, end) >= 2) return true;
  // An address with its telephone numbers.
  if (end - begin >= 2 && text.digits * 4 > text.characters && !numbered) return true;
  if (ratio > 1.15f) return false;
  const char32_t last = last_char(trim(text.text));
  if (!numbered && (last == U'。' || last == U'；') && text.characters > 15) return true;
  if (end - begin >= 2 && ends_sentence(text.text) && type.bold < 0.9f) return true;
  const bool plain = type.bold < 0.5f || facts.bold_body;
  const SectionNumber number = parse_section_number(text.text);
  if (plain && facts.numbers_paragraphs(number.depth)) return true;
  if (plain && ends_sentence(text.text) && text.characters > kLongestStopped) return true;
  if (plain && text.characters > kMaxTitleCharacters) return true;
  return plain && !numbered && ratio < 1.1f && is_label_with_value(text.text);
}

std::vector<Paragraph> split_titles(const std::vector<Row>& rows, const Column& column,
                                    const PageFacts& facts) {
  std::vector<Paragraph> out;
  for (size_t begin = 0; begin < rows.size();) {
    size_t end = begin + 1;
    for (; end < rows.size(); ++end) {
      const Row& a = rows[end - 1];
      const Row& b = rows[end];
      const float ratio = std::max(a.size, b.size) / std::min(a.size, b.size);
      const bool type =
          ratio > (a.ocr || b.ocr ? 1.35f : 1.1f) || std::fabs(a.bold - b.bold) > 0.9f;
      const float distance = b.baseline - a.baseline;
      // Nearer rows are two headings only where the upper one has room left for what follows.
      const bool apart = is_upper(first_char(b.text)) && ends_early(a, b, column.right);
      const float spaced = (apart ? 1.35f : 1.7f) * facts.pitch * std::max(a.size, b.size);
      const bool far = distance > spaced;
      const bool number = parse_section_number(b.text).depth > 0 &&
                          parse_section_number(a.text).depth > 0 && ends_early(a, b, column.right);
      if (type || far || number) break;
    }
    out.push_back({.begin = begin,
                   .end = end,
                   .gap_above = true,
                   .centered = is_centered(rows, begin, end, column)});
    begin = end;
  }
  return out;
}

bool is_references_heading(std::string_view text) {
  constexpr std::array<std::string_view, 10> kNames{
      "references", "bibliography", "works cited",   "literature cited", "literaturverzeichnis",
      "literatur",  "références",   "bibliographie", "参考文献",         "參考文獻"};
  return one_of(bare_heading(text), kNames);
}

bool is_known_heading(std::string_view text) {
  constexpr std::array<std::string_view, 20> kNames{"abstract",
                                                    "introduction",
                                                    "conclusion",
                                                    "conclusions",
                                                    "acknowledgements",
                                                    "acknowledgments",
                                                    "acknowledgement",
                                                    "acknowledgment",
                                                    "related work",
                                                    "discussion",
                                                    "appendix",
                                                    "摘要",
                                                    "引言",
                                                    "绪论",
                                                    "前言",
                                                    "结论",
                                                    "致谢",
                                                    "附录",
                                                    "zusammenfassung",
                                                    "résumé"};
  if (is_references_heading(text) || is_contents_title(text)) return true;
  // "abstract" in running text is lower case.
  return !is_lower(first_char(text)) && one_of(bare_heading(text), kNames);
}

}  // namespace octavo::document
