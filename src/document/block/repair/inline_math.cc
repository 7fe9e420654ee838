#include "document/block/repair/inline_math.h"

#include "base/utf8.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr auto kNone = std::string_view::npos;

void add_run(InlineKind kind, std::string_view text, Inlines& runs) {
  if (!text.empty()) runs.push_back({kind, kPlain, std::string(text), {}});
}

}  // namespace

Inlines read_inlines(std::string_view text) {
  Inlines runs;
  size_t begin = 0;
  // A kind of delimiter that no longer closes is not looked for again: that keeps this linear.
  bool round = true, square = true;
  for (size_t at = text.find('\\'); at != kNone; at = text.find('\\', at)) {
    const bool is_round = round && has_at(text, at, R"(\()");
    const bool is_square = square && has_at(text, at, R"(\[)");
    if (!is_round && !is_square) {
      at += 1;
      continue;
    }
    const size_t end = text.find(is_round ? R"(\))" : R"(\])", at + 2);
    if (end == kNone) {
      (is_round ? round : square) = false;
      continue;
    }
    add_run(InlineKind::kText, text.substr(begin, at - begin), runs);
    add_run(InlineKind::kMath, strip(text.substr(at + 2, end - at - 2)), runs);
    at = begin = end + 2;
  }
  add_run(InlineKind::kText, text.substr(begin), runs);
  return runs;
}

std::string unfold_lines(std::string_view text) {
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view words = strip(line);
    if (words.empty()) continue;
    if (!out.empty() && !is_cjk(last_char(out)) && !is_cjk(first_char(words))) out += ' ';
    out += words;
  }
  return out;
}

}  // namespace octavo::document::protocol
