#include "engine/tokenizer/byte_symbols.h"

#include "base/utf8.h"
#include "engine/tokenizer/utf8_step.h"

namespace octavo::engine {
namespace {

constexpr int kFirstExtra = 0x100;

bool is_visible(int byte) {
  return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

struct Symbols {
  std::array<std::string, 256> texts;
  std::array<int, 512> bytes{};  // by code point; -1: no symbol

  Symbols() {
    bytes.fill(-1);
    int extra = kFirstExtra;
    for (int byte = 0; byte < 256; ++byte) {
      const int code = is_visible(byte) ? byte : extra++;
      append_utf8(texts[static_cast<size_t>(byte)], static_cast<char32_t>(code));
      bytes[static_cast<size_t>(code)] = byte;
    }
  }
};

const Symbols& symbols() {
  static const Symbols all;
  return all;
}

}  // namespace

const std::array<std::string, 256>& byte_symbols() { return symbols().texts; }

std::optional<std::string> bytes_of_symbols(std::string_view text) {
  const auto& bytes = symbols().bytes;
  std::string out;
  while (!text.empty()) {
    const Utf8Step step = next_utf8(text);
    if (step.kind != Utf8Step::Kind::kCharacter || step.code >= bytes.size() ||
        bytes[step.code] < 0)
      return std::nullopt;
    out.push_back(static_cast<char>(bytes[step.code]));
    text.remove_prefix(step.length);
  }
  return out;
}

}  // namespace octavo::engine
