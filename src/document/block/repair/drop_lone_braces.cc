#include <vector>

#include "document/block/repair/equation_rules.h"

namespace octavo::document::protocol {

std::string drop_lone_braces(std::string_view latex) {
  std::vector<bool> lone(latex.size());
  std::vector<size_t> open;
  bool escaped = false;  // an odd number of backslashes stands before this byte
  for (size_t i = 0; i < latex.size(); ++i) {
    const char c = latex[i];
    if (!escaped && c == '{') {
      open.push_back(i);
    } else if (!escaped && c == '}') {
      if (open.empty())
        lone[i] = true;
      else
        open.pop_back();
    }
    escaped = c == '\\' && !escaped;
  }
  for (const size_t i : open) lone[i] = true;
  std::string out;
  for (size_t i = 0; i < latex.size(); ++i)
    if (!lone[i]) out += latex[i];
  return out;
}

}  // namespace octavo::document::protocol
