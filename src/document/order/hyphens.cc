#include "document/order/hyphens.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/utf8.h"
#include "document/block/inline_text.h"

namespace octavo::document {
namespace {

constexpr size_t kMaxWord = 64;             // bytes; longer runs of letters are no words
constexpr size_t kMaxVocabulary = 400'000;  // entries; bounds memory on a hostile document

template <size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// First parts that keep their hyphen even when the compound stands nowhere else.
constexpr std::array<std::string_view, 9> kKeepingFirst{"self", "well", "non",   "quasi", "ex",
                                                        "all",  "half", "cross", "so"};
// Words that stand inside longer compounds.
constexpr std::array<std::string_view, 8> kLinkWords{"the", "of",  "to", "in",
                                                     "on",  "and", "by", "up"};
// Last parts that are attached with a hyphen.
constexpr std::array<std::string_view, 22> kKeepingLast{
    "based", "like", "free",  "specific", "related", "dependent", "oriented", "aware",
    "level", "wise", "known", "term",     "scale",   "driven",    "called",   "world"};
// After a suspended hyphen: "short- and long-term", "vracht- en goederenvervoer", "Vor- und
// Nachteile".
constexpr std::array<std::string_view, 7> kConjunctions{"and", "or",    "und", "oder",
                                                        "bis", "sowie", "bzw"};
// These are syllables of English words, too ("wood-en").
constexpr std::array<std::string_view, 5> kShortConjunctions{"en", "et", "ou", "e", "y"};

bool is_word_letter(char32_t c) {
  return is_letter(c) || is_combining(c) || c == '\'' || c == 0x2019;
}
bool is_joiner(char32_t c) { return c == '-' || c == 0x2010 || c == 0x2011; }

char32_t lower(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
  if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x410 && c <= 0x42F)) return c + 0x20;
  if (c >= 0x391 && c <= 0x3A9) return c + 0x20;
  return c;
}

std::string lowered(std::string_view text) {
  std::string out;
  for (const char32_t c : to_utf32(text)) append_utf8(out, is_joiner(c) ? U'-' : lower(c));
  return out;
}

bool all_upper(std::string_view text) {
  bool any = false;
  for (const char32_t c : to_utf32(text)) {
    if (is_lower(c)) return false;
    any = any || is_upper(c);
  }
  return any;
}

size_t characters(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<uint8_t>(c) & 0xC0) != 0x80; }));
}

bool is_suspended(std::string_view last, const std::string& after, const Vocabulary& vocabulary) {
  if (one_of(after, kConjunctions)) return true;
  constexpr size_t kWhole = 4;
  if (!one_of(after, kShortConjunctions) || characters(last) < kWhole) return false;
  return vocabulary.count("the") == 0 || vocabulary.count(after) > 0;
}

void for_each_inlines(Block& block, const std::function<void(Inlines&)>& visit) {
  visit(block.content);
  for (ListItem& item : block.items) visit(item.content);
  for (Caption& caption : block.captions) visit(caption.content);
  for (Caption& footnote : block.footnotes) visit(footnote.content);
}

// The word around an open hyphen at `at`: letters and hyphens to the left, letters to the right.
std::string_view word_before(std::string_view text, size_t at) {
  size_t start = at;
  while (start > 0 && at - start < kMaxWord) {
    const char32_t c = last_char(text.substr(0, start));
    if (!is_word_letter(c) && !is_joiner(c) && !is_digit(c)) break;
    start -= std::max<size_t>(1, to_utf8(std::u32string_view(&c, 1)).size());
  }
  return text.substr(start, at - start);
}

std::string_view word_after(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && end - at < kMaxWord) {
    const char32_t c = first_char(text.substr(end));
    if (!is_word_letter(c)) break;
    end += std::max<size_t>(1, to_utf8(std::u32string_view(&c, 1)).size());
  }
  return text.substr(at, std::min(end, text.size()) - at);
}

