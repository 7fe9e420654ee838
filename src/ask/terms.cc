#include "ask/terms.h"

#include <algorithm>
#include <utility>

#include "ask/lexicon.h"
#include "base/utf8.h"

namespace octavo::ask {
namespace {

bool is_wide(char32_t c) { return is_cjk(c) && is_letter(c); }

bool is_word(char32_t c) { return (is_letter(c) && !is_wide(c)) || is_combining(c); }

char32_t digit_of(char32_t c) {
  constexpr char32_t kFullWidthZero = 0xFF10;
  return c >= kFullWidthZero && c <= kFullWidthZero + 9 ? c - kFullWidthZero + U'0' : c;
}

bool is_plain_digit(char32_t c) {
  const char32_t digit = digit_of(c);
  return digit >= U'0' && digit <= U'9';
}

class Splitter {
 public:
  Splitter(std::string_view text, bool question) : text_(to_utf32(text)), question_(question) {}

  std::vector<Term> split() {
    while (at_ < text_.size()) {
      if (is_plain_digit(text_[at_]))
        take_number();
      else if (is_wide(text_[at_]))
        take_wide();
      else if (is_word(text_[at_]))
        take_word();
      else
        ++at_;
    }
    return std::move(terms_);
  }

 private:
  // Digits with a point or comma between digits; a comma before three digits only groups.
  void take_number() {
    std::string number;
    for (; at_ < text_.size(); ++at_) {
      const char32_t c = text_[at_];
      const bool goes_on = at_ + 1 < text_.size() && is_plain_digit(text_[at_ + 1]);
      if (is_plain_digit(c))
        number += static_cast<char>(digit_of(c));
      else if (c == U'.' && goes_on)
        number += '.';
      else if (c != U',' || !goes_on)
        break;
    }
    started_ = true;
    terms_.push_back({number, true, true, number});
  }

  void take_word() {
    const size_t start = at_;
    while (at_ < text_.size() && joins(at_)) ++at_;
    const std::u32string_view word = std::u32string_view(text_).substr(start, at_ - start);
    std::u32string lower(word);
    std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
    std::string plain = to_utf8(lower);
    std::replace(plain.begin(), plain.end(), '-', ' ');
    const bool capital = is_upper(word.front());
    const bool acronym = word.size() > 1 && is_upper(word[1]);
    const bool first = !started_;
    started_ = true;
    if (plain == "e mail") plain = "mail";
    for (size_t from = 0; from < plain.size();) {
      const size_t end = std::min(plain.find(' ', from), plain.size());
      add_word(plain.substr(from, end - from), to_utf8(word), capital && (!first || acronym));
      from = end + 1;
    }
    if (acronym && !question_ && start > 0 && text_[start - 1] == U'(' && at_ < text_.size() &&
        text_[at_] == U')')
      terms_.push_back({explained_acronym(plain), false, false, ""});
  }

  // Letters, and what holds two of them together.
  bool joins(size_t i) const {
    if (is_word(text_[i])) return true;
    const bool between =
        i > 0 && i + 1 < text_.size() && is_word(text_[i - 1]) && is_word(text_[i + 1]);
    return between && text_[i] == U'-';
  }

  void add_word(const std::string& word, std::string written, bool name) {
    if (word.empty() || is_stop_word(word)) return;
    if (question_ && is_frame_word(word)) return;
    // An "e-mail address" is mail.
    const bool behind_mail =
        !terms_.empty() && (terms_.back().text == "mail" || terms_.back().text == "web");
    if (question_ && word == "address" && behind_mail) return;
    terms_.push_back({stem_of(word), name, false, name ? std::move(written) : ""});
  }

  void take_wide() {
    if (question_ && at_ > 0 && is_plain_digit(text_[at_ - 1]) && is_measure(text_[at_])) ++at_;
    const size_t start = at_;
    while (at_ < text_.size() && is_wide(text_[at_])) ++at_;
    const std::u32string_view run = std::u32string_view(text_).substr(start, at_ - start);
    started_ = true;
    if (!question_) return add_pairs(run);
    size_t from = 0;
    for (size_t i = 0; i < run.size();) {
      const size_t frame = chinese_frame_length(run.substr(i));
      if (frame == 0) {
        ++i;
        continue;
      }
      add_pairs(run.substr(from, i - from));
      i += frame;
      from = i;
    }
    add_pairs(run.substr(from));
  }

  // A single character is a term in documents only: a question's leftovers say nothing.
  void add_pairs(std::u32string_view run) {
    if (run.size() == 1 && !question_) terms_.push_back({to_utf8(run), false, false, ""});
    for (size_t i = 0; i + 1 < run.size(); ++i)
      terms_.push_back({to_utf8(run.substr(i, 2)), false, false, ""});
  }

  std::u32string text_;
  bool question_;
  size_t at_ = 0;
  bool started_ = false;
  std::vector<Term> terms_;
};

}  // namespace

std::string explained_acronym(const std::string& lower_word) { return "(" + lower_word + ")"; }

std::vector<Term> terms_of(std::string_view text) { return Splitter(text, false).split(); }

std::vector<Term> question_terms(std::string_view question) {
  std::vector<Term> terms;
  for (Term& term : Splitter(question, true).split()) {
    const auto same = std::find_if(terms.begin(), terms.end(),
                                   [&](const Term& other) { return other.text == term.text; });
    if (same == terms.end())
      terms.push_back(std::move(term));
    else
      same->name = same->name || term.name;
  }
  return terms;
}

}  // namespace octavo::ask
