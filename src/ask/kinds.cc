#include "ask/kinds.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"

namespace octavo::ask {
namespace {

bool is_plain_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// Words of letters a-z, in order.
std::vector<std::string_view> words_of(std::string_view lower) {
  std::vector<std::string_view> words;
  for (size_t i = 0; i < lower.size();) {
    size_t end = i;
    while (end < lower.size() && lower[end] >= 'a' && lower[end] <= 'z') ++end;
    if (end > i) words.push_back(lower.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return words;
}

bool any_of(const std::vector<std::string_view>& words,
            std::initializer_list<std::string_view> wanted) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

bool holds_any(std::string_view text, std::initializer_list<std::string_view> wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](std::string_view part) {
    return text.find(part) != std::string_view::npos;
  });
}

bool has_number_word(const std::vector<std::string_view>& words) {
  return any_of(words,
                {"one",     "two",     "three",    "four",   "five",    "six",      "seven",
                 "eight",   "nine",    "ten",      "eleven", "twelve",  "thirteen", "fourteen",
                 "fifteen", "sixteen", "eighteen", "twenty", "thirty",  "forty",    "fifty",
                 "sixty",   "seventy", "eighty",   "ninety", "hundred", "thousand", "million",
                 "billion", "dozen",   "half",     "twice",  "none",    "once"});
}

bool has_month(const std::vector<std::string_view>& words) {
  // "may" and "march" are words of their own: they count beside a number only (has_year and so on).
  return any_of(words, {"january", "february", "april", "june", "july", "august", "september",
                        "october", "november", "december"});
}

bool has_span(const std::vector<std::string_view>& words) {
  return any_of(words,
                {"day",       "days",     "week",   "weeks",    "month",  "months", "year",
                 "years",     "hour",     "hours",  "minutes",  "today",  "monday", "tuesday",
                 "wednesday", "thursday", "friday", "saturday", "sunday", "century"});
}

struct Digits {
  int runs = 0;          // of digits
  bool year = false;     // four digits, 1000 to 2100
  bool cents = false;    // "4.75"
  bool slashed = false;  // "11/02/2025" "2025-02-11"
  bool phone = false;    // with dashes, brackets or a plus
  bool spaced = false;   // the same with blanks alone: a scale of numbers looks like that, too
};

// A run of digits with what may stand inside of a phone number: blanks, dashes, brackets, a plus.
size_t phone_length(std::u32string_view text, size_t at, int& digits, bool& parted) {
  size_t end = at;
  digits = 0;
  parted = text[at] == U'+';
  for (size_t i = at; i < text.size(); ++i) {
    const char32_t c = text[i];
    if (is_plain_digit(c)) {
      ++digits;
      end = i + 1;
    } else if (c == U'+' && i == at) {
      continue;
    } else if (c == U' ' || c == U'-' || c == U'–' || c == U'(' || c == U')') {
      if (i > 0 && !is_plain_digit(text[i - 1]) && c == U' ') break;
      parted = parted || (c != U' ' && i + 1 < text.size() && is_plain_digit(text[i + 1]));
    } else {
      break;
    }
  }
  return end - at;
}

Digits look_at_digits(std::u32string_view text) {
  Digits found;
  for (size_t i = 0; i < text.size();) {
    if (!is_plain_digit(text[i]) && text[i] != U'+') {
      ++i;
      continue;
    }
    int digits = 0;
    bool parted = false;
    const size_t long_run = phone_length(text, i, digits, parted);
    constexpr int kFewest = 7, kMost = 15;  // ITU-T E.164
    const bool bounded =
        i == 0 || (text[i - 1] != U'.' && text[i - 1] != U',' && text[i - 1] != U'/');
    const size_t behind = i + long_run;
    const bool ends = behind >= text.size() || (text[behind] != U'/' && text[behind] != U',') ||
                      behind + 1 >= text.size() || !is_plain_digit(text[behind + 1]);
    if (digits >= kFewest && digits <= kMost && bounded && ends)
      (parted ? found.phone : found.spaced) = true;

    if (text[i] == U'+') {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < text.size() && is_plain_digit(text[end])) ++end;
    ++found.runs;
    if (end - i == 4) {
      const bool grouped = end < text.size() && (text[end] == U',' || text[end] == U'.') &&
                           end + 1 < text.size() && is_plain_digit(text[end + 1]);
      found.year =
          found.year || (!grouped && (text[i] == U'1' || (text[i] == U'2' && text[i + 1] <= U'1')));
    }
    const auto digit_at = [&](size_t k) { return k < text.size() && is_plain_digit(text[k]); };
    if (end < text.size() && text[end] == U'.' && digit_at(end + 1) && digit_at(end + 2) &&
        !digit_at(end + 3))
      found.cents = true;
    if (end < text.size() && (text[end] == U'/' || text[end] == U'-') && digit_at(end + 1)) {
      size_t next = end + 1;
      while (digit_at(next)) ++next;
      const bool short_part = next - end <= 3;  // a month or a day: "2025-02-11"
      if (short_part && next < text.size() && text[next] == text[end] && digit_at(next + 1))
        found.slashed = true;
    }
    i = end;
  }
  return found;
}

bool has_mail(std::string_view text) {
  for (size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
    const auto part = [&](size_t i) {
      return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0);
    };
    if (at == 0 || !part(at - 1) || !part(at + 1)) continue;
    const std::string_view domain = text.substr(at + 1, text.find_first_of(" \n\t", at) - at - 1);
    if (domain.find('.') != std::string_view::npos) return true;
  }
  return false;
}

bool has_web(std::string_view lower) {
  if (holds_any(lower, {"://", "www."})) return true;
  for (const std::string_view ending :
       {".com", ".org", ".net", ".edu", ".gov", ".cn", ".de", ".io"}) {
    for (size_t at = lower.find(ending); at != std::string_view::npos;
         at = lower.find(ending, at + 1)) {
      const size_t behind = at + ending.size();
      if (at > 0 && std::isalnum(static_cast<unsigned char>(lower[at - 1])) != 0 &&
          (behind == lower.size() || std::isalpha(static_cast<unsigned char>(lower[behind])) == 0))
        return true;
    }
  }
  return false;
}

bool has_name(std::u32string_view text) {
  for (size_t i = 0; i < text.size(); ++i)
    if (is_upper(text[i]) || (is_cjk(text[i]) && is_letter(text[i]))) return true;
  return false;
}

uint32_t number_kinds(std::string_view text, std::string_view lower,
                      const std::vector<std::string_view>& words, const Digits& digits) {
  uint32_t kinds = 0;
  const bool wide_number = holds_any(
      text, {"一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "百", "千", "万", "两"});
  const bool number = digits.runs > 0 || has_number_word(words);
  if (number || wide_number) kinds |= kNumber;
  if (digits.year || digits.slashed || has_month(words) || (has_span(words) && number) ||
      ((number || wide_number) && holds_any(text, {"年", "月", "日"})))
    kinds |= kDate;
  if (digits.runs > 0 && (digits.cents || holds_any(text, {"£", "$", "€", "¥", "￥", "元"}) ||
                          any_of(words, {"euro", "euros", "dollar", "dollars", "pound", "pounds",
                                         "usd", "eur", "gbp", "cny", "rmb", "cents"})))
    kinds |= kMoney;
  if (number &&
      (holds_any(lower, {"%", "percent", "per cent", "％"}) || holds_any(text, {"百分之"})))
    kinds |= kPercent;
  return kinds;
}

}  // namespace

uint32_t kinds_in(std::string_view text) {
  const std::string lower = lower_ascii(text);
  const std::u32string wide = to_utf32(text);
  const Digits digits = look_at_digits(wide);
  uint32_t kinds = number_kinds(text, lower, words_of(lower), digits);
  const bool called =
      holds_any(lower, {"tel", "phone", "fax", "call", "mobile", "电话", "传真", "手机"});
  if ((digits.phone && !digits.slashed) || (digits.spaced && called)) kinds |= kPhone;
  if (has_mail(text)) kinds |= kMail;
  if (has_web(lower)) kinds |= kWeb;
  if (has_name(wide)) kinds |= kName;
  return kinds;
}

uint32_t wanted_kinds(std::string_view question) {
  const std::string lower = lower_ascii(question);
  const std::vector<std::string_view> words = words_of(lower);
  if (holds_any(lower, {"e-mail", "email", "邮箱", "邮件地址"})) return kMail;
  if (any_of(words, {"phone", "telephone", "fax"}) ||
      holds_any(question, {"电话", "传真", "手机号"}))
    return kPhone;
  if (any_of(words, {"website", "url", "homepage"}) || holds_any(question, {"网址", "网站"}))
    return kWeb;
  if (holds_any(lower, {"how many", "how much", "how long", "how old", "how tall", "how high",
                        "how large", "how big", "how far", "how often", "how fast", "how wide",
                        "how deep", "how heavy", "how early", "how late", "多少"}) ||
      holds_any(question, {"几个", "几处", "几家", "几名", "几楼", "几条", "几次", "几座", "几人"}))
    return kNumber;
  if (holds_any(lower, {"what percentage", "what share", "百分之几"})) return kNumber;
  if (any_of(words, {"cost", "price", "salary", "fee"}) && any_of(words, {"what"})) return kNumber;
  if (any_of(words, {"when"}) ||
      holds_any(lower, {"what date", "which date", "what year", "which year", "date of",
                        "what time", "how long ago"}) ||
      holds_any(question, {"什么时候", "何时", "哪年", "哪一年", "日期"}))
    return kDate;
  if (any_of(words, {"who", "whose", "whom"}) || holds_any(question, {"谁", "叫什么名字"}))
    return kName;
  return kAnyKind;
}

uint32_t kinds_of_term(std::string_view term) {
  constexpr std::array<std::pair<std::string_view, uint32_t>, 10> kTerms = {{
      {"phone", kPhone},
      {"fax", kPhone},
      {"mail", kMail},
      {"web", kWeb},
      {"cost", kMoney},
      {"date", kDate},
      {"year", kDate},
      {"day", kDate},
      {"percentage", kPercent},
      {"share", kPercent},
  }};
  for (const auto& [name, kind] : kTerms)
    if (name == term) return kind;
  return kAnyKind;
}

}  // namespace octavo::ask
