#include "suggest.h"

#include <algorithm>

namespace octavo::cli {
namespace {

// Damerau-Levenshtein, optimal string alignment form.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j) {
      d[i][j] =
          std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::string closest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr size_t kLongest = 40;  // nobody mistypes a longer word for ours
  if (word.empty() || word.size() > kLongest) return "";
  size_t best = std::max<size_t>(word.size() / 3, 1) + 1;
  std::string found;
  for (const std::string& candidate : candidates) {
    const size_t changes = distance(word, candidate);
    if (changes < best) {
      best = changes;
      found = candidate;
    }
  }
  return found;
}

}  // namespace octavo::cli
