// Pieces that several rules for Mermaid share.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace octavo::document::protocol {

inline constexpr std::string_view kArrow = "-->";

// Letters and digits of ASCII, '_', '-', and the ideographs U+4E00 .. U+9FA5: bytes of the
// character at `at`, 0 when it is no such.
size_t node_character_at(std::string_view text, size_t at);
// Behind the run of them at `at`.
size_t node_end(std::string_view text, size_t at);

// [A-Za-z_][A-Za-z0-9_]* : behind it, `at` itself when there is none.
size_t identifier_end(std::string_view text, size_t at);
bool is_identifier(std::string_view text);

// Behind "<-->" at `at`, which may have white space inside; 0 when there is none.
size_t two_way_arrow_end(std::string_view text, size_t at);

// Gives each line to `change` and joins what it returns; a line end at the very end is kept.
std::string change_lines(std::string_view text,
                         const std::function<std::string(std::string_view)>& change);

// Names no two of which are the same: base, then base + separator + 2, 3, ...
class UniqueNames {
 public:
  explicit UniqueNames(std::string separator) : separator_(std::move(separator)) {}
  bool has(const std::string& name) const { return taken_.count(name) > 0; }
  void take(const std::string& name) { taken_.insert(name); }
  std::string take_new(const std::string& base);

 private:
  std::string separator_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_;  // all numbers below are taken
};

}  // namespace octavo::document::protocol
