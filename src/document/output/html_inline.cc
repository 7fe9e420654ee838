#include "document/output/html_inline.h"

#include <array>
#include <utility>

#include "base/utf8.h"
#include "document/output/inline_runs.h"

namespace octavo::document {
namespace {

struct StyleTag {
  uint8_t style;
  const char* tag;
};
// Outermost first.
constexpr std::array kTags{StyleTag{kBold, "strong"},       StyleTag{kItalic, "em"},
                           StyleTag{kStrikethrough, "del"}, StyleTag{kUnderline, "u"},
                           StyleTag{kMonospace, "code"},    StyleTag{kSuperscript, "sup"},
                           StyleTag{kSubscript, "sub"}};

std::string escape_clean(std::string_view text, const char* line_end) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += line_end;
        break;
      default:
        out.push_back(c);
    }
  }
  return out;
}

std::string styled(const Inline& run, HtmlMath math) {
  std::string text = escape_clean(run.text, "<br>");
  if (run.kind == InlineKind::kMath)
    return math == HtmlMath::kDollar ? "$" + text + "$" : "\\(" + text + "\\)";
  std::string open, close;
  for (const StyleTag& row : kTags) {
    if (!(run.style & row.style)) continue;
    open += "<" + std::string(row.tag) + ">";
    close.insert(0, "</" + std::string(row.tag) + ">");
  }
  return open + text + close;
}

}  // namespace

std::string escape_html(std::string_view text) { return escape_clean(clean_text(text), "\n"); }

std::string html_inlines(const Inlines& inlines, HtmlMath math) {
  const Inlines runs = tidy_inlines(inlines);
  std::string out;
  for (size_t i = 0; i < runs.size();) {
    size_t end = i + 1;
    while (end < runs.size() && runs[end].url == runs[i].url) ++end;
    const auto url = runs[i].url.empty() ? std::nullopt : safe_url(runs[i].url);
    if (url) out += "<a href=\"" + escape_clean(*url, "") + "\">";
    for (; i < end; ++i) out += styled(runs[i], math);
    if (url) out += "</a>";
  }
  return out;
}

}  // namespace octavo::document
