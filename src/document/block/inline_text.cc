#include "document/block/inline_text.h"

#include <algorithm>

#include "base/utf8.h"

namespace octavo::document {
namespace {

bool is_hyphen(char32_t c) { return c == '-' || c == 0x2010 || c == 0x2011 || c == kOpenHyphen; }

// Scripts written without spaces between words.
bool is_unspaced(char32_t c) {
  const bool south_east_asian =
      (c >= 0x0E00 && c <= 0x0EFF) || (c >= 0x1780 && c <= 0x17FF) || (c >= 0x1000 && c <= 0x109F);
  return is_cjk(c) || south_east_asian;
}

// What is not white space at the end (or the start) of a text.
std::string_view last_token(std::string_view text) {
  const size_t space = text.find_last_of(" \n");
  return space == std::string_view::npos ? text : text.substr(space + 1);
}
std::string_view first_token(std::string_view text) {
  return text.substr(0, text.find_first_of(" \n"));
}

bool is_address(std::string_view token) {
  return token.find("://") != std::string_view::npos || token.starts_with("www.") ||
         token.starts_with("doi:") || token.starts_with("10.10");
}

// A URL that was cut at a line end: its next piece holds what no word holds, or the cut is at a
// separator.
bool continues_address(std::string_view before, std::string_view after) {
  const std::string_view token = last_token(before), next = first_token(after);
  if (!is_address(token) || next.empty()) return false;
  if (std::string_view("/-_.?=&#%~:").find(token.back()) != std::string_view::npos) return true;
  return next.find_first_of("/=&%_?") != std::string_view::npos && !is_address(next);
}

char32_t char_before_last(std::string_view text) {
  const std::u32string tail = to_utf32(text.substr(text.size() > 12 ? text.size() - 12 : 0));
  return tail.size() < 2 ? 0 : tail[tail.size() - 2];
}

void pop_last(std::string& text) {
  while (!text.empty() && (static_cast<uint8_t>(text.back()) & 0xC0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
}

// The marks are ours alone: what a page shows must not look like them.
std::string without_marks(std::string_view text) {
  std::string out(text);
  for (const std::string_view mark : {kOpenHyphenUtf8, kOpenBreakUtf8})
    for (size_t at = 0; (at = out.find(mark, at)) != std::string::npos;) out.erase(at, mark.size());
  return out;
}

void push(Inlines& runs, std::string_view text, uint8_t style, const std::string& url,
          InlineKind kind) {
  if (text.empty()) return;
  if (!runs.empty() && runs.back().kind == kind && kind == InlineKind::kText &&
      runs.back().style == style && runs.back().url == url)
    runs.back().text += text;
  else
    runs.push_back({kind, style, std::string(text), url});
}

// Raised and lowered text does not reach over a space.
uint8_t space_style(uint8_t before, uint8_t after) {
  return before & after & static_cast<uint8_t>(~(kSuperscript | kSubscript));
}

void push_space(Inlines& runs, uint8_t next_style, const std::string& next_url) {
  if (runs.empty() || runs.back().text.ends_with(' ') || runs.back().text.ends_with('\n')) return;
  const std::string url = runs.back().url == next_url ? next_url : std::string();
  push(runs, " ", space_style(runs.back().style, next_style), url, InlineKind::kText);
}

// Bytes at the start that are brackets, unless that is all there is.
size_t opening_marks(std::string_view text) {
  const size_t at = text.find_first_not_of("([");
  return at == std::string_view::npos ? 0 : at;
}

// The same for the marks at the end of what links to something; brackets that it opens are its own.
size_t closing_marks(std::string_view text) {
  size_t count = 0;
  while (count + 1 < text.size()) {
    const char c = text[text.size() - 1 - count];
    const bool opened =
        text.substr(0, text.size() - 1 - count).find_first_of("([") != std::string_view::npos;
    if (!(c == '.' || c == ',' || c == ';' || ((c == ')' || c == ']') && !opened))) break;
    ++count;
  }
  return count;
}

// The text at the end of the runs, long enough for the rules of line_join and no longer: a run may
// hold a whole chapter.
std::string tail_of(const Inlines& runs) {
  constexpr size_t kEnough = 256;
  std::string tail;
  for (size_t i = runs.size(); i-- > 0 && tail.size() < kEnough;) {
    const std::string_view text = runs[i].text;
    size_t start = text.size() > kEnough ? text.size() - kEnough : 0;
    while (start < text.size() && (static_cast<uint8_t>(text[start]) & 0xC0) == 0x80) ++start;
    tail.insert(0, text.substr(start));
  }
  return tail;
}

void apply(Inlines& runs, LineJoin join, uint8_t next_style, const std::string& next_url) {
  if (runs.empty()) return;
  if (join == LineJoin::kSpace) push_space(runs, next_style, next_url);
  if (join == LineJoin::kBreak)
    push(runs, kOpenBreakUtf8, space_style(runs.back().style, next_style),
         runs.back().url == next_url ? next_url : std::string(), InlineKind::kText);
  if (join == LineJoin::kHyphen) {
    pop_last(runs.back().text);
    runs.back().text += kOpenHyphenUtf8;
  }
}

}  // namespace

LineJoin line_join(std::string_view before, std::string_view after) {
  const char32_t last = last_char(before), next = first_char(after);
  if (last == 0 || next == 0 || is_space(last) || is_space(next)) return LineJoin::kNothing;
  if (continues_address(before, after)) return LineJoin::kNothing;
  const char32_t previous = char_before_last(before);
  if (is_hyphen(last)) {
    if (is_letter(previous) && is_letter(next) && !is_unspaced(previous) && !is_unspaced(next))
      return LineJoin::kHyphen;
    // "2010-/2015" goes on; a dash that stands alone keeps its space.
    return previous == 0 || is_space(previous) ? LineJoin::kSpace : LineJoin::kNothing;
  }
  if (is_hangul(last) && is_hangul(next)) return LineJoin::kBreak;
  if (is_unspaced(last) || is_unspaced(next)) return LineJoin::kNothing;
  // En dash, em dash and slash set without a space before them.
  const bool glue = last == 0x2013 || last == 0x2014 || last == '/';
  if (glue && previous != 0 && !is_space(previous)) return LineJoin::kNothing;
  return LineJoin::kSpace;
}

void InlineBuilder::append(std::string_view text, uint8_t style, const std::string& url) {
  push(runs_, text, style, url, InlineKind::kText);
}

std::string_view InlineBuilder::last_text() const {
  return runs_.empty() ? std::string_view() : runs_.back().text;
}

void InlineBuilder::add_line(const TextLine& line) {
  static const std::string kNoUrl;
  for (size_t i = 0; i < line.words.size(); ++i) {
    const Word& word = line.words[i];
    const auto style = static_cast<uint8_t>(word.style & ~ignored_style_);
    const bool linked = word.link >= 0 && static_cast<size_t>(word.link) < links_.size();
    const std::string& url = linked ? links_[static_cast<size_t>(word.link)].url : kNoUrl;
    const bool at_line_end = i + 1 == line.words.size();
    // A soft hyphen shows at a line end only.
    std::string text = without_marks(word.text);
    if (at_line_end && word.text.ends_with(kOpenHyphenUtf8)) text += kOpenHyphenUtf8;
    if (i > 0 && word.space_before) push_space(runs_, style, url);
    if (url.empty()) {
      append(text, style, url);
      continue;
    }
    // Brackets around a link and the full stop behind it are no part of it.
    const bool first = i == 0 || line.words[i - 1].link != word.link;
    const bool last = at_line_end || line.words[i + 1].link != word.link;
    const size_t before = first ? opening_marks(text) : 0;
    const size_t after = last ? closing_marks(std::string_view(text).substr(before)) : 0;
    append(text.substr(0, before), style, kNoUrl);
    append(text.substr(before, text.size() - before - after), style, url);
    append(text.substr(text.size() - after), style, kNoUrl);
  }
}

void InlineBuilder::add_space() { push_space(runs_, kPlain, {}); }

void InlineBuilder::add_newline() {
  if (runs_.empty()) return;
  std::string& text = runs_.back().text;
  while (text.ends_with(' ')) text.pop_back();
  // A soft hyphen before a meant line end is a hyphen.
  if (text.ends_with(kOpenHyphenUtf8))
    text.replace(text.size() - kOpenHyphenUtf8.size(), std::string::npos, "-");
  // Raised and lowered text and links do not reach over a line end that is meant.
  const uint8_t style = space_style(runs_.back().style, runs_.back().style);
  append("\n", style, {});
}

void InlineBuilder::join(const TextLine& next) {
  const auto first = std::find_if(next.words.begin(), next.words.end(),
                                  [](const Word& word) { return !word.text.empty(); });
  if (first == next.words.end() || last_text().empty()) return;
  const bool linked = first->link >= 0 && static_cast<size_t>(first->link) < links_.size();
  const std::string url = linked ? links_[static_cast<size_t>(first->link)].url : std::string();
  // A raised footnote mark after a line end belongs to the word before it; a link goes on inside
  // itself.
  std::string head;
  for (auto word = first; word != next.words.end() && head.size() < 64; ++word) {
    if (word != first && word->space_before) head += ' ';
    head += word->text;
  }
  const std::string tail = tail_of(runs_);
  LineJoin how = line_join(tail, head);
  if (how == LineJoin::kSpace && !url.empty() && runs_.back().url == url &&
      is_address(last_token(tail)))
    how = LineJoin::kNothing;
  apply(runs_, how, static_cast<uint8_t>(first->style & ~ignored_style_), url);
}

Inlines InlineBuilder::take() {
  while (!runs_.empty()) {
    std::string& text = runs_.back().text;
    while (text.ends_with(' ') || text.ends_with('\n')) text.pop_back();
    if (text.ends_with(kOpenHyphenUtf8))
      text.replace(text.size() - kOpenHyphenUtf8.size(), std::string::npos, "-");
    if (!text.empty()) break;
    runs_.pop_back();
  }
  return std::exchange(runs_, {});
}

void append_inlines(Inlines& text, const Inlines& next) {
  for (const Inline& run : next) push(text, run.text, run.style, run.url, run.kind);
}

void append_joined(Inlines& text, const Inlines& next) {
  if (next.empty()) return;
  if (!text.empty()) {
    std::string head;
    for (size_t i = 0; i < next.size() && head.size() < 64; ++i) head += next[i].text;
    apply(text, line_join(tail_of(text), head), next.front().style, next.front().url);
  }
  append_inlines(text, next);
}

void drop_prefix(Inlines& text, size_t bytes) {
  size_t gone = 0;
  for (Inline& run : text) {
    const size_t cut = std::min(bytes, run.text.size());
    run.text.erase(0, cut);
    bytes -= cut;
    if (!run.text.empty()) break;
    ++gone;
  }
  text.erase(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(gone));
  if (!text.empty()) {
    std::string& front = text.front().text;
    front.erase(0, std::min(front.find_first_not_of(' '), front.size()));
    if (front.empty()) text.erase(text.begin());
  }
}

void clear_uniform_style(Inlines& text, uint8_t style) {
  const bool uniform = std::all_of(text.begin(), text.end(), [&](const Inline& run) {
    return (run.style & style) == style || trim(run.text).empty();
  });
  if (!uniform) return;
  const Inlines styled = std::exchange(text, {});
  for (const Inline& run : styled)
    push(text, run.text, static_cast<uint8_t>(run.style & ~style), run.url, run.kind);
}

}  // namespace octavo::document
