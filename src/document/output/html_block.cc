#include "document/output/html_block.h"

#include <algorithm>

#include "base/base64.h"
#include "base/utf8.h"
#include "document/output/body_parts.h"
#include "document/output/equation.h"
#include "document/output/html_inline.h"
#include "document/output/html_table.h"
#include "document/output/inline_runs.h"
#include "document/output/markdown_inline.h"
#include "document/output/markdown_list.h"

namespace octavo::document {
namespace {

constexpr int kDeepestHeading = 6;

std::string inlines(const Inlines& content) { return html_inlines(content, HtmlMath::kParen); }

// `open` with its attributes: "p class=\"note\"". Empty when there is no text.
std::string element(const std::string& open, const Inlines& content) {
  const std::string text = inlines(content);
  if (text.empty()) return "";
  const std::string tag = open.substr(0, open.find(' '));
  // Text runs the way it is written, whatever the page around it does.
  return "<" + open + " dir=\"auto\">" + text + "</" + tag + ">";
}

std::string picture(const Block& block, const HtmlOptions& options) {
  const Picture& image = block.picture;
  std::string source;
  if (!image.bytes.empty()) {
    const bool png = image.file_name.ends_with(".png");
    source = std::string("data:image/") + (png ? "png" : "jpeg") + ";base64," + base64(image.bytes);
  } else if (!image.file_name.empty()) {
    source = escape_html(safe_url(options.picture_prefix + image.file_name).value_or(""));
  }
  if (source.empty()) return "";
  std::string alt = escape_html(picture_label(block));
  if (alt.empty()) alt = block_kind_name(block.kind);
  std::string size;
  if (image.width > 0 && image.height > 0)
    size = " width=\"" + std::to_string(image.width) + "\" height=\"" +
           std::to_string(image.height) + "\"";
  return "<img src=\"" + source + "\" alt=\"" + alt + "\"" + size + ">";
}

// Tabs kept, which escape_html would make spaces.
std::string escape_code(const std::string& text) {
  std::string out;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\t', begin), text.size());
    out += escape_html(std::string_view(text).substr(begin, end - begin));
    if (end < text.size()) out += '\t';
    begin = end + 1;
  }
  return out;
}

std::string code(const Block& block) {
  std::string text = clean_code(plain_text(body_inlines(block)));
  while (text.ends_with('\n')) text.pop_back();
  if (text.empty()) return "";
  return "<pre><code>" + escape_code(text) + "</code></pre>";
}

std::string body(const Block& block, const HtmlOptions& options) {
  if (block.kind == BlockKind::kCode) return code(block);
  std::string out;
  if (block.kind == BlockKind::kTable)
    out = html_table(block.table, {.math = HtmlMath::kParen, .row_per_line = true});
  if (!out.empty()) return "<div class=\"table\">" + out + "</div>";
  out = picture(block, options);
  if (!block.content.empty() || (block.kind == BlockKind::kTable && out.empty()))
    out += element("p", body_inlines(block));
  return out;
}

std::string figure(const Block& block, const HtmlOptions& options) {
  const BodyParts parts = split_parts(block);
  std::string out;
  const auto add = [&](const std::vector<const Caption*>& captions, const char* open) {
    for (const Caption* caption : captions) out += element(open, caption->content) + "\n";
  };
  add(parts.before, "figcaption");
  out += body(block, options) + "\n";
  add(parts.after, "figcaption");
  add(parts.footnotes, "p class=\"note\"");
  if (trim(out).empty()) return "";
  return "<figure class=\"" + std::string(block_kind_name(block.kind)) + "\">\n" + out +
         "</figure>";
}

std::string equation(const Block& block, const HtmlOptions& options) {
  const Equation equation = read_equation(block);
  std::string text =
      equation.latex.empty() ? inlines(equation.text) : "\\[" + escape_html(equation.latex) + "\\]";
  if (text.empty()) text = picture(block, options);
  return text.empty() ? "" : "<div class=\"equation\">" + text + "</div>";
}

// A whole number that <ol> can count with; -1 for any other marker.
int list_number(std::string_view marker) {
  constexpr size_t kMostDigits = 9;
  if (marker.size() < 2 || marker.size() > kMostDigits + 1) return -1;
  if (marker.back() != '.' && marker.back() != ')') return -1;
  int value = 0;
  for (const char c : marker.substr(0, marker.size() - 1)) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

}  // namespace

std::string html_list(const std::vector<ListItem>& items) {
  constexpr size_t kDeepest = 12;
  std::string out;
  std::vector<std::string> open;  // tags of the open lists, outermost first; each has an open <li>
  const auto close_to = [&](size_t depth) {
    for (; open.size() > depth; open.pop_back()) out += "</li></" + open.back() + ">";
  };
  for (const ListItem& item : items) {
    const std::string marker = clean_text(trim(item.marker));
    const int number = list_number(marker);
    const std::string tag = number >= 0 ? "ol" : "ul";
    Inlines content = item.content;
    const bool shown = number < 0 && !is_bullet(marker);
    if (shown) content.insert(content.begin(), {.text = marker + " "});
    const size_t depth =
        std::min({static_cast<size_t>(std::max(item.level, 0)), open.size(), kDeepest});
    close_to(depth + 1);
    if (open.size() == depth + 1 && open.back() != tag) close_to(depth);
    if (open.size() == depth) {
      open.push_back(tag);
      out += "<" + tag + (shown ? " class=\"marked\">" : ">");
    } else {
      out += "</li>";
    }
    out += number >= 0 ? "\n<li value=\"" + std::to_string(number) + "\" dir=\"auto\">"
                       : "\n<li dir=\"auto\">";
    out += inlines(content);
  }
  close_to(0);
  return out;
}

std::string html_block(const Block& block, const HtmlOptions& options) {
  const Inlines content = body_inlines(block);
  switch (block.kind) {
    case BlockKind::kTitle:
      return element("h" + std::to_string(std::clamp(block.level, 1, kDeepestHeading)),
                     without_style(content, kBold));
    case BlockKind::kList:
    case BlockKind::kIndex:
      return block.items.empty() ? element("p", content) : html_list(block.items);
    case BlockKind::kTable:
    case BlockKind::kImage:
    case BlockKind::kChart:
    case BlockKind::kCode:
      return figure(block, options);
    case BlockKind::kEquation:
      return equation(block, options);
    case BlockKind::kReference:
      return element("p class=\"reference\"", content);
    case BlockKind::kPageFootnote:
      return element("p class=\"note\"", content);
    case BlockKind::kHeader:
    case BlockKind::kFooter:
    case BlockKind::kPageNumber:
    case BlockKind::kAside:
      return element("p class=\"furniture\"", content);
    case BlockKind::kText:
      break;
  }
  return element("p", content);
}

}  // namespace octavo::document
