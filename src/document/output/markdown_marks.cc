#include "document/output/markdown_marks.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "base/utf8.h"

namespace octavo::document {
namespace {

bool is_ascii_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_ascii_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_ascii_punctuation(char32_t c) {
  return c > 0x20 && c < 0x7F && !is_ascii_letter(c) && !is_ascii_digit(c);
}
bool is_break(char32_t c) { return c == 0 || is_space(c); }

// A run of one delimiter character and what CommonMark lets it do.
struct DelimiterRun {
  size_t begin = 0, end = 0;
  bool can_open = false, can_close = false;
};

class Marker {
 public:
  Marker(std::u32string_view text, const std::vector<size_t>& run_starts,
         const std::vector<bool>& in_link, const OwnMarkup& own)
      : text_(text),
        run_starts_(run_starts),
        in_link_(in_link),
        own_(own),
        in_address_(text.size()) {
    marks_.resize(text.size(), CharacterEscape::kPlain);
  }

  std::vector<CharacterEscape> take() {
    find_addresses();
    for (size_t i = 0; i < text_.size(); ++i) mark_alone(i);
    mark_delimiters('*', own_.emphasis);
    mark_delimiters('_', false);
    mark_delimiters('~', own_.strike);
    mark_backticks();
    mark_dollars();
    return std::move(marks_);
  }

 private:
  char32_t at(size_t i) const { return i < text_.size() ? text_[i] : 0; }
  char32_t before(size_t i) const { return i > 0 ? text_[i - 1] : 0; }

  bool is_run_start(size_t i) const {
    return std::binary_search(run_starts_.begin(), run_starts_.end(), i);
  }

  // Bare addresses become links by themselves (GFM 6.9), and a backslash in one would become part
  // of it.
  void find_addresses() {
    static constexpr std::u32string_view kBeforeWww = U"(<[*_~";
    for (size_t i = 0; i < text_.size(); ++i) {
      const std::u32string_view rest = text_.substr(i, 8);
      const char32_t previous = before(i);
      const bool scheme = (rest.starts_with(U"http://") || rest.starts_with(U"https://")) &&
                          !is_ascii_letter(previous) && !is_ascii_digit(previous);
      const bool www =
          rest.starts_with(U"www.") && (is_break(previous) || is_cjk(previous) ||
                                        kBeforeWww.find(previous) != std::u32string_view::npos);
      if (!scheme && !www) continue;
      const size_t begin = i;
      bool whole = true;
      for (; i < text_.size() && !is_space(text_[i]) && text_[i] != '<' && text_[i] != '>'; ++i)
        whole = whole && (i == begin || !is_run_start(i));
      if (!whole) continue;
      std::fill(in_address_.begin() + static_cast<ptrdiff_t>(begin),
                in_address_.begin() + static_cast<ptrdiff_t>(i), true);
      // "<http://a.org>": a bare '>' would go into the link.
      if (at(i) == '>') marks_[i] = CharacterEscape::kEntity;
    }
  }

  // Characters whose meaning does not depend on a partner elsewhere in the paragraph.
  void mark_alone(size_t i) {
    const char32_t next = at(i + 1);
    switch (text_[i]) {
      case '\\':
        if (!in_address_[i] && (is_ascii_punctuation(next) || is_run_start(i + 1) || ends_line(i)))
          marks_[i] = CharacterEscape::kBackslash;
        break;
      case '<':
        if (is_ascii_letter(next) || next == '/' || next == '!' || next == '?')
          marks_[i] = CharacterEscape::kEntity;
        break;
      case '&':
        if (starts_entity(i) && !in_address_[i]) marks_[i] = CharacterEscape::kEntity;
        break;
      case '[':
        if (in_link_[i]) marks_[i] = CharacterEscape::kEntity;
        break;
      case ']':
        if (in_link_[i])
          marks_[i] = CharacterEscape::kEntity;
        else if (next == '(' && !in_address_[i])
          marks_[i + 1] = CharacterEscape::kBackslash;
        break;
      default:
        break;
    }
  }

  // Is there nothing but space between here and the end of the line?
  bool ends_line(size_t i) const {
    do ++i;
    while (at(i) == ' ');
    return at(i) == 0 || at(i) == '\n';
  }

  // The same towards the start of the line.
  bool starts_line(size_t i) const {
    while (i > 0 && text_[i - 1] == ' ') --i;
    return i == 0 || text_[i - 1] == '\n';
  }

  bool starts_entity(size_t i) const {
    constexpr size_t kLongestName = 32;
    size_t j = i + 1;
    if (at(j) == '#') ++j;
    const size_t first = j;
    while (j - first < kLongestName && (is_ascii_letter(at(j)) || is_ascii_digit(at(j)))) ++j;
    return j > first && at(j) == ';';
  }

