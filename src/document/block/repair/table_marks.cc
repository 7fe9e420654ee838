#include "document/block/repair/table_marks.h"

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

PictureCodes::PictureCodes(const std::vector<CoveredPicture>& covered) {
  for (const CoveredPicture& picture : covered) sources_.try_emplace(picture.code, picture.source);
}

std::string PictureCodes::replace(std::string_view text, bool show) const {
  if (sources_.empty()) return std::string(text);
  std::string out;
  size_t begin = 0;
  for (size_t at = text.find('['); at != kNone; at = text.find('[', at + 1)) {
    const size_t inside = skip_spaces(text, at + 1);
    size_t end = inside;
    while (end < text.size() && is_ascii_alnum(text[end])) ++end;
    const size_t close = skip_spaces(text, end);
    if (!has_at(text, close, "]")) continue;
    const auto found = sources_.find(text.substr(inside, end - inside));
    if (found == sources_.end()) continue;
    out += text.substr(begin, at - begin);
    if (show && !found->second.empty()) out += "<img src=\"" + std::string(found->second) + "\"/>";
    begin = close + 1;
    at = close;
  }
  return out += text.substr(begin);
}

}  // namespace octavo::document::protocol
