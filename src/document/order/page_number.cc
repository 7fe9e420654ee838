#include "document/order/page_number.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/utf8.h"

namespace octavo::document {

std::optional<int> shown_page_number(const std::string& text) {
  std::vector<int> numbers;
  size_t letters = 0;
  bool digits = false;
  for (const char32_t c : to_utf32(text)) {
    if (c >= '0' && c <= '9') {
      if (!digits) numbers.push_back(0);
      digits = true;
      if (numbers.back() < 100'000)
        numbers.back() = numbers.back() * 10 + static_cast<int>(c - '0');
      continue;
    }
    digits = false;
    letters += is_letter(c);
  }
  if (numbers.empty() || numbers.size() > 2 || letters > 8 || numbers.front() > 99'999)
    return std::nullopt;
  if (numbers.size() == 2 && numbers[1] < numbers[0]) return std::nullopt;
  if (letters == 0) return numbers.front();
  std::string lower;
  for (const char32_t c : to_utf32(text)) append_utf8(lower, c >= 'A' && c <= 'Z' ? (c | 0x20) : c);
  for (const std::string_view word :
       {"page", "seite", "página", "pág", "第", "页", "頁", "p.", "pg", "of"})
    if (lower.find(word) != std::string::npos) return numbers.front();
  return std::nullopt;
}

bool may_be_page_number(const std::string& text) {
  const std::u32string wide = to_utf32(text);
  if (std::any_of(wide.begin(), wide.end(), is_digit)) return true;
  constexpr std::u32string_view kRoman =
      U"ivxlcIVXLC -–—.ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹ一二三四五六七八九十百";
  return std::all_of(wide.begin(), wide.end(),
                     [&](char32_t c) { return kRoman.find(c) != kRoman.npos; });
}

}  // namespace octavo::document
