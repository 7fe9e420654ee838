#include "pipeline/page_ranges.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/try.h"
#include "base/utf8.h"

namespace octavo {
namespace {

Error bad_range(std::string_view part, const char* why) {
  return {Code::kPageRangeInvalid,
          "page range '" + std::string(part) + "' " + why,
          "write pages as 1-10,15,-1 (counted from 1; -1 is the last page)",
          {}};
}

// A 1-based or negative page number at the front of `text`, which is shortened by it.
Result<int> take_number(std::string_view& text, std::string_view whole) {
  int value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc()) return bad_range(whole, "is not a number");
  if (value == 0) return bad_range(whole, "names page 0");
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return value > 0 ? value - 1 : value;
}

// "3", "1-10", "2~4", "-5--1", "3-" (to the end).
Result<PageRange> parse_range(std::string_view part) {
  std::string_view rest = part;
  PageRange range;
  range.first = range.last = OCTAVO_TRY(take_number(rest, part));
  if (rest.empty()) return range;
  if (rest.front() != '-' && rest.front() != '~') return bad_range(part, "is not understood");
  rest.remove_prefix(1);
  range.last = -1;
  if (rest.empty()) return range;
  range.last = OCTAVO_TRY(take_number(rest, part));
  if (!rest.empty()) return bad_range(part, "is not understood");
  const bool comparable = (range.first >= 0) == (range.last >= 0);
  if (comparable && range.first > range.last) return bad_range(part, "runs backwards");
  return range;
}

}  // namespace

Result<std::vector<PageRange>> parse_page_ranges(std::string_view text) {
  std::vector<PageRange> ranges;
  while (true) {
    const size_t comma = text.find(',');
    ranges.push_back(OCTAVO_TRY(parse_range(trim(text.substr(0, comma)))));
    if (comma == std::string_view::npos) return ranges;
    text.remove_prefix(comma + 1);
  }
}

Result<std::vector<int>> select_pages(const std::vector<PageRange>& ranges, int page_count) {
  std::vector<bool> chosen(static_cast<size_t>(page_count), ranges.empty());
  for (const PageRange& range : ranges) {
    const auto absolute = [&](int page) { return page < 0 ? page + page_count : page; };
    const int last = std::min(absolute(range.last), page_count - 1);
    for (int page = std::max(absolute(range.first), 0); page <= last; ++page)
      chosen[static_cast<size_t>(page)] = true;
  }
  std::vector<int> pages;
  for (int page = 0; page < page_count; ++page)
    if (chosen[static_cast<size_t>(page)]) pages.push_back(page);
  if (pages.empty())
    return Error{Code::kPageRangeInvalid,
                 "the page range selects none of the " + std::to_string(page_count) + " pages",
                 "",
                 {}};
  return pages;
}

}  // namespace octavo
