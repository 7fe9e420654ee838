#include "engine/tokenizer/nfc.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/utf8.h"
#include "engine/tokenizer/utf8_step.h"

namespace octavo::engine {
namespace {

constexpr char32_t kFirstMark = 0x300;  // nothing below is changed by NFC, or moves
constexpr uint16_t kNoSequence = 0xFFFF, kFirstSecond = 0x8000;   // of utf8proc's property table
constexpr char32_t kFirstVowel = 0x1161, kLastTrailing = 0x11C2;  // conjoining Hangul jamo

struct Range {
  char32_t first, last;
};
// Marks with a combining class in newer versions of Unicode, which version 9 does not know.
constexpr std::array<Range, 36> kNewerMarks = {{
    {0x7FD, 0x7FD},     {0x898, 0x89F},     {0x8CA, 0x8D3},     {0x9FE, 0x9FE},
    {0xC3C, 0xC3C},     {0xD3B, 0xD3C},     {0xEBA, 0xEBA},     {0x1715, 0x1715},
    {0x1ABF, 0x1ACE},   {0x1DF6, 0x1DFA},   {0xA82C, 0xA82C},   {0x10D24, 0x10D27},
    {0x10EAB, 0x10EAC}, {0x10EFD, 0x10EFF}, {0x10F46, 0x10F50}, {0x10F82, 0x10F85},
    {0x11070, 0x11070}, {0x1133B, 0x1133B}, {0x1145E, 0x1145E}, {0x11839, 0x1183A},
    {0x1193D, 0x1193E}, {0x11943, 0x11943}, {0x119E0, 0x119E0}, {0x11A34, 0x11A34},
    {0x11A47, 0x11A47}, {0x11A99, 0x11A99}, {0x11D42, 0x11D42}, {0x11D44, 0x11D45},
    {0x11D97, 0x11D97}, {0x11F41, 0x11F42}, {0x16FF0, 0x16FF1}, {0x1E08F, 0x1E08F},
    {0x1E130, 0x1E136}, {0x1E2AE, 0x1E2AE}, {0x1E2EC, 0x1E2EF}, {0x1E4EC, 0x1E4EF},
}};
constexpr char32_t kNewerComposite = 0x11938;  // the one composition that came after version 9

bool is_newer_mark(char32_t c) {
  const auto* const at =
      std::upper_bound(kNewerMarks.begin(), kNewerMarks.end(), c,
                       [](char32_t code, const Range& range) { return code < range.first; });
  return at != kNewerMarks.begin() && c <= (at - 1)->last;
}

const utf8proc_property_t& properties_of(char32_t c) {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(c));
}

int class_of(char32_t c) {
  if (c < kFirstMark) return 0;
  const auto combining = properties_of(c).combining_class;
  return combining != 0 && !is_newer_mark(c) ? combining : 0;
}

// Whether the character has a decomposition, a combining class, or joins the one before it.
bool may_change(char32_t c) {
  if (c < kFirstMark) return false;
  const utf8proc_property_t& facts = properties_of(c);
  const bool decomposes = facts.decomp_seqindex != kNoSequence && facts.decomp_type == 0;
  const bool joins = facts.comb_index != kNoSequence && facts.comb_index >= kFirstSecond;
  return facts.combining_class != 0 || decomposes || joins ||
         (c >= kFirstVowel && c <= kLastTrailing);
}

struct Part {
  char32_t code;
  int combining;
};

void append_decomposed(char32_t c, std::vector<Part>& parts) {
  if (c < 0xC0 || c == kNewerComposite) {
    parts.push_back({c, 0});
    return;
  }
  std::array<utf8proc_int32_t, 8> codes{};  // no canonical decomposition has more than four
  int boundary = 0;
  const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), codes.data(),
                                             codes.size(), UTF8PROC_DECOMPOSE, &boundary);
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    const auto code = static_cast<char32_t>(codes[static_cast<size_t>(i)]);
    parts.push_back({code, class_of(code)});
  }
}

// The canonical order: every run of marks sorted by class, equal ones as they were.
void sort_marks(std::vector<Part>& parts) {
  const auto is_starter = [](const Part& part) { return part.combining == 0; };
  for (auto at = parts.begin(); at != parts.end();) {
    const auto begin = std::find_if_not(at, parts.end(), is_starter);
    at = std::find_if(begin, parts.end(), is_starter);
    std::stable_sort(begin, at,
                     [](const Part& a, const Part& b) { return a.combining < b.combining; });
  }
}

// The character that two compose to, or 0.
char32_t composed(char32_t first, char32_t second) {
  if (!may_change(second)) return 0;
  std::array<utf8proc_int32_t, 2> pair = {static_cast<utf8proc_int32_t>(first),
                                          static_cast<utf8proc_int32_t>(second)};
  const auto count = utf8proc_normalize_utf32(
      pair.data(), 2, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const auto result = static_cast<char32_t>(pair[0]);
  return count == 1 && result != kNewerComposite ? result : 0;
}

// A mark joins the last starter unless one of its class or a higher one stands between.
void compose(std::vector<Part>& parts) {
  constexpr size_t kNone = SIZE_MAX;
  size_t size = 0, starter = kNone;
  for (const Part part : parts) {
    const bool open =
        starter != kNone && (starter + 1 == size || parts[size - 1].combining < part.combining);
    if (const char32_t both = open ? composed(parts[starter].code, part.code) : 0; both != 0) {
      parts[starter].code = both;
      continue;
    }
    if (part.combining == 0) starter = size;
    parts[size++] = part;
  }
  parts.resize(size);
}

}  // namespace

bool is_plainly_nfc(std::string_view text) {
  while (!text.empty()) {
    if (static_cast<uint8_t>(text[0]) < 0xCC) {  // below U+0300
      text.remove_prefix(1);
      continue;
    }
    const Utf8Step step = next_utf8(text);
    if (may_change(step.code)) return false;
    text.remove_prefix(step.length);
  }
  return true;
}

std::string to_reference_nfc(std::string_view text) {
  std::vector<Part> parts;
  parts.reserve(text.size());
  while (!text.empty()) {
    const Utf8Step step = next_utf8(text);
    append_decomposed(step.code, parts);
    text.remove_prefix(step.length);
  }
  sort_marks(parts);
  compose(parts);
  std::string out;
  for (const Part& part : parts) append_utf8(out, part.code);
  return out;
}

}  // namespace octavo::engine
