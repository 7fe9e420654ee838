#define PCRE2_CODE_UNIT_WIDTH 8
#include "engine/tokenizer/pretokenizer.h"

#include <pcre2.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "engine/tokenizer/utf8_step.h"

namespace octavo::engine {
namespace {

enum Class : uint8_t { kSign, kLetter, kNumber };

struct Correction {
  char32_t first, last;
  Class right;
};
// What the reference takes for letters and numbers and PCRE2 10.42 (Unicode 14) does not; and the
// Mongolian vowel separator, which PCRE2 still counts as white space.
constexpr std::array<Correction, 46> kCorrections = {{
    {0x180E, 0x180E, kSign},     {0x1C89, 0x1C8A, kLetter},   {0xA7CB, 0xA7CD, kLetter},
    {0xA7DA, 0xA7DC, kLetter},   {0x105C0, 0x105F3, kLetter}, {0x10D40, 0x10D49, kNumber},
    {0x10D4A, 0x10D65, kLetter}, {0x10D6F, 0x10D85, kLetter}, {0x10EC2, 0x10EC4, kLetter},
    {0x1123F, 0x11240, kLetter}, {0x11380, 0x11389, kLetter}, {0x1138B, 0x1138B, kLetter},
    {0x1138E, 0x1138E, kLetter}, {0x11390, 0x113B5, kLetter}, {0x113B7, 0x113B7, kLetter},
    {0x113D1, 0x113D1, kLetter}, {0x113D3, 0x113D3, kLetter}, {0x116D0, 0x116E3, kNumber},
    {0x11BC0, 0x11BE0, kLetter}, {0x11BF0, 0x11BF9, kNumber}, {0x11F02, 0x11F02, kLetter},
    {0x11F04, 0x11F10, kLetter}, {0x11F12, 0x11F33, kLetter}, {0x11F50, 0x11F59, kNumber},
    {0x1342F, 0x1342F, kLetter}, {0x13441, 0x13446, kLetter}, {0x13460, 0x143FA, kLetter},
    {0x16100, 0x1611D, kLetter}, {0x16130, 0x16139, kNumber}, {0x16D40, 0x16D6C, kLetter},
    {0x16D70, 0x16D79, kNumber}, {0x18CFF, 0x18CFF, kLetter}, {0x1B132, 0x1B132, kLetter},
    {0x1B155, 0x1B155, kLetter}, {0x1CCF0, 0x1CCF9, kNumber}, {0x1D2C0, 0x1D2D3, kNumber},
    {0x1DF25, 0x1DF2A, kLetter}, {0x1E030, 0x1E06D, kLetter}, {0x1E4D0, 0x1E4EB, kLetter},
    {0x1E4F0, 0x1E4F9, kNumber}, {0x1E5D0, 0x1E5ED, kLetter}, {0x1E5F0, 0x1E5F0, kLetter},
    {0x1E5F1, 0x1E5FA, kNumber}, {0x2B739, 0x2B739, kLetter}, {0x2EBF0, 0x2EE5D, kLetter},
    {0x31350, 0x323AF, kLetter},
}};

// Characters of as many bytes whose class is beyond doubt.
std::string_view stand_in(Class right, size_t bytes) {
  switch (right) {
    case kLetter:
      return bytes == 3 ? "\u4E00" : "\U00020000";
    case kNumber:
      return bytes == 3 ? "\u0E50" : "\U0001D7CE";
    case kSign:
      break;
  }
  return bytes == 3 ? "\u2010" : "\U0001F600";
}

const Correction* correction_of(char32_t c) {
  const auto* const at = std::upper_bound(
      kCorrections.begin(), kCorrections.end(), c,
      [](char32_t code, const Correction& correction) { return code < correction.first; });
  return at != kCorrections.begin() && c <= (at - 1)->last ? at - 1 : nullptr;
}

// The text with stand-ins, or empty when it needs none.
std::string corrected(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (static_cast<uint8_t>(text[at]) < 0xE1) {  // below the first correction
      ++at;
      continue;
    }
    const Utf8Step step = next_utf8(text.substr(at));
    if (const Correction* const correction = correction_of(step.code)) {
      if (out.empty()) out = text;
      out.replace(at, step.length, stand_in(correction->right, step.length));
    }
    at += step.length;
  }
  return out;
}

struct FreePcre {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
  void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};

// Steps the interpreter may take for one piece. Greedy white space gives back byte by byte, so they
// grow with the text.
uint32_t step_limit(size_t bytes) {
  constexpr size_t kLeast = 10'000'000, kMost = 4'000'000'000;
  return static_cast<uint32_t>(std::clamp(bytes * 8, kLeast, kMost));
}

}  // namespace

const std::string_view kQwen2Pattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|)"
    R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

struct Pretokenizer::Impl {
  std::unique_ptr<pcre2_code, FreePcre> code;
};

Pretokenizer::Pretokenizer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Pretokenizer::Pretokenizer(Pretokenizer&&) noexcept = default;
Pretokenizer& Pretokenizer::operator=(Pretokenizer&&) noexcept = default;
Pretokenizer::~Pretokenizer() = default;

Result<Pretokenizer> Pretokenizer::create() {
  int error = 0;
  PCRE2_SIZE offset = 0;
  auto impl = std::make_unique<Impl>();
  impl->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(kQwen2Pattern.data()),
                                 kQwen2Pattern.size(), PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED,
                                 &error, &offset, nullptr));
  if (impl->code == nullptr)
    return Error{Code::kInternal,
                 "PCRE2 error " + std::to_string(error) + " in the pre-tokenizer's expression",
                 "",
                 {}};
  // Where memory may not become executable, the interpreter does the same more slowly.
  static_cast<void>(pcre2_jit_compile(impl->code.get(), PCRE2_JIT_COMPLETE));
  return Pretokenizer(std::move(impl));
}

void Pretokenizer::split(std::string_view text, std::vector<std::string_view>& pieces) const {
  const std::string shadow = corrected(text);
  const std::string_view subject = shadow.empty() ? text : shadow;
  const pcre2_code* const code = impl_->code.get();
  const std::unique_ptr<pcre2_match_data, FreePcre> match(pcre2_match_data_create(1, nullptr));
  const std::unique_ptr<pcre2_match_context, FreePcre> context(pcre2_match_context_create(nullptr));
  pcre2_set_match_limit(context.get(), step_limit(text.size()));
  for (size_t at = 0; at < text.size();) {
    const auto run = [&](uint32_t options) {
      return pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(subject.data()), subject.size(), at,
                         PCRE2_NO_UTF_CHECK | options, match.get(), context.get());
    };
    int found = run(0);
    // Out of machine stack: the interpreter keeps its own on the heap.
    if (found == PCRE2_ERROR_JIT_STACKLIMIT) found = run(PCRE2_NO_JIT);
    size_t end = found > 0 ? pcre2_get_ovector_pointer(match.get())[1] : at;
    // Every character begins some alternative, so this is for the interpreter's limits alone.
    if (end <= at) end = at + next_utf8(text.substr(at)).length;
    pieces.push_back(text.substr(at, end - at));
    at = end;
  }
}

}  // namespace octavo::engine
