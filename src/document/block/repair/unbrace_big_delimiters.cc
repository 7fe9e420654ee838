#include <algorithm>
#include <array>

#include "document/block/repair/equation_rules.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

// Behind "\big" or "\Big". Longer names first, so that the first that fits is the whole command.
constexpr std::array<std::string_view, 8> kSizes{"gl", "gr", "gm", "l", "r", "m", "g", ""};
constexpr std::array<std::string_view, 10> kDelimiters{"(",   ")", "\\{", "\\}",      "|",
                                                       "\\|", "[", "]",   "\\rangle", "\\langle"};

struct BigDelimiter {
  size_t end = 0;  // behind the closing brace; 0: there is none
  std::string replacement;
};

BigDelimiter braced_delimiter(std::string_view text, size_t command, std::string_view size) {
  size_t at = command + 4 + size.size();
  const size_t name_end = at;
  at += has_at(text, at, " ");
  if (!has_at(text, at, "{")) return {};
  ++at;
  const auto* const found =
      std::find_if(kDelimiters.begin(), kDelimiters.end(), [&](std::string_view delimiter) {
        return has_at(text, at, delimiter) && has_at(text, at + delimiter.size(), "}");
      });
  if (found == kDelimiters.end()) return {};
  const std::string_view delimiter = *found;
  const bool escaped = delimiter == "\\{" || delimiter == "\\}", angle = delimiter.size() > 2;
  if (text[command + 1] == 'B' && size == "gm" && (escaped || angle)) return {};
  BigDelimiter big{at + delimiter.size() + 1,
                   std::string(text.substr(command, name_end - command))};
  const bool bracket = delimiter == "[" || delimiter == "]";
  if (bracket && (size == "gm" || size == "gl")) big.replacement += '\\';
  big.replacement += delimiter;
  if (angle) big.replacement += ' ';
  return big;
}

}  // namespace

std::string unbrace_big_delimiters(std::string_view latex) {
  std::string out;
  size_t begin = 0;
  for (size_t at = latex.find('\\'); at != std::string_view::npos; at = latex.find('\\', at)) {
    BigDelimiter big;
    if (has_at(latex, at, "\\big") || has_at(latex, at, "\\Big"))
      for (const std::string_view size : kSizes) {
        if (!has_at(latex, at + 4, size)) continue;
        big = braced_delimiter(latex, at, size);
        break;
      }
    if (big.end == 0) {
      ++at;
      continue;
    }
    out += latex.substr(begin, at - begin);
    out += big.replacement;
    at = begin = big.end;
  }
  out += latex.substr(begin);
  return replace_all(out, R"(\bigtimes)", R"(\times)");
}

}  // namespace octavo::document::protocol
