#include "document/page/code_sense.h"

#include <string_view>

#include "base/utf8.h"
#include "document/page/letter_model.h"

namespace octavo::document {
namespace {

// Only what could be a word can show that codes are shifted or mixed up; numbers, formulas and dots
// cannot.
constexpr size_t kLeastWord = 4;
constexpr float kWordlikeShare = 0.7f;
constexpr std::string_view kNumeric = "0123456789.,:;-_/%$()+'\"=";
// A code that always paints nothing is the space under a wrong name when it is about as frequent.
constexpr int kLeastBlanks = 6;
constexpr float kBlankLeast = 0.06f, kBlankMost = 0.35f;
// Mean log-likelihood of the letters: English has -2.9, other Latin-script languages down to -3.3,
// a mixed-up alphabet -3.7 on average.
constexpr double kLeastLikelihood = -3.55;
constexpr uint32_t kLeastLetters = 150;
// Symbols that text uses sparingly.
constexpr std::string_view kOdd = "!\"#&'*<>@[\\]^`{|}~";
constexpr float kOddShare = 0.2f, kFewLetters = 0.3f;
constexpr uint32_t kLeastSymbols = 60;

bool is_latin(char32_t c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

}  // namespace

void CodeSense::add(char32_t code, bool blank) {
  if (is_space(code)) {
    end_word();
    return;
  }
  ++glyphs_;
  auto& [all, empty] = blank_[code];
  ++all;
  empty += blank;
  latin_ += is_latin(code);
  if (code < 0x80) odd_ += kOdd.find(static_cast<char>(code)) != kOdd.npos;
  // Unknown codes are counted elsewhere; here they would only blur the picture.
  if (code >= 256 || code < 0x20)
    end_word();
  else
    word_.push_back(static_cast<uint8_t>(code));
}

void CodeSense::end_word() {
  size_t wordlike = 0, latin = 0;
  for (const uint8_t c : word_) {
    wordlike += c >= 0x80 || kNumeric.find(static_cast<char>(c)) == kNumeric.npos;
    latin += is_latin(c);
  }
  const bool word =
      word_.size() >= kLeastWord &&
      static_cast<float>(wordlike) >= kWordlikeShare * static_cast<float>(word_.size());
  if (word)
    for (const uint8_t c : word_) ++in_words_[c];
  if (word && latin == word_.size())
    for (const uint8_t c : word_) ++letters_[c];
  word_.clear();
}

bool CodeSense::has_printed_blanks() const {
  int blanks = 0;
  for (const auto& [code, count] : blank_) {
    const auto& [all, empty] = count;
    if (empty != all && empty > 0) return false;  // the boxes say nothing
    if (code != 0) blanks += empty;
  }
  const float share = static_cast<float>(blanks) / static_cast<float>(glyphs_);
  return blanks >= kLeastBlanks && share >= kBlankLeast && share <= kBlankMost;
}

bool CodeSense::has_rare_letters() const {
  uint32_t letters = 0;
  for (const uint32_t count : letters_) letters += count;
  return letters >= kLeastLetters && language_likelihood(letters_, 0) < kLeastLikelihood;
}

bool CodeSense::is_symbols() const {
  const auto all = static_cast<float>(glyphs_);
  return odd_ >= kLeastSymbols / 4 && glyphs_ >= static_cast<int>(kLeastSymbols) &&
         static_cast<float>(odd_) >= kOddShare * all &&
         static_cast<float>(latin_) < kFewLetters * all;
}

std::string CodeSense::fault() const {
  if (glyphs_ == 0) return {};
  if (find_shift(in_words_) != 0) return "the letters are off by a constant";
  if (has_printed_blanks()) return "the spaces are called letters";
  if (is_symbols()) return "the letters are called symbols";
  if (has_rare_letters()) return "the letters are mixed up";
  return {};
}

}  // namespace octavo::document
