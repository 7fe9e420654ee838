#include "document/output/markdown_inline.h"

#include <algorithm>

#include "base/utf8.h"
#include "document/output/inline_runs.h"
#include "document/output/markdown_marks.h"

namespace octavo::document {
namespace {

constexpr uint8_t kEmphasis = kBold | kItalic | kStrikethrough;

bool says_something(std::string_view text) {
  const std::u32string wide = to_utf32(text);
  return std::any_of(wide.begin(), wide.end(),
                     [](char32_t c) { return is_letter(c) || is_digit(c); });
}

// Styles that Markdown has no use for, or that sit on text where they only make noise, are taken
// off.
Inlines simplify(Inlines runs) {
  const bool all_code = std::all_of(runs.begin(), runs.end(), [](const Inline& run) {
    return run.kind == InlineKind::kText && (run.style & kMonospace);
  });
  for (Inline& run : runs) {
    run.style &= static_cast<uint8_t>(~kUnderline);
    if (all_code) run.style &= static_cast<uint8_t>(~kMonospace);
    if (run.kind == InlineKind::kText && !says_something(run.text))
      run.style &= kSuperscript | kSubscript;
    if (!run.url.empty()) run.url = safe_url(run.url).value_or("");
  }
  return tidy_inlines(runs);
}

std::string code_span(const std::string& text) {
  size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const std::string pad = text.starts_with('`') || text.ends_with('`') ? " " : "";
  std::string one_line = text;
  std::replace(one_line.begin(), one_line.end(), '\n', ' ');
  return fence + pad + one_line + pad + fence;
}

class ParagraphWriter {
 public:
  explicit ParagraphWriter(const Inlines& inlines) : runs_(simplify(tidy_inlines(inlines))) {
    OwnMarkup own;
    for (const Inline& run : runs_) {
      own.emphasis = own.emphasis || (run.style & (kBold | kItalic));
      own.strike = own.strike || (run.style & kStrikethrough);
      own.math = own.math || run.kind == InlineKind::kMath;
      own.code = own.code || is_code(run);
      starts_.push_back(literal_.size());
      // What is not literal text stands for one letter.
      literal_ += is_literal(run) ? to_utf32(run.text) : std::u32string(1, U'x');
      in_link_.resize(literal_.size(), !run.url.empty());
    }
    marks_ = mark_markup(literal_, starts_, in_link_, own);
    starts_.push_back(literal_.size());
  }

  std::string write() {
    for (size_t i = 0; i < runs_.size();) {
      size_t end = i + 1;
      while (end < runs_.size() && runs_[end].url == runs_[i].url) ++end;
      if (runs_[i].url.empty())
        write_styled(i, end);
      else
        write_link(i, end);
      i = end;
    }
    return std::move(out_);
  }

 private:
  static bool is_code(const Inline& run) {
    return run.kind == InlineKind::kText && (run.style & kMonospace);
  }
  static bool is_literal(const Inline& run) {
    return run.kind == InlineKind::kText && !is_code(run);
  }

  std::string literal_text(size_t begin, size_t end) const {
    std::string text;
    for (size_t i = begin; i < end; ++i) text += runs_[i].text;
    return text;
  }

  void write_link(size_t begin, size_t end) {
    const std::string& url = runs_[begin].url;
    const std::string text = literal_text(begin, end);
    // An address that is its own text becomes a link by itself.
    if (text == url || "mailto:" + text == url || "http://" + text == url) {
      out_ += text;
      return;
    }
    // "[12]" as link text: the brackets stay outside, where they need no escape.
    if (end - begin == 1 && is_literal(runs_[begin]) && text.size() > 2 && text.front() == '[' &&
        text.find_first_of("[]", 1) == text.size() - 1) {
      std::string inner;
      append_run(inner, begin, 1, 1);
      out_ += "[[" + inner + "](" + url + ")]";
      return;
    }
    // '!' right before a link would make it a picture.
    if (out_.ends_with('!')) out_.replace(out_.size() - 1, 1, "&#33;");
    out_ += '[';
    write_styled(begin, end);
    out_ += "](" + url + ")";
  }

