// What little of language the search knows: words that carry no subject, endings, words that mean
// nearly the same in documents. English and Chinese.
#pragma once

#include <string>
#include <string_view>

namespace octavo::ask {

// "the", "of": never a term.
bool is_stop_word(std::string_view lower_word);
// Words that only frame a question: "what", "name", "tell". Terms in documents, none in questions.
bool is_frame_word(std::string_view lower_word);

// A lower-case English word without its common endings, irregular forms led back, and words of one
// meaning led to one of them: "cancelled" "cancellation" -> "cancel", "paid" -> "pay", "price" ->
// "cost". Light on purpose (after Harman's S-stemmer and the first steps of Porter's): a wrong
// merger costs more than a missed one.
std::string stem_of(std::string_view lower_word);

// "3个": a word that only counts, behind a number.
bool is_measure(char32_t c);

// Where Chinese questions fall into pieces: particles, pronouns, question words and the measure
// words behind them. The length in characters of the one that starts here; 0: none.
size_t chinese_frame_length(std::u32string_view text);

}  // namespace octavo::ask
