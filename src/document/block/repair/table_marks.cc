#include "document/block/repair/table_marks.h"

#include <algorithm>

#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kOpen = "<eq>", kClose = "</eq>";

// Everything between `open` and the next `close`, at least one character, gets <eq> around it.
std::string mark_between(std::string_view text, std::string_view open, std::string_view close) {
  std::string out;
  size_t begin = 0;
  for (size_t at; (at = text.find(open, begin)) != kNone;) {
    const size_t inside = at + open.size();
    const size_t end = inside < text.size() ? text.find(close, inside + 1) : kNone;
    if (end == kNone) break;
    out += text.substr(begin, at - begin);
    out += kOpen;
    out += strip(text.substr(inside, end - inside));
    out += kClose;
    begin = end + close.size();
  }
  return out += text.substr(begin);
}

std::string mark_plain(std::string_view text) {
  return mark_between(mark_between(text, R"(\()", R"(\))"), R"(\[)", R"(\])");
}

}  // namespace

std::string mark_formulas(std::string_view html) {
  std::string out;
  size_t begin = 0;
  for (size_t at; (at = html.find(kOpen, begin)) != kNone;) {
    const size_t end = html.find(kClose, at + kOpen.size());
    if (end == kNone) break;
    out += mark_plain(html.substr(begin, at - begin));
    begin = end + kClose.size();
    out += html.substr(at, begin - at);
  }
  return out += mark_plain(html.substr(begin));
}

std::string place_pictures(std::string_view html, const std::vector<CoveredPicture>& covered) {
  if (covered.empty()) return std::string(html);
  std::string out;
  size_t begin = 0;
  for (size_t at = html.find('['); at != kNone; at = html.find('[', at + 1)) {
    const size_t inside = skip_spaces(html, at + 1);
    const auto found = std::find_if(covered.begin(), covered.end(), [&](const auto& picture) {
      return has_at(html, inside, picture.code);
    });
    if (found == covered.end()) continue;
    const size_t close = skip_spaces(html, inside + found->code.size());
    if (!has_at(html, close, "]")) continue;
    out += html.substr(begin, at - begin);
    if (!found->source.empty()) out += "<img src=\"" + found->source + "\"/>";
    begin = close + 1;
    at = close;
  }
  return out += html.substr(begin);
}

}  // namespace octavo::document::protocol
