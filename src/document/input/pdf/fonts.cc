#include "document/input/pdf/fonts.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace octavo::document {
namespace {

// ISO 32000-1 table 123.
constexpr int kFixedPitch = 1 << 0, kSerif = 1 << 1, kSymbolic = 1 << 2, kItalicFlag = 1 << 6,
              kForceBold = 1 << 18;
// PDFium guesses the weight from the stem width; below this the guess catches sturdy text faces.
constexpr int kBoldWeight = 700;
constexpr size_t kSubsetPrefix = 7;  // "ABCDEF+"

std::string_view without_subset_prefix(std::string_view name) {
  if (name.size() <= kSubsetPrefix || name[kSubsetPrefix - 1] != '+') return name;
  const bool tagged = std::all_of(name.begin(), name.begin() + kSubsetPrefix - 1,
                                  [](char c) { return c >= 'A' && c <= 'Z'; });
  return tagged ? name.substr(kSubsetPrefix) : name;
}

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

template <size_t N>
bool contains_any(std::string_view name, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return name.find(word) != name.npos; });
}

// TeX's Computer Modern and its heirs put the style in a short code before the size: CMBX10,
// SFTI1000.
bool tex_style(std::string_view name, const std::array<std::string_view, 4>& codes) {
  for (const std::string_view family : {"cm", "sf", "ec", "lm"}) {
    if (name.substr(0, family.size()) != family) continue;
    const std::string_view rest = name.substr(family.size());
    for (const std::string_view code : codes)
      if (rest.substr(0, code.size()) == code && rest.size() > code.size() &&
          rest[code.size()] >= '0' && rest[code.size()] <= '9')
        return true;
  }
  return false;
}

constexpr std::array<std::string_view, 6> kBoldWords{"bold", "black", "heavy",
                                                     "demi", "-bd",   "mediital"};
constexpr std::array<std::string_view, 5> kItalicWords{"ital", "obli", "slant", "kursiv", "-it"};
constexpr std::array<std::string_view, 10> kMonoWords{"courier", "mono", "consol", "typewriter",
                                                      "menlo",   "code", "fixed",  "nimbusmon",
                                                      "cmtt",    "sftt"};
constexpr std::array<std::string_view, 12> kSerifWords{
    "times",  "serif",   "roman",   "garamond", "georgia",   "palatino",
    "minion", "cambria", "bookman", "century",  "nimbusrom", "song"};
constexpr std::array<std::string_view, 6> kSansWords{"sans",    "arial",  "helvetica",
                                                     "calibri", "gothic", "verdana"};

}  // namespace

Font describe_font(std::string_view base_name, int flags, int weight) {
  Font font;
  font.name = std::string(without_subset_prefix(base_name));
  if (!is_valid_utf8(font.name)) font.name = to_utf8(to_utf32(font.name));
  const std::string name = lower_ascii(font.name);
  font.bold = (flags & kForceBold) != 0 || weight >= kBoldWeight ||
              contains_any(name, kBoldWords) || name.ends_with("medi") ||
              tex_style(name, {"bx", "b", "bxti", "ssbx"});
  font.italic = (flags & kItalicFlag) != 0 || contains_any(name, kItalicWords) ||
                tex_style(name, {"ti", "sl", "bxti", "ssi"});
  font.monospace = (flags & kFixedPitch) != 0 || contains_any(name, kMonoWords);
  const bool sans = contains_any(name, kSansWords);
  font.serif = !sans && ((flags & kSerif) != 0 || contains_any(name, kSerifWords));
  font.symbolic = (flags & kSymbolic) != 0;
  return font;
}

}  // namespace octavo::document
