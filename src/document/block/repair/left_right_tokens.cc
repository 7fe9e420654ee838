#include "document/block/repair/left_right_tokens.h"

#include <algorithm>
#include <array>

#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr std::string_view kLeft = "\\left", kRight = "\\right";

// In the order in which they are tried.
constexpr std::array<std::string_view, 18> kCountedLeft{
    "\\lbrace", "\\lVert",  "\\lvert",  "\\rvert",  "\\rVert", "\\vert",
    "\\Vert",   "\\lfloor", "\\lbrack", "\\langle", "|",       "\\|",
    "[",        "]",        "(",        "\\{",      "\\}",     "."};
// Any other character behind \right counts too, but for a line end.
constexpr std::array<std::string_view, 17> kCountedRight{
    "\\rbrace", "\\lVert",  "\\lvert",  "\\rvert",  "\\rVert", "\\vert",
    "\\Vert",   "\\rfloor", "\\rbrack", "\\rangle", "|",       "\\|",
    "]",        "[",        ")",        "\\}",      "\\{"};

struct Pair {
  std::string_view left, right;
};
constexpr std::array kPairs{Pair{"\\lbrace", "\\rbrace"},
                            Pair{"\\lVert", "\\lVert"},
                            Pair{"\\lvert", "\\lvert"},
                            Pair{"\\vert", "\\vert"},
                            Pair{"\\Vert", "\\Vert"},
                            Pair{"\\lfloor", "\\rfloor"},
                            Pair{"\\lbrack", "\\rbrack"},
                            Pair{"\\langle", "\\rangle"},
                            Pair{"|", "|"},
                            Pair{"\\|", "\\|"},
                            Pair{"[", "]"},
                            Pair{"]", "["},
                            Pair{"(", ")"},
                            Pair{")", "("},
                            Pair{"\\{", "\\}"},
                            Pair{"\\}", "\\{"},
                            Pair{"/", "/"}};

// These take part, but no partner fits them.
constexpr std::array<std::string_view, 2> kLonely{"\\rvert", "\\rVert"};

bool is_lonely(std::string_view delimiter) {
  return std::find(kLonely.begin(), kLonely.end(), delimiter) != kLonely.end();
}
bool has_right_partner(std::string_view delimiter) {
  return std::any_of(kPairs.begin(), kPairs.end(),
                     [&](const Pair& pair) { return pair.left == delimiter; });
}
bool has_left_partner(std::string_view delimiter) {
  return std::any_of(kPairs.begin(), kPairs.end(),
                     [&](const Pair& pair) { return pair.right == delimiter; });
}

template <class List>
size_t delimiter_at(std::string_view text, size_t at, const List& list) {
  for (const std::string_view delimiter : list)
    if (has_at(text, at, delimiter)) return delimiter.size();
  return 0;
}

template <class TokenAt>
int count_tokens(std::string_view text, TokenAt token_at) {
  int count = 0;
  for (size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
    const size_t size = token_at(text, at);
    count += size > 0;
    at += std::max<size_t>(size, 1);
  }
  return count;
}

}  // namespace

size_t left_token_at(std::string_view text, size_t at) {
  if (!has_at(text, at, kLeft)) return 0;
  const size_t size = delimiter_at(text, at + kLeft.size(), kCountedLeft);
  return size == 0 ? 0 : kLeft.size() + size;
}

size_t right_token_at(std::string_view text, size_t at) {
  if (!has_at(text, at, kRight)) return 0;
  const size_t behind = at + kRight.size();
  if (const size_t size = delimiter_at(text, behind, kCountedRight)) return kRight.size() + size;
  if (behind >= text.size() || text[behind] == '\n') return 0;
  return kRight.size() + character_size(text, behind);
}

int count_left_tokens(std::string_view text) { return count_tokens(text, left_token_at); }
int count_right_tokens(std::string_view text) { return count_tokens(text, right_token_at); }

std::vector<std::string_view> split_at_tokens(std::string_view text) {
  std::vector<std::string_view> pieces;
  size_t begin = 0;
  const auto add = [&](size_t end) {
    const std::string_view piece = text.substr(begin, end - begin);
    if (!is_blank(piece)) pieces.push_back(piece);
    begin = end;
  };
  for (size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
    const size_t size = std::max(left_token_at(text, at), right_token_at(text, at));
    if (size == 0) {
      ++at;
      continue;
    }
    add(at);
    at += size;
    add(at);
  }
  add(text.size());
  return pieces;
}

bool is_pairing_left(std::string_view piece) {
  if (!piece.starts_with(kLeft)) return false;
  piece.remove_prefix(kLeft.size());
  return piece == "." || has_right_partner(piece) || is_lonely(piece);
}

bool is_pairing_right(std::string_view piece) {
  if (!piece.starts_with(kRight)) return false;
  piece.remove_prefix(kRight.size());
  return piece == "." || has_left_partner(piece) || is_lonely(piece);
}

bool are_pair(std::string_view left, std::string_view right) {
  if (!left.starts_with(kLeft) || !right.starts_with(kRight)) return false;
  left.remove_prefix(kLeft.size());
  right.remove_prefix(kRight.size());
  if (left == ".") return right == "." || has_left_partner(right);
  if (right == ".") return has_right_partner(left);
  return std::any_of(kPairs.begin(), kPairs.end(),
                     [&](const Pair& pair) { return pair.left == left && pair.right == right; });
}

}  // namespace octavo::document::protocol
