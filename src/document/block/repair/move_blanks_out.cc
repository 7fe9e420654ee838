#include "document/block/repair/text_rules.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr size_t kBlankLength = 3;
constexpr auto kNone = std::string_view::npos;

// The next run of underscores that is a blank; nothing when there is none.
std::string_view find_blank(std::string_view text, size_t from) {
  for (size_t at = text.find('_', from); at != kNone; at = text.find('_', at)) {
    const size_t end = std::min(text.find_first_not_of('_', at), text.size());
    if (end - at >= kBlankLength) return text.substr(at, end - at);
    at = end;
  }
  return {};
}

std::string move_out(std::string_view math) {
  std::vector<std::string> parts;
  const auto add_math = [&](std::string_view part) {
    if (!is_blank(part)) parts.push_back(R"(\()" + std::string(part) + R"(\))");
  };
  size_t begin = 0;
  for (;;) {
    const std::string_view blank = find_blank(math, begin);
    if (blank.empty()) break;
    const auto at = static_cast<size_t>(blank.data() - math.data());
    add_math(math.substr(begin, at - begin));
    parts.emplace_back(blank);
    begin = at + blank.size();
  }
  add_math(math.substr(begin));
  return join(parts, " ");
}

}  // namespace

std::string move_blanks_out(std::string_view text) {
  std::string out;
  size_t begin = 0;
  for (size_t at; (at = text.find(R"(\()", begin)) != kNone;) {
    const size_t end = text.find(R"(\))", at + 3);  // at least one character inside
    if (end == kNone) break;
    const std::string_view math = text.substr(at + 2, end - at - 2);
    out += text.substr(begin, at - begin);
    begin = end + 2;
    if (find_blank(math, 0).empty())
      out += text.substr(at, begin - at);
    else
      out += move_out(math);
  }
  return out += text.substr(begin);
}

}  // namespace octavo::document::protocol