void settle(Inlines& text, const Vocabulary& vocabulary) {
  for (size_t i = 0; i < text.size(); ++i) {
    std::string& run = text[i].text;
    size_t at = run.find(kOpenHyphenUtf8);
    if (at == std::string::npos) continue;
    std::string out;
    size_t done = 0;
    for (; at != std::string::npos; at = run.find(kOpenHyphenUtf8, done)) {
      out += std::string_view(run).substr(done, at - done);
      done = at + kOpenHyphenUtf8.size();
      // The other half may stand in a run of another style.
      const std::string_view rest = done < run.size()     ? std::string_view(run).substr(done)
                                    : i + 1 < text.size() ? std::string_view(text[i + 1].text)
                                                          : std::string_view();
      const HyphenFate fate =
          settle_hyphen(word_before(out, out.size()), word_after(rest, 0), vocabulary);
      if (fate != HyphenFate::kRemove) out += '-';
      if (fate == HyphenFate::kSuspended) out += ' ';
    }
    out += std::string_view(run).substr(done);
    run = std::move(out);
  }
}

}  // namespace

void Vocabulary::add(std::string_view text) {
  std::string word, compound;
  const auto put = [&](const std::string& key) {
    if (key.empty() || key.size() > kMaxWord || counts_.size() >= kMaxVocabulary) return;
    ++counts_[key];
  };
  bool open = false;  // the word touches an open hyphen: it is half a word
  const auto end_word = [&](bool joins) {
    if (!open) put(word);
    if (joins && !word.empty()) {
      compound += word + '-';
    } else {
      if (!compound.empty() && !word.empty() && !open) put(compound + word);
      compound.clear();
    }
    if (compound.size() > kMaxWord) compound.clear();
    word.clear();
    open = false;
  };
  for (const char32_t c : to_utf32(text)) {
    if (is_word_letter(c)) {
      append_utf8(word, lower(c));
    } else if (c == kOpenHyphen) {
      open = true;
      end_word(false);
      open = true;
    } else {
      end_word(is_joiner(c));
    }
  }
  end_word(false);
}

int Vocabulary::count(const std::string& word) const {
  const auto found = counts_.find(word);
  return found == counts_.end() ? 0 : found->second;
}

HyphenFate settle_hyphen(std::string_view left, std::string_view right,
                         const Vocabulary& vocabulary) {
  if (left.empty() || right.empty()) return HyphenFate::kKeep;
  const std::string before = lowered(left), after = lowered(right);
  const size_t hyphen = before.find_last_of('-');
  const std::string last = hyphen == std::string::npos ? before : before.substr(hyphen + 1);
  const int compound =
      vocabulary.count(before + "-" + after) + vocabulary.count(last + "-" + after);
  const int joined = vocabulary.count(last + after);
  if (joined > 0 && joined >= compound) return HyphenFate::kRemove;
  if (compound > 0) return HyphenFate::kKeep;
  // "n-tridecanal", "x-ray", "e-mail", "COVID-19"; a capital inside a word: "Franco-German".
  if (characters(last) == 1 || is_digit(last_char(last))) return HyphenFate::kKeep;
  if (is_upper(first_char(right)) && !all_upper(left)) return HyphenFate::kKeep;
  if (is_suspended(last, after, vocabulary)) return HyphenFate::kSuspended;
  if (one_of(last, kKeepingFirst)) return HyphenFate::kKeep;
  // "state-of-the-art": whole words have been hyphenated so far.
  if (hyphen != std::string::npos && (vocabulary.count(last) > 0 || one_of(last, kLinkWords)))
    return HyphenFate::kKeep;
  const bool known = vocabulary.count(last) > 0 && characters(last) >= 3;
  if (known && one_of(after, kKeepingLast)) return HyphenFate::kKeep;
  constexpr size_t kWhole = 4;  // characters: shorter ones are syllables as often as words
  const bool both = vocabulary.count(last) > 0 && vocabulary.count(after) > 0 &&
                    characters(last) >= kWhole && characters(after) >= kWhole;
  return both ? HyphenFate::kKeep : HyphenFate::kRemove;
}

void settle_hyphens(Flow& flow) {
  bool any = false;
  for (FlowBlock& item : flow)
    for_each_inlines(item.block(), [&](Inlines& text) {
      for (const Inline& run : text)
        any = any || run.text.find(kOpenHyphenUtf8) != std::string::npos;
    });
  if (!any) return;
  Vocabulary vocabulary;
  for (FlowBlock& item : flow) {
    if (item.gone) continue;
    for_each_inlines(item.block(), [&](Inlines& text) { vocabulary.add(plain_text(text)); });
    for (const TableCell& cell : item.block().table.cells) vocabulary.add(plain_text(cell.content));
  }
  for (FlowBlock& item : flow)
    for_each_inlines(item.block(), [&](Inlines& text) { settle(text, vocabulary); });
}

}  // namespace octavo::document