  void write_styled(size_t begin, size_t end) {
    for (size_t i = begin; i < end;) {
      const uint8_t style = runs_[i].style & kEmphasis;
      size_t next = i + 1;
      while (next < end && (runs_[next].style & kEmphasis) == style) ++next;
      std::string inner;
      bool only_small = true;
      for (size_t j = i; j < next; ++j) {
        append_run(inner, j);
        only_small = only_small && (runs_[j].style & (kSuperscript | kSubscript));
      }
      // Letter styles of an index or exponent by itself say nothing, and their marks hardly ever
      // fit.
      if (style == 0 || only_small)
        out_ += inner;
      else
        emphasize(inner, style, char_after(next, end));
      i = next;
    }
  }

  // The first character that will be written after run `next - 1`; 0 at the end.
  char32_t char_after(size_t next, size_t group_end) const {
    if (next >= runs_.size()) return 0;
    if (next >= group_end) return runs_[next].url.empty() ? first_written(next) : U'[';
    return first_written(next);
  }
  char32_t first_written(size_t i) const {
    const Inline& run = runs_[i];
    if (run.style & (kBold | kItalic)) return U'*';
    if (run.style & kStrikethrough) return U'~';
    if (run.kind == InlineKind::kMath) return U'$';
    if (is_code(run)) return U'`';
    if (run.style & (kSuperscript | kSubscript)) return U'<';
    return first_char(run.text);
  }

  void append_run(std::string& out, size_t i, size_t skip_front = 0, size_t skip_back = 0) const {
    const Inline& run = runs_[i];
    std::string text;
    if (run.kind == InlineKind::kMath) {
      text = "$" + run.text + "$";
    } else if (is_code(run)) {
      text = code_span(run.text);
    } else {
      const size_t begin = starts_[i] + skip_front, end = starts_[i + 1] - skip_back;
      append_marked(text, std::u32string_view(literal_).substr(begin, end - begin),
                    marks_.data() + begin);
    }
    const char* tag = run.style & kSuperscript ? "sup" : run.style & kSubscript ? "sub" : nullptr;
    out += tag == nullptr ? text : "<" + std::string(tag) + ">" + text + "</" + tag + ">";
  }

  // White space moves out of the markers; where CommonMark would not see the markers as such (next
  // to CJK letters with punctuation inside, next to other stars), tags do the same.
  void emphasize(std::string_view inner, uint8_t style, char32_t after) {
    const std::string_view core = trim(inner);
    if (core.empty()) {
      out_ += inner;
      return;
    }
    const auto lead = static_cast<size_t>(core.data() - inner.data());
    const std::string_view tail = inner.substr(lead + core.size());
    out_ += inner.substr(0, lead);
    if (!tail.empty()) after = U' ';
    const char32_t before = last_char(out_);
    const auto works = [&](Symbols symbols) {
      return is_left_flanking(before, first_char(core), symbols) &&
             is_right_flanking(last_char(core), after, symbols);
    };
    const bool stars = works(Symbols::kPunctuation) && works(Symbols::kLetters) && before != '*' &&
                       before != '~' && after != '*' && after != '~';
    std::string open, close;
    const auto wrap = [&](uint8_t bit, const char* marker, const char* tag) {
      if (!(style & bit)) return;
      open += stars ? marker : "<" + std::string(tag) + ">";
      close.insert(0, stars ? marker : "</" + std::string(tag) + ">");
    };
    wrap(kStrikethrough, "~~", "del");
    wrap(kBold, "**", "strong");
    wrap(kItalic, "*", "em");
    out_ += open;
    out_ += core;
    out_ += close;
    out_ += tail;
  }

