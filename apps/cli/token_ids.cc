#include "token_ids.h"

#include <charconv>
#include <string>

namespace octavo::cli {

Result<std::vector<int32_t>> read_token_ids(std::string_view text) {
  std::vector<int32_t> ids;
  constexpr std::string_view kBetween = " \t\r\n,[]";
  for (size_t at = 0; (at = text.find_first_not_of(kBetween, at)) != std::string_view::npos;) {
    const std::string_view word = text.substr(at, text.find_first_of(kBetween, at) - at);
    int32_t id = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), id);
    if (failure != std::errc() || end != word.data() + word.size())
      return Error{Code::kInvalidArgument,
                   "'" + std::string(word) + "' is no token number",
                   "write whole numbers with blanks or commas between them",
                   {}};
    ids.push_back(id);
    at += word.size();
  }
  return ids;
}

}  // namespace octavo::cli
