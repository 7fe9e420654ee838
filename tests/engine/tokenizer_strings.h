// Strings for comparing tokenizers, the same ones as tools/reference/tokenizer_strings.py makes:
// both read tests/golden/engine/tokenizer_strings.json and draw from the same random numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/result.h"

namespace octavo {
class JsonReader;
}  // namespace octavo

namespace octavo::engine {

// splitmix64 (Steele, Lea, Flood 2014).
class StringRandom {
 public:
  explicit StringRandom(uint64_t seed) : state_(seed) {}
  uint64_t below(uint64_t bound) {
    uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return (z ^ (z >> 31)) % bound;
  }

 private:
  uint64_t state_;
};

class TokenizerStrings {
 public:
  static Result<TokenizerStrings> load(const std::string& path);
  // May be no valid UTF-8.
  std::string make(StringRandom& random) const;

 private:
  struct Range {
    uint64_t first, last;
  };
  struct Kind {
    std::string name;
    uint64_t longest = 1;
    std::vector<Range> ranges;
    std::vector<std::string> words;
  };
  static Kind read_kind(JsonReader& reader);
  static void append_part(const Kind& kind, uint64_t block, StringRandom& random, std::string& out);

  std::vector<Kind> kinds_;
};

}  // namespace octavo::engine
