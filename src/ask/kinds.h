// What a question wants to hear, and what a text has to offer: a date, a number, an address. A
// passage without the kind that is asked for cannot be the answer, whatever words it shares.
#pragma once

#include <cstdint>
#include <string_view>

namespace octavo::ask {

enum Kind : uint32_t {
  kAnyKind = 0,
  kNumber = 1,  // digits or number words
  kDate = 2,    // a date, a year, a month, a span of days
  kMoney = 4,   // an amount: a currency, or two decimals
  kPercent = 8,
  kMail = 16,   // a@b.c
  kPhone = 32,  // seven digits and more with blanks, dashes or a plus
  kWeb = 64,    // an address on the web
  kName = 128,  // a word with a capital, or Chinese characters
};

// The kinds that stand in a text, as bits.
uint32_t kinds_in(std::string_view text);

// The kinds of which one must stand in the answer, as bits; kAnyKind when any words may answer.
uint32_t wanted_kinds(std::string_view question);

// A question's term that a kind stands for: "phone" needs no such word beside a phone number. Bits.
uint32_t kinds_of_term(std::string_view term);

}  // namespace octavo::ask
