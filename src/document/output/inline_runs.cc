#include "document/output/inline_runs.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace octavo::document {
namespace {

constexpr char32_t kNextLine = 0x85, kLineSeparator = 0x2028, kParagraphSeparator = 0x2029;

bool prints_nothing(char32_t c) { return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0xFEFF; }

std::string clean(std::string_view text, bool keep_tabs) {
  std::string out;
  out.reserve(text.size());
  const std::u32string wide = to_utf32(text);
  for (size_t i = 0; i < wide.size(); ++i) {
    const char32_t c = wide[i];
    if (c == '\r' && i + 1 < wide.size() && wide[i + 1] == '\n') continue;
    if (c == '\n' || c == '\r' || c == kNextLine || c == kLineSeparator || c == kParagraphSeparator)
      out.push_back('\n');
    else if (c == '\t')
      out.push_back(keep_tabs ? '\t' : ' ');
    else if (!prints_nothing(c))
      append_utf8(out, c);
  }
  return out;
}

// One line, without "$": it would end the formula for a Markdown reader. "\\$" is a printed dollar.
std::string clean_math(std::string_view latex) {
  std::string out;
  for (const char c : collapse_spaces(clean_text(latex)))
    if (c != '$' || out.ends_with('\\')) out.push_back(c);
  return out;
}

bool is_blank(std::string_view text) { return trim(text).empty(); }

bool same_look(const Inline& a, const Inline& b) { return a.style == b.style && a.url == b.url; }

bool is_visible(const Inline& run) { return run.kind == InlineKind::kMath || !is_blank(run.text); }

void trim_ends(Inlines& runs) {
  runs.erase(std::find_if(runs.rbegin(), runs.rend(), is_visible).base(), runs.end());
  runs.erase(runs.begin(), std::find_if(runs.begin(), runs.end(), is_visible));
  if (runs.empty()) return;
  if (std::string& text = runs.front().text; runs.front().kind == InlineKind::kText)
    text.erase(0, static_cast<size_t>(trim(text).data() - text.data()));
  if (std::string& text = runs.back().text; runs.back().kind == InlineKind::kText) {
    const std::string_view kept = trim(text);
    text.resize(static_cast<size_t>(kept.data() - text.data()) + kept.size());
  }
}

void append_run(Inlines& runs, Inline run) {
  if (!runs.empty() && runs.back().kind == InlineKind::kText && run.kind == InlineKind::kText &&
      same_look(runs.back(), run))
    runs.back().text += run.text;
  else
    runs.push_back(std::move(run));
}

}  // namespace

std::string clean_text(std::string_view text) { return clean(text, false); }
std::string clean_code(std::string_view text) { return clean(text, true); }

Inlines tidy_inlines(const Inlines& inlines) {
  Inlines cleaned;
  for (const Inline& run : inlines) {
    Inline copy = run;
    copy.text = run.kind == InlineKind::kMath ? clean_math(run.text) : clean_text(run.text);
    if (!copy.text.empty()) cleaned.push_back(std::move(copy));
  }
  for (size_t i = 1; i + 1 < cleaned.size(); ++i) {
    Inline &run = cleaned[i], &before = cleaned[i - 1], &after = cleaned[i + 1];
    if (run.kind == InlineKind::kText && same_look(before, after) && is_blank(run.text)) {
      run.style = before.style;
      run.url = before.url;
    }
  }
  Inlines runs;
  for (Inline& run : cleaned) append_run(runs, std::move(run));
  trim_ends(runs);
  return runs;
}

std::string running_text(const Inlines& inlines) {
  std::string out;
  for (const Inline& run : tidy_inlines(inlines)) {
    if (run.kind == InlineKind::kMath)
      out += "$" + run.text + "$";
    else if (run.style & kSuperscript)
      out += "<sup>" + run.text + "</sup>";
    else if (run.style & kSubscript)
      out += "<sub>" + run.text + "</sub>";
    else
      out += run.text;
  }
  return out;
}

Inlines body_inlines(const Block& block) {
  if (!block.content.empty()) return block.content;
  Inlines all;
  for (const Line& line : block.lines) {
    if (!all.empty()) all.push_back({.text = "\n"});
    all.insert(all.end(), line.content.begin(), line.content.end());
  }
  return all;
}

std::optional<std::string> safe_url(std::string_view url) {
  static constexpr std::array<std::string_view, 5> kSchemes{"http", "https", "mailto", "ftp",
                                                            "tel"};
  static constexpr std::string_view kEncoded = " <>\"'`\\()[]{}|^";
  std::string out;
  for (const char c : trim(url)) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte < 0x20 || byte == 0x7F) continue;
    if (kEncoded.find(c) == std::string_view::npos) {
      out.push_back(c);
    } else {
      constexpr char kHex[] = "0123456789ABCDEF";
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  if (!is_valid_utf8(out)) return std::nullopt;
  if (out.starts_with("www.")) out.insert(0, "http://");
  const size_t colon = out.find(':');
  if (colon == std::string::npos) return out.empty() ? std::nullopt : std::optional(out);
  // "a/b:c" is a path; what stands before the first colon is a scheme only without such characters.
  if (out.find_first_of("/?#") < colon) return out;
  std::string scheme = out.substr(0, colon);
  std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (std::find(kSchemes.begin(), kSchemes.end(), scheme) == kSchemes.end()) return std::nullopt;
  return out;
}

}  // namespace octavo::document
