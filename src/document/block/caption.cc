#include "document/block/caption.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"

namespace octavo::document {
namespace {

using Text = std::u32string_view;

char32_t lower(char32_t c) {
  if (c >= 'A' && c <= 'Z') return c | 0x20;
  if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return c + 0x20;
  return c;
}

std::u32string lower_head(std::string_view text, size_t characters) {
  std::u32string head = to_utf32(utf8_prefix(trim(text), 4 * characters));
  for (char32_t& c : head) c = lower(c);
  return head;
}

struct Word {
  Text word;  // lower case
  CaptionKind kind;
};
constexpr std::array kWords = std::to_array<Word>({
    {U"figure", CaptionKind::kFigure},    {U"fig", CaptionKind::kFigure},
    {U"figures", CaptionKind::kFigure},   {U"chart", CaptionKind::kFigure},
    {U"plate", CaptionKind::kFigure},     {U"scheme", CaptionKind::kFigure},
    {U"diagram", CaptionKind::kFigure},   {U"photo", CaptionKind::kFigure},
    {U"graph", CaptionKind::kFigure},     {U"exhibit", CaptionKind::kFigure},
    {U"abbildung", CaptionKind::kFigure}, {U"abb", CaptionKind::kFigure},
    {U"bild", CaptionKind::kFigure},      {U"figura", CaptionKind::kFigure},
    {U"gráfico", CaptionKind::kFigure},   {U"ilustración", CaptionKind::kFigure},
    {U"schéma", CaptionKind::kFigure},    {U"图", CaptionKind::kFigure},
    {U"图表", CaptionKind::kFigure},      {U"表格", CaptionKind::kTable},
    {U"圖", CaptionKind::kFigure},        {U"附图", CaptionKind::kFigure},
    {U"table", CaptionKind::kTable},      {U"tab", CaptionKind::kTable},
    {U"tabelle", CaptionKind::kTable},    {U"tableau", CaptionKind::kTable},
    {U"tabla", CaptionKind::kTable},      {U"cuadro", CaptionKind::kTable},
    {U"表", CaptionKind::kTable},         {U"附表", CaptionKind::kTable},
    {U"续表", CaptionKind::kTable},       {U"listing", CaptionKind::kCode},
    {U"algorithm", CaptionKind::kCode},   {U"algorithmus", CaptionKind::kCode},
    {U"algorithme", CaptionKind::kCode},  {U"algoritmo", CaptionKind::kCode},
    {U"代码", CaptionKind::kCode},        {U"算法", CaptionKind::kCode},
});

bool digit(char32_t c) { return (c >= '0' && c <= '9') || (c >= 0xFF10 && c <= 0xFF19); }

// "3", "2-1", "A.4", "IV", "S2", "3a", "一". End of it, or `at` when there is none.
size_t number_end(Text t, size_t at) {
  size_t end = at;
  bool digits = false;
  while (end < t.size() && end - at < 10) {
    const char32_t c = t[end];
    const bool joint = (c == '.' || c == '-' || c == 0x2013 || c == 0xFF0D || c == 0x2212) &&
                       end > at && end + 1 < t.size() && digit(t[end + 1]);
    const bool cjk_numeral = Text(U"一二三四五六七八九十").find(c) != Text::npos;
    if (!digit(c) && !joint && !cjk_numeral && !(is_letter(c) && !is_cjk(c))) break;
    digits = digits || digit(c) || cjk_numeral;
    ++end;
  }
  if (digits) return end;
  // Without digits only a Roman numeral or one letter will do.
  const bool roman =
      end > at && std::all_of(t.begin() + static_cast<std::ptrdiff_t>(at),
                              t.begin() + static_cast<std::ptrdiff_t>(end),
                              [](char32_t c) { return Text(U"ivx").find(c) != Text::npos; });
  return roman || end == at + 1 ? end : at;
}

// What follows the number when a sentence speaks of the figure.
bool is_mention(Text rest) {
  constexpr Text kCjk = U"所中为的给列显可和与及、，是说反将";
  if (rest.empty()) return false;
  if (is_cjk(rest.front())) return kCjk.find(rest.front()) != Text::npos;
  if (rest.front() == ',' || rest.front() == ';') return true;
  size_t end = 0;
  while (end < rest.size() && is_letter(rest[end])) ++end;
  const Text word = rest.substr(0, end);
  constexpr std::array<Text, 16> kVerbs{U"is",  U"are",  U"was", U"were", U"can",  U"has",
                                        U"and", U"show", U"to",  U"or",   U"also", U"in",
                                        U"we",  U"that", U"for", U"by"};
  const bool third_person = word.size() >= 4 && word.back() == 's' && word[word.size() - 2] != 's';
  return third_person || std::find(kVerbs.begin(), kVerbs.end(), word) != kVerbs.end();
}

bool contains_any(Text t, std::initializer_list<Text> pieces) {
  return std::any_of(pieces.begin(), pieces.end(),
                     [&](Text piece) { return t.find(piece) != Text::npos; });
}

}  // namespace

CaptionPrefix caption_prefix(std::string_view text) {
  constexpr size_t kHead = 48;
  const std::u32string t = lower_head(text, kHead);
  const std::u32string printed = to_utf32(utf8_prefix(trim(text), 4 * kHead));
  const Word* best = nullptr;
  for (const Word& word : kWords)
    if (Text(t).starts_with(word.word) && (best == nullptr || word.word.size() > best->word.size()))
      best = &word;
  if (best == nullptr) return {};
  size_t at = best->word.size();
  const bool latin = !is_cjk(best->word.back());
  if (latin && at < t.size() && is_letter(t[at])) return {};  // "figurative", "tables"
  if (at < t.size() && t[at] == '.') ++at;
  while (at < t.size() && is_space(t[at])) ++at;
  const size_t end = number_end(t, at);
  if (end == at) return {};
  CaptionPrefix prefix{best->kind, false, false};
  size_t next = end;
  while (next < t.size() && is_space(t[next])) ++next;
  const bool spaced = next > end;
  if (next >= t.size()) {
    prefix.separated = true;
  } else if (next == end || Text(U".:—–|：").find(t[next]) != Text::npos) {
    prefix.separated = Text(U".:：—–|)）。-").find(t[next]) != Text::npos;
  } else {
    prefix.separated = spaced && (is_upper(printed[next]) || is_cjk(printed[next]));
  }
  const bool lower_case = next < t.size() && !is_upper(printed[next]);
  prefix.mentioned =
      lower_case && !(prefix.separated && !spaced) && is_mention(Text(t).substr(next));
  return prefix;
}

bool is_continuation_caption(std::string_view text) {
  const std::u32string t = lower_head(text, 400);
  if (contains_any(t, {U"(continued", U"(cont.", U"(cont'd", U"(cont’d", U"(cont)", U"(续)",
                       U"（续）", U"(续表)", U"（续表）", U"(续上表)", U"（续上表）",
                       U"(fortsetzung", U"(suite)", U"(continuación"}))
    return true;
  const std::string_view trimmed = trim(text);
  return Text(t).starts_with(U"续表") ||
         (Text(t).starts_with(U"table") && trimmed.ends_with("continued")) || t == U"continued";
}

bool is_table_note(std::string_view text) {
  const std::u32string t = lower_head(text, 24);
  constexpr std::array kStarts = std::to_array<Text>(
      {U"note:",  U"notes:", U"note.",    U"notes.",    U"source:",  U"sources:", U"source.",
       U"注：",   U"注:",    U"注 ",      U"资料来源",  U"数据来源", U"来源：",   U"来源:",
       U"备注：", U"说明：", U"quelle:",  U"anmerkung", U"nota:",    U"fuente:",  U"※",
       U"주:",    U"자료:",  U"source :", U"note :"});
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [&](Text start) { return Text(t).starts_with(start); });
}

}  // namespace octavo::document
