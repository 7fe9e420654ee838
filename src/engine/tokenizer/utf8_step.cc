#include "engine/tokenizer/utf8_step.h"

#include "base/utf8.h"

namespace octavo::engine {
namespace {

struct Lead {
  size_t length;            // of the character; 0: no lead byte
  uint8_t lowest, highest;  // of the second byte
};

// Table 3-7 of the Unicode standard: well-formed byte sequences.
Lead lead_of(uint8_t byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xC2) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

Utf8Step next_utf8(std::string_view text) {
  using Kind = Utf8Step::Kind;
  const auto first = static_cast<uint8_t>(text[0]);
  const Lead lead = lead_of(first);
  if (lead.length == 0) return {Kind::kBroken, 1, 0};
  if (lead.length == 1) return {Kind::kCharacter, 1, first};
  char32_t code = first & (0xFF >> (lead.length + 1));
  for (size_t i = 1; i < lead.length; ++i) {
    if (i == text.size()) return {Kind::kIncomplete, i, 0};
    const auto byte = static_cast<uint8_t>(text[i]);
    const uint8_t lowest = i == 1 ? lead.lowest : 0x80, highest = i == 1 ? lead.highest : 0xBF;
    if (byte < lowest || byte > highest) return {Kind::kBroken, i, 0};
    code = code << 6 | (byte & 0x3F);
  }
  return {Kind::kCharacter, lead.length, code};
}

std::string repaired_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Utf8Step step = next_utf8(text);
    if (step.kind == Utf8Step::Kind::kCharacter)
      out += text.substr(0, step.length);
    else
      append_utf8(out, U'\uFFFD');
    text.remove_prefix(step.length);
  }
  return out;
}

}  // namespace octavo::engine