  Inlines runs_;
  std::u32string literal_;
  std::vector<size_t> starts_;
  std::vector<bool> in_link_;
  std::vector<CharacterEscape> marks_;
  std::string out_;
};

bool is_line_space(char c) { return c == ' ' || c == '\t'; }

// "#", "##" ... followed by white space.
bool looks_like_heading(std::string_view line) {
  const size_t marks = line.find_first_not_of('#');
  constexpr size_t kDeepest = 6;
  if (line.empty() || line.front() != '#') return false;
  return marks == std::string_view::npos ? line.size() <= kDeepest
                                         : marks <= kDeepest && is_line_space(line[marks]);
}

// Position of the '.' or ')' of "12. text"; npos when the line does not begin an ordered list.
size_t ordered_marker(std::string_view line) {
  constexpr size_t kMostDigits = 9;
  size_t digits = 0;
  while (digits < line.size() && line[digits] >= '0' && line[digits] <= '9') ++digits;
  if (digits == 0 || digits > kMostDigits || digits >= line.size()) return std::string_view::npos;
  if (line[digits] != '.' && line[digits] != ')') return std::string_view::npos;
  const bool ends = digits + 1 == line.size() || is_line_space(line[digits + 1]);
  return ends ? digits : std::string_view::npos;
}

// A thematic break ("***", "_ _ _"), or what turns the line above into a heading ("===", "--").
bool looks_like_rule(std::string_view line) {
  const char mark = line.front();
  const auto count = static_cast<size_t>(std::count(line.begin(), line.end(), mark));
  if (mark == '-' || mark == '=') return count == line.size();
  constexpr size_t kFewest = 3;
  return (mark == '*' || mark == '_') && count >= kFewest &&
         std::all_of(line.begin(), line.end(),
                     [&](char c) { return c == mark || is_line_space(c); });
}

// "|---|:--:|", "--- | ---", ":--".
bool looks_like_table_rule(std::string_view line) {
  return line.find('-') != std::string_view::npos &&
         line.find_first_not_of("|:- \t") == std::string_view::npos;
}

bool looks_like_fence(std::string_view line) {
  if (line.starts_with("~~~")) return true;
  return line.starts_with("```") &&
         line.find('`', line.find_first_not_of('`')) == std::string_view::npos;
}

// "[label]: ..."; the label may go on in the next line.
bool looks_like_definition(std::string_view line) {
  if (!line.starts_with('[')) return false;
  const size_t close = line.find(']');
  return close == std::string_view::npos || line.substr(close + 1).starts_with(':');
}

}  // namespace

std::vector<std::string> markdown_lines(const Inlines& inlines) {
  const std::string text = ParagraphWriter(inlines).write();
  std::vector<std::string> lines;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (const std::string_view line = trim(std::string_view(text).substr(begin, end - begin));
        !line.empty())
      lines.emplace_back(line);
    begin = end + 1;
  }
  return lines;
}

std::string markdown_inlines(const Inlines& inlines, std::string_view separator) {
  std::string out;
  for (const std::string& line : markdown_lines(inlines)) {
    if (!out.empty()) out += separator;
    out += line;
  }
  return out;
}

std::string markdown_paragraph(const Inlines& inlines, size_t indent) {
  std::string out;
  for (std::string& line : markdown_lines(inlines)) {
    if (!out.empty()) out += "  \n" + std::string(indent, ' ');
    out += escape_line_start(std::move(line));
  }
  return out;
}

std::string escape_line_start(std::string line) {
  if (line.empty()) return line;
  if (const size_t marker = ordered_marker(line); marker != std::string::npos)
    return line.insert(marker, 1, '\\');
  if (looks_like_fence(line)) {
    // Every mark of the fence: what is left of it could still open a code span.
    const size_t marks = line.find_first_not_of(line[0]);
    std::string escaped;
    for (size_t i = 0; i < std::min(marks, line.size()); ++i) escaped += {'\\', line[0]};
    return escaped + line.substr(std::min(marks, line.size()));
  }
  const bool bullet = (line[0] == '-' || line[0] == '+' || line[0] == '*') &&
                      (line.size() == 1 || is_line_space(line[1]));
  if (bullet || line[0] == '>' || looks_like_heading(line) || looks_like_rule(line) ||
      looks_like_table_rule(line) || looks_like_definition(line))
    line.insert(0, 1, '\\');
  return line;
}

Inlines without_style(const Inlines& inlines, uint8_t style) {
  Inlines out = inlines;
  for (Inline& run : out) run.style &= static_cast<uint8_t>(~style);
  return out;
}

}  // namespace octavo::document
