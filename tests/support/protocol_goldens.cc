#include "tests/support/protocol_goldens.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

#include "base/json_reader.h"
#include "base/sha256.h"
#include "base/utf8.h"

namespace octavo::testing {
namespace {

constexpr int kMaxDepth = 12;  // deeper references take their rule's first alternative
constexpr size_t kHashDigits = 8;
constexpr int kShown = 3;
// White space, line ends, digits, letters and pipes that rules may or may not count as such.
constexpr std::u32string_view kStrange =
    U"\u3000\u00a0\u0085\u2028\u001c\u001f\u000b²½٣Éé中龥龦｜¦–Ａ😀";

class Draw {
 public:
  explicit Draw(uint64_t index) : state_((index + 1) * 0x9E3779B97F4A7C15) { pick(2), pick(2); }
  size_t pick(size_t count) {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return (state_ >> 33) % count;
  }

 private:
  uint64_t state_;
};

struct Goldens {
  std::map<std::string, std::vector<std::string>, std::less<>> rules;
  size_t mutated_percent = 0;
  std::vector<std::pair<std::string, std::string>> examples;
  std::string hashes;
};

// «name», «name?» (or nothing), «name+5» (one to five), «name*5» (the same five times).
class Grower {
 public:
  Grower(const Goldens& goldens, Draw& draw) : goldens_(goldens), draw_(draw) {}

  void grow(std::string_view name, int depth, std::string& out) {
    const auto& alternatives = goldens_.rules.find(name)->second;
    const size_t picked = draw_.pick(alternatives.size());
    std::string_view rest = alternatives[depth > kMaxDepth ? 0 : picked];
    for (size_t open; (open = rest.find("«")) != std::string_view::npos;) {
      out += rest.substr(0, open);
      rest.remove_prefix(open + 2);
      const size_t close = rest.find("»");
      refer(rest.substr(0, close), depth + 1, out);
      rest.remove_prefix(close + 2);
    }
    out += rest;
  }

 private:
  void refer(std::string_view reference, int depth, std::string& out) {
    const size_t at = reference.find_first_of("?+*");
    const std::string_view name = reference.substr(0, at);
    if (at == std::string_view::npos) return grow(name, depth, out);
    if (reference[at] == '?') {
      if (draw_.pick(2) == 1) grow(name, depth, out);
      return;
    }
    const size_t count = std::stoul(std::string(reference.substr(at + 1)));
    if (reference[at] == '+') {
      for (size_t left = 1 + draw_.pick(count); left > 0; --left) grow(name, depth, out);
      return;
    }
    std::string once;
    grow(name, depth, once);
    for (size_t i = 0; i < count; ++i) out += once;
  }

  const Goldens& goldens_;
  Draw& draw_;
};

std::string mutated(std::string_view text, Draw& draw) {
  std::u32string chars = to_utf32(text);
  for (size_t left = 1 + draw.pick(3); left > 0 && !chars.empty(); --left) {
    const size_t kind = draw.pick(5), a = draw.pick(chars.size()), b = draw.pick(chars.size());
    if (kind == 0) {
      chars.erase(a, 1);
    } else if (kind == 1) {
      chars.insert(a, chars.substr(a, 1 + b % 8));
    } else if (kind == 2) {
      std::swap(chars[a], chars[b]);
    } else if (kind == 3) {
      chars.insert(a, 1, kStrange[b % kStrange.size()]);
    } else {
      chars.insert(a, 1, chars[b]);
    }
  }
  return to_utf8(chars);
}

std::string grown(const Goldens& goldens, size_t index) {
  Draw draw(index);
  std::string text;
  Grower(goldens, draw).grow("case", 0, text);
  return draw.pick(100) < goldens.mutated_percent ? mutated(text, draw) : text;
}

Goldens read_goldens(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  JsonReader json(text);
  Goldens goldens;
  const auto read_strings = [&] {
    std::vector<std::string> strings;
    json.enter_array();
    while (json.next_element()) strings.emplace_back(json.string());
    return strings;
  };
  json.enter_object();
  while (const auto key = json.next_key()) {
    if (*key == "mutated_percent") {
      goldens.mutated_percent = json.unsigned_integer().value_or(0);
    } else if (*key == "rules") {
      json.enter_object();
      while (const auto name = json.next_key()) {
        const std::string rule(*name);
        goldens.rules[rule] = read_strings();
      }
    } else if (*key == "examples") {
      json.enter_array();
      while (json.next_element()) {
        auto pair = read_strings();
        goldens.examples.emplace_back(pair.at(0), pair.at(1));
      }
    } else if (*key == "hashes") {
      for (const auto& line : read_strings()) goldens.hashes += line;
    } else {
      json.skip();
    }
  }
  json.finish();
  EXPECT_TRUE(json.ok()) << path << ": " << json.error();
  return goldens;
}

}  // namespace

void expect_as_reference(const std::string& path, size_t at_least,
                         const std::function<std::string(const std::string&)>& result_of) {
  const Goldens goldens = read_goldens(path);
  const size_t count = goldens.hashes.size() / kHashDigits;
  EXPECT_GE(count + goldens.examples.size(), at_least) << path;
  for (const auto& [text, expected] : goldens.examples)
    EXPECT_EQ(result_of(text), expected) << "of: " << text;
  int different = 0;
  for (size_t i = 0; i < count; ++i) {
    const std::string text = grown(goldens, i);
    const std::string result = result_of(text);
    if (sha256_hex(result).substr(0, kHashDigits) ==
        goldens.hashes.substr(i * kHashDigits, kHashDigits))
      continue;
    if (++different <= kShown)
      ADD_FAILURE() << path << " case " << i << "\n--- text\n"
                    << text << "\n--- result\n"
                    << result;
  }
  EXPECT_EQ(different, 0) << "of " << count << " grown cases";
}

}  // namespace octavo::testing
