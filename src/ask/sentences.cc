#include "ask/sentences.h"

#include <array>

#include "base/utf8.h"

namespace octavo::ask {
namespace {

constexpr std::array<std::string_view, 4> kWideEnds = {"。", "！", "？", "；"};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// "A." "2." "e.g." "No.", and "10.2." at the start: the point belongs to what stands before it.
bool is_abbreviation(std::string_view before) {
  size_t letters = 0;
  while (letters < before.size() && !is_blank(before[before.size() - 1 - letters])) ++letters;
  const std::string_view word = before.substr(before.size() - letters);
  if (word.size() <= 2) return true;
  if (word.find('.') == std::string_view::npos) return false;
  const bool number = word.find_first_not_of("0123456789.,") == std::string_view::npos;
  return !number || trim(before).size() == word.size();
}

// How many bytes of an end stand at `at`; 0: none.
size_t end_length(std::string_view text, size_t at) {
  const char c = text[at];
  if (c == '\n') return 1;
  for (const std::string_view end : kWideEnds)
    if (text.substr(at).starts_with(end)) return end.size();
  if (c != '.' && c != '!' && c != '?' && c != ';') return 0;
  if (at + 1 < text.size() && !is_blank(text[at + 1])) return 0;
  return c == '.' && is_abbreviation(text.substr(0, at)) ? 0 : 1;
}

}  // namespace

std::vector<std::string_view> sentences_of(std::string_view text) {
  std::vector<std::string_view> sentences;
  size_t from = 0;
  const auto add = [&](size_t end) {
    const std::string_view sentence = trim(text.substr(from, end - from));
    if (!sentence.empty()) sentences.push_back(sentence);
    from = end;
  };
  for (size_t at = 0; at < text.size();) {
    const size_t length = end_length(text, at);
    at += length == 0 ? 1 : length;
    if (length > 0) add(at);
  }
  add(text.size());
  return sentences;
}

}  // namespace octavo::ask