  // Adds what a run between these neighbours may do. '_' inside a word is never emphasis.
  static void allow(DelimiterRun& run, char32_t delimiter, char32_t previous, char32_t next,
                    Symbols symbols) {
    const bool left = is_left_flanking(previous, next, symbols);
    const bool right = is_right_flanking(previous, next, symbols);
    const bool word = delimiter == '_' && left && right;
    run.can_open = run.can_open || (left && (!word || is_markdown_punctuation(previous, symbols)));
    run.can_close = run.can_close || (right && (!word || is_markdown_punctuation(next, symbols)));
  }

  DelimiterRun run_at(size_t begin) const {
    DelimiterRun run{.begin = begin, .end = begin};
    const char32_t c = text_[begin];
    do ++run.end;
    while (at(run.end) == c && !is_run_start(run.end));
    // Beside markup of the writer's own, what comes next is not in `text`: anything is possible.
    if ((begin > 0 && is_run_start(begin)) || (run.end < text_.size() && is_run_start(run.end))) {
      run.can_open = run.can_close = true;
      return run;
    }
    // Readers differ on whether symbols ("😀", "€") are punctuation, and in a table cell a line end
    // is written <br>, which is: either way counts.
    const char32_t previous = starts_line(begin) ? U'\n' : before(begin);
    const char32_t next = ends_line(run.end - 1) ? U'\n' : at(run.end);
    for (const Symbols symbols : {Symbols::kLetters, Symbols::kPunctuation})
      for (const char32_t line_end : {U'\n', U'<'})
        allow(run, c, previous == '\n' ? line_end : previous, next == '\n' ? line_end : next,
              symbols);
    return run;
  }

  // Escapes every run that could take part in emphasis, if any pair of them could.
  void mark_delimiters(char32_t delimiter, bool own_markup) {
    std::vector<DelimiterRun> runs;
    bool opened = false, paired = own_markup;
    for (size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] != delimiter || in_address_[i]) continue;
      const DelimiterRun run = run_at(i);
      paired = paired || (opened && run.can_close);
      opened = opened || run.can_open;
      if (run.can_open || run.can_close) runs.push_back(run);
      i = run.end - 1;
    }
    if (!paired) return;
    for (const DelimiterRun& run : runs)
      std::fill(marks_.begin() + static_cast<ptrdiff_t>(run.begin),
                marks_.begin() + static_cast<ptrdiff_t>(run.end), CharacterEscape::kBackslash);
  }

  void mark_backticks() {
    std::set<size_t> lengths;
    bool paired = own_.code;
    for (size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] != '`' || in_address_[i]) continue;
      const size_t begin = i;
      while (at(i + 1) == '`' && !is_run_start(i + 1)) ++i;
      paired = !lengths.insert(i - begin).second || paired;
    }
    if (!paired) return;
    for (size_t i = 0; i < text_.size(); ++i)
      if (text_[i] == '`' && !in_address_[i]) marks_[i] = CharacterEscape::kBackslash;
  }

  void mark_dollars() {
    bool opened = false, paired = own_.math;
    for (size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] != '$' || in_address_[i]) continue;
      const char32_t next = at(i + 1);
      // "$$" is display math wherever it stands.
      paired = paired || next == '$' ||
               (opened && !is_break(before(i)) && !is_letter(next) && !is_digit(next));
      opened = opened || !is_break(next);
    }
    if (!paired) return;
    for (size_t i = 0; i < text_.size(); ++i)
      if (text_[i] == '$' && !in_address_[i]) marks_[i] = CharacterEscape::kBackslash;
  }

  std::u32string_view text_;
  const std::vector<size_t>& run_starts_;
  const std::vector<bool>& in_link_;
  OwnMarkup own_;
  std::vector<CharacterEscape> marks_;
  std::vector<bool> in_address_;
};

}  // namespace

std::vector<CharacterEscape> mark_markup(std::u32string_view text,
                                         const std::vector<size_t>& run_starts,
                                         const std::vector<bool>& in_link, const OwnMarkup& own) {
  return Marker(text, run_starts, in_link, own).take();
}

bool is_markdown_punctuation(char32_t c, Symbols symbols) {
  if (c < 0x80) return is_ascii_punctuation(c);
  return is_punctuation(c) || (symbols == Symbols::kPunctuation && is_symbol(c));
}

bool is_left_flanking(char32_t before, char32_t after, Symbols symbols) {
  if (is_break(after)) return false;
  return !is_markdown_punctuation(after, symbols) || is_break(before) ||
         is_markdown_punctuation(before, symbols);
}

bool is_right_flanking(char32_t before, char32_t after, Symbols symbols) {
  return is_left_flanking(after, before, symbols);
}

void append_marked(std::string& out, std::u32string_view text, const CharacterEscape* marks) {
  const auto entity = [](char32_t c) -> std::string {
    if (c == '<') return "&lt;";
    if (c == '>') return "&gt;";
    if (c == '&') return "&amp;";
    return "&#" + std::to_string(static_cast<uint32_t>(c)) + ";";
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (marks[i] == CharacterEscape::kEntity) {
      out += entity(text[i]);
      continue;
    }
    if (marks[i] == CharacterEscape::kBackslash) out.push_back('\\');
    append_utf8(out, text[i]);
  }
}

}  // namespace octavo::document
