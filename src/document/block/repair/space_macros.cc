#include <algorithm>
#include <array>

#include "document/block/repair/text_rules.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr std::array<std::string_view, 5> kMacros{"\\cong", "\\to", "\\times", "\\subset", "\\in"};
constexpr std::array<std::string_view, 3> kWords{"\\top", "\\int", "\\inf"};

bool letter_at(std::string_view text, size_t at) {
  return at < text.size() && is_ascii_letter(text[at]);
}

// Where a space is missing in the macro at `at`; 0 when it is none.
size_t gap_at(std::string_view text, size_t at) {
  for (const std::string_view macro : kMacros) {
    if (!has_at(text, at, macro)) continue;
    const size_t end = at + macro.size();
    if (!letter_at(text, end) || letter_at(text, end + 1)) continue;
    const std::string_view word = text.substr(at, end + 1 - at);
    return std::find(kWords.begin(), kWords.end(), word) == kWords.end() ? end : 0;
  }
  return 0;
}

void add_spaced(std::string_view math, std::string& out) {
  size_t begin = 0;
  for (size_t at = math.find('\\'); at != std::string_view::npos; at = math.find('\\', at + 1)) {
    const size_t gap = gap_at(math, at);
    if (gap == 0) continue;
    out += math.substr(begin, gap - begin);
    out += ' ';
    begin = gap;
  }
  out += math.substr(begin);
}

}  // namespace

std::string space_macros(std::string_view text) {
  std::string out;
  size_t begin = 0;
  for (size_t at; (at = text.find(R"(\()", begin)) != std::string_view::npos;) {
    const size_t end = text.find(R"(\))", at + 2);
    if (end == std::string_view::npos) break;
    out += text.substr(begin, at + 2 - begin);
    add_spaced(text.substr(at + 2, end - at - 2), out);
    begin = end;
  }
  return out += text.substr(begin);
}

}  // namespace octavo::document::protocol
