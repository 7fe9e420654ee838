#include "document/block/formula/symbols.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace octavo::document {
namespace {

using enum AtomKind;

struct Entry {
  char32_t code;
  Symbol symbol;
};

// Sorted by code.
// clang-format off
constexpr Entry kSymbols[] = {
    {0x0021, {"!", kPunctuation}}, {0x0022, {"''", kOrdinary}}, {0x0023, {"\\#", kOrdinary}},
    {0x0024, {"\\$", kOrdinary}}, {0x0025, {"\\%", kOrdinary}}, {0x0026, {"\\&", kOrdinary}},
    {0x0027, {"'", kOrdinary}}, {0x0028, {"(", kOpen}}, {0x0029, {")", kClose}},
    {0x002A, {"*", kOrdinary}}, {0x002B, {"+", kBinary}}, {0x002C, {",", kPunctuation}},
    {0x002D, {"-", kBinary}}, {0x002E, {".", kPunctuation}}, {0x002F, {"/", kOrdinary}},
    {0x003A, {":", kRelation}}, {0x003B, {";", kPunctuation}}, {0x003C, {"<", kRelation}},
    {0x003D, {"=", kRelation}}, {0x003E, {">", kRelation}}, {0x003F, {"?", kPunctuation}},
    {0x0040, {"@", kOrdinary}}, {0x005B, {"[", kOpen}}, {0x005C, {"\\backslash", kOrdinary}},
    {0x005D, {"]", kClose}}, {0x005E, {"\\hat", kAccent}}, {0x005F, {"\\_", kOrdinary}},
    {0x0060, {"\\grave", kAccent}}, {0x007B, {"\\{", kOpen}}, {0x007C, {"|", kFence}},
    {0x007D, {"\\}", kClose}}, {0x007E, {"\\tilde", kAccent}}, {0x00A3, {"\\pounds", kOrdinary}},
    {0x00A7, {"\\S", kOrdinary}}, {0x00A8, {"\\ddot", kAccent}}, {0x00AC, {"\\neg", kOrdinary}},
    {0x00AF, {"\\bar", kAccent}}, {0x00B0, {"^{\\circ}", kOrdinary}}, {0x00B1, {"\\pm", kBinary}},
    {0x00B2, {"^{2}", kOrdinary}}, {0x00B3, {"^{3}", kOrdinary}}, {0x00B4, {"\\acute", kAccent}},
    {0x00B5, {"\\mu", kOrdinary}}, {0x00B7, {"\\cdot", kBinary}}, {0x00B9, {"^{1}", kOrdinary}},
    {0x00BC, {"\\frac{1}{4}", kOrdinary}}, {0x00BD, {"\\frac{1}{2}", kOrdinary}},
    {0x00BE, {"\\frac{3}{4}", kOrdinary}}, {0x00C5, {"\\mathring{A}", kOrdinary}},
    {0x00D7, {"\\times", kBinary}}, {0x00F7, {"\\div", kBinary}},
    {0x0131, {"\\imath", kOrdinary}}, {0x0237, {"\\jmath", kOrdinary}},
    {0x02C6, {"\\hat", kAccent}}, {0x02C7, {"\\check", kAccent}}, {0x02C9, {"\\bar", kAccent}},
    {0x02CA, {"\\acute", kAccent}}, {0x02CB, {"\\grave", kAccent}},
    {0x02D8, {"\\breve", kAccent}}, {0x02D9, {"\\dot", kAccent}},
    {0x02DA, {"\\mathring", kAccent}}, {0x02DC, {"\\tilde", kAccent}},
    {0x0300, {"\\grave", kAccent}}, {0x0301, {"\\acute", kAccent}}, {0x0302, {"\\hat", kAccent}},
    {0x0303, {"\\tilde", kAccent}}, {0x0304, {"\\bar", kAccent}}, {0x0305, {"\\bar", kAccent}},
    {0x0306, {"\\breve", kAccent}}, {0x0307, {"\\dot", kAccent}}, {0x0308, {"\\ddot", kAccent}},
    {0x030A, {"\\mathring", kAccent}}, {0x030C, {"\\check", kAccent}},
    {0x0338, {"\\not", kAccent}}, {0x0391, {"A", kOrdinary}}, {0x0392, {"B", kOrdinary}},
    {0x0393, {"\\Gamma", kOrdinary}}, {0x0394, {"\\Delta", kOrdinary}},
    {0x0395, {"E", kOrdinary}}, {0x0396, {"Z", kOrdinary}}, {0x0397, {"H", kOrdinary}},
    {0x0398, {"\\Theta", kOrdinary}}, {0x0399, {"I", kOrdinary}}, {0x039A, {"K", kOrdinary}},
    {0x039B, {"\\Lambda", kOrdinary}}, {0x039C, {"M", kOrdinary}}, {0x039D, {"N", kOrdinary}},
    {0x039E, {"\\Xi", kOrdinary}}, {0x039F, {"O", kOrdinary}}, {0x03A0, {"\\Pi", kOrdinary}},
    {0x03A1, {"P", kOrdinary}}, {0x03A3, {"\\Sigma", kOrdinary}}, {0x03A4, {"T", kOrdinary}},
    {0x03A5, {"\\Upsilon", kOrdinary}}, {0x03A6, {"\\Phi", kOrdinary}},
    {0x03A7, {"X", kOrdinary}}, {0x03A8, {"\\Psi", kOrdinary}}, {0x03A9, {"\\Omega", kOrdinary}},
    {0x03B1, {"\\alpha", kOrdinary}}, {0x03B2, {"\\beta", kOrdinary}},
    {0x03B3, {"\\gamma", kOrdinary}}, {0x03B4, {"\\delta", kOrdinary}},
    {0x03B5, {"\\varepsilon", kOrdinary}}, {0x03B6, {"\\zeta", kOrdinary}},
    {0x03B7, {"\\eta", kOrdinary}}, {0x03B8, {"\\theta", kOrdinary}},
    {0x03B9, {"\\iota", kOrdinary}}, {0x03BA, {"\\kappa", kOrdinary}},
    {0x03BB, {"\\lambda", kOrdinary}}, {0x03BC, {"\\mu", kOrdinary}},
    {0x03BD, {"\\nu", kOrdinary}}, {0x03BE, {"\\xi", kOrdinary}}, {0x03BF, {"o", kOrdinary}},
    {0x03C0, {"\\pi", kOrdinary}}, {0x03C1, {"\\rho", kOrdinary}},
    {0x03C2, {"\\varsigma", kOrdinary}}, {0x03C3, {"\\sigma", kOrdinary}},
    {0x03C4, {"\\tau", kOrdinary}}, {0x03C5, {"\\upsilon", kOrdinary}},
    {0x03C6, {"\\varphi", kOrdinary}}, {0x03C7, {"\\chi", kOrdinary}},
    {0x03C8, {"\\psi", kOrdinary}}, {0x03C9, {"\\omega", kOrdinary}},
    {0x03D1, {"\\vartheta", kOrdinary}}, {0x03D5, {"\\phi", kOrdinary}},
    {0x03D6, {"\\varpi", kOrdinary}}, {0x03F0, {"\\varkappa", kOrdinary}},
    {0x03F1, {"\\varrho", kOrdinary}}, {0x03F5, {"\\epsilon", kOrdinary}},
    {0x2010, {"-", kBinary}}, {0x2013, {"-", kBinary}}, {0x2014, {"-", kBinary}},
    {0x2016, {"\\|", kFence}}, {0x2019, {"'", kOrdinary}}, {0x2020, {"\\dagger", kOrdinary}},
    {0x2021, {"\\ddagger", kOrdinary}}, {0x2022, {"\\bullet", kBinary}},
    {0x2026, {"\\ldots", kOrdinary}}, {0x2032, {"'", kOrdinary}}, {0x2033, {"''", kOrdinary}},
    {0x2070, {"^{0}", kOrdinary}}, {0x2074, {"^{4}", kOrdinary}}, {0x207B, {"^{-}", kOrdinary}},
    {0x207F, {"^{n}", kOrdinary}}, {0x2080, {"_{0}", kOrdinary}}, {0x2081, {"_{1}", kOrdinary}},
    {0x2082, {"_{2}", kOrdinary}}, {0x2083, {"_{3}", kOrdinary}}, {0x20D7, {"\\vec", kAccent}},
    {0x210F, {"\\hbar", kOrdinary}}, {0x2113, {"\\ell", kOrdinary}},
    {0x2118, {"\\wp", kOrdinary}}, {0x2135, {"\\aleph", kOrdinary}},
    {0x2190, {"\\leftarrow", kRelation}}, {0x2191, {"\\uparrow", kRelation}},
    {0x2192, {"\\to", kRelation}}, {0x2193, {"\\downarrow", kRelation}},
    {0x2194, {"\\leftrightarrow", kRelation}}, {0x2197, {"\\nearrow", kRelation}},
    {0x2198, {"\\searrow", kRelation}}, {0x219D, {"\\leadsto", kRelation}},
    {0x21A0, {"\\twoheadrightarrow", kRelation}}, {0x21A6, {"\\mapsto", kRelation}},
    {0x21AA, {"\\hookrightarrow", kRelation}}, {0x21C0, {"\\rightharpoonup", kRelation}},
    {0x21CC, {"\\rightleftharpoons", kRelation}}, {0x21D0, {"\\Leftarrow", kRelation}},
    {0x21D2, {"\\Rightarrow", kRelation}}, {0x21D4, {"\\Leftrightarrow", kRelation}},
    {0x21DD, {"\\rightsquigarrow", kRelation}}, {0x2200, {"\\forall", kOrdinary}},
    {0x2201, {"\\complement", kOrdinary}}, {0x2202, {"\\partial", kOrdinary}},
    {0x2203, {"\\exists", kOrdinary}}, {0x2204, {"\\nexists", kOrdinary}},
    {0x2205, {"\\emptyset", kOrdinary}}, {0x2206, {"\\Delta", kOrdinary}},
    {0x2207, {"\\nabla", kOrdinary}}, {0x2208, {"\\in", kRelation}},
    {0x2209, {"\\notin", kRelation}}, {0x220B, {"\\ni", kRelation}},
    {0x220E, {"\\blacksquare", kOrdinary}}, {0x220F, {"\\prod", kLarge}},
    {0x2210, {"\\coprod", kLarge}}, {0x2211, {"\\sum", kLarge}}, {0x2212, {"-", kBinary}},
    {0x2213, {"\\mp", kBinary}}, {0x2214, {"\\dotplus", kBinary}},
    {0x2216, {"\\setminus", kOrdinary}}, {0x2217, {"*", kBinary}}, {0x2218, {"\\circ", kBinary}},
    {0x2219, {"\\bullet", kBinary}}, {0x221A, {"\\sqrt", kRoot}},
    {0x221D, {"\\propto", kRelation}}, {0x221E, {"\\infty", kOrdinary}},
    {0x2220, {"\\angle", kOrdinary}}, {0x2223, {"\\mid", kRelation}},
    {0x2224, {"\\nmid", kRelation}}, {0x2225, {"\\parallel", kRelation}},
    {0x2226, {"\\nparallel", kRelation}}, {0x2227, {"\\wedge", kBinary}},
    {0x2228, {"\\vee", kBinary}}, {0x2229, {"\\cap", kBinary}}, {0x222A, {"\\cup", kBinary}},
    {0x222B, {"\\int", kLarge}}, {0x222C, {"\\iint", kLarge}}, {0x222D, {"\\iiint", kLarge}},
    {0x222E, {"\\oint", kLarge}}, {0x222F, {"\\oiint", kLarge}},
    {0x2234, {"\\therefore", kRelation}}, {0x2235, {"\\because", kRelation}},
    {0x223C, {"\\sim", kRelation}}, {0x2240, {"\\wr", kBinary}}, {0x2243, {"\\simeq", kRelation}},
    {0x2245, {"\\cong", kRelation}}, {0x2248, {"\\approx", kRelation}},
    {0x224D, {"\\asymp", kRelation}}, {0x2250, {"\\doteq", kRelation}},
    {0x2254, {":=", kRelation}}, {0x225C, {"\\triangleq", kRelation}},
    {0x2260, {"\\neq", kRelation}}, {0x2261, {"\\equiv", kRelation}},
    {0x2262, {"\\not\\equiv", kRelation}}, {0x2264, {"\\leq", kRelation}},
    {0x2265, {"\\geq", kRelation}}, {0x2266, {"\\leqq", kRelation}},
    {0x2267, {"\\geqq", kRelation}}, {0x226A, {"\\ll", kRelation}}, {0x226B, {"\\gg", kRelation}},
    {0x226E, {"\\nless", kRelation}}, {0x226F, {"\\ngtr", kRelation}},
    {0x2270, {"\\nleq", kRelation}}, {0x2271, {"\\ngeq", kRelation}},
    {0x2272, {"\\lesssim", kRelation}}, {0x2273, {"\\gtrsim", kRelation}},
    {0x227A, {"\\prec", kRelation}}, {0x227B, {"\\succ", kRelation}},
    {0x227C, {"\\preccurlyeq", kRelation}}, {0x227D, {"\\succcurlyeq", kRelation}},
    {0x2282, {"\\subset", kRelation}}, {0x2283, {"\\supset", kRelation}},
    {0x2284, {"\\not\\subset", kRelation}}, {0x2286, {"\\subseteq", kRelation}},
    {0x2287, {"\\supseteq", kRelation}}, {0x228A, {"\\subsetneq", kRelation}},
    {0x228B, {"\\supsetneq", kRelation}}, {0x228E, {"\\uplus", kBinary}},
    {0x2293, {"\\sqcap", kBinary}}, {0x2294, {"\\sqcup", kBinary}},
    {0x2295, {"\\oplus", kBinary}}, {0x2296, {"\\ominus", kBinary}},
    {0x2297, {"\\otimes", kBinary}}, {0x2298, {"\\oslash", kBinary}},
    {0x2299, {"\\odot", kBinary}}, {0x229E, {"\\boxplus", kBinary}},
    {0x22A0, {"\\boxtimes", kBinary}}, {0x22A2, {"\\vdash", kRelation}},
    {0x22A3, {"\\dashv", kRelation}}, {0x22A4, {"\\top", kOrdinary}},
    {0x22A5, {"\\perp", kOrdinary}}, {0x22A8, {"\\models", kRelation}},
    {0x22B2, {"\\lhd", kRelation}}, {0x22B3, {"\\rhd", kRelation}},
    {0x22B4, {"\\trianglelefteq", kRelation}}, {0x22B5, {"\\trianglerighteq", kRelation}},
    {0x22C0, {"\\bigwedge", kLarge}}, {0x22C1, {"\\bigvee", kLarge}},
    {0x22C2, {"\\bigcap", kLarge}}, {0x22C3, {"\\bigcup", kLarge}},
    {0x22C4, {"\\diamond", kBinary}}, {0x22C5, {"\\cdot", kBinary}},
    {0x22C6, {"\\star", kOrdinary}}, {0x22C8, {"\\bowtie", kRelation}},
    {0x22C9, {"\\ltimes", kBinary}}, {0x22CA, {"\\rtimes", kBinary}},
    {0x22EE, {"\\vdots", kOrdinary}}, {0x22EF, {"\\cdots", kOrdinary}},
    {0x22F1, {"\\ddots", kOrdinary}}, {0x2308, {"\\lceil", kOpen}}, {0x2309, {"\\rceil", kClose}},
    {0x230A, {"\\lfloor", kOpen}}, {0x230B, {"\\rfloor", kClose}},
    {0x25A0, {"\\blacksquare", kOrdinary}}, {0x25A1, {"\\square", kOrdinary}},
    {0x25AA, {"\\blacksquare", kOrdinary}}, {0x25B3, {"\\triangle", kOrdinary}},
    {0x25FB, {"\\square", kOrdinary}}, {0x266D, {"\\flat", kOrdinary}},
    {0x266E, {"\\natural", kOrdinary}}, {0x266F, {"\\sharp", kOrdinary}},
    {0x27E6, {"\\llbracket", kOpen}}, {0x27E7, {"\\rrbracket", kClose}},
    {0x27E8, {"\\langle", kOpen}}, {0x27E9, {"\\rangle", kClose}},
    {0x27F5, {"\\longleftarrow", kRelation}}, {0x27F6, {"\\longrightarrow", kRelation}},
    {0x27F9, {"\\Longrightarrow", kRelation}}, {0x27FA, {"\\Longleftrightarrow", kRelation}},
    {0x27FC, {"\\longmapsto", kRelation}}, {0x2A00, {"\\bigodot", kLarge}},
    {0x2A01, {"\\bigoplus", kLarge}}, {0x2A02, {"\\bigotimes", kLarge}},
    {0x2A04, {"\\biguplus", kLarge}}, {0x2A06, {"\\bigsqcup", kLarge}},
    {0x2A7D, {"\\leqslant", kRelation}}, {0x2A7E, {"\\geqslant", kRelation}},
    {0x2AAF, {"\\preceq", kRelation}}, {0x2AB0, {"\\succeq", kRelation}},
    {0x3001, {",", kPunctuation}}, {0x3002, {".", kPunctuation}}, {0x3008, {"\\langle", kOpen}},
    {0x3009, {"\\rangle", kClose}}, {0xFF08, {"(", kOpen}}, {0xFF09, {")", kClose}},
    {0xFF0C, {",", kPunctuation}}, {0xFF1A, {":", kPunctuation}}, {0xFF1B, {";", kPunctuation}},};
// clang-format on
static_assert(std::is_sorted(std::begin(kSymbols), std::end(kSymbols),
                             [](const Entry& a, const Entry& b) { return a.code < b.code; }));

constexpr std::string_view kFunctions[] = {
    "Pr",  "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc",
    "deg", "det",    "dim",    "exp",    "gcd", "hom", "inf",  "ker", "lg",   "lim",
    "ln",  "log",    "max",    "min",    "sec", "sin", "sinh", "sup", "tan",  "tanh"};
constexpr std::string_view kWithLimits[] = {"Pr",  "argmax", "argmin", "det", "gcd",
                                            "inf", "lim",    "max",    "min", "sup"};

// Alphabets of U+1D400 and on: 52 Latin letters each, in this order.
constexpr std::array kLatin = {Alphabet::kBold,       Alphabet::kItalic,  Alphabet::kBold,
                               Alphabet::kScript,     Alphabet::kScript,  Alphabet::kFraktur,
                               Alphabet::kBlackboard, Alphabet::kFraktur, Alphabet::kUpright,
                               Alphabet::kBold,       Alphabet::kItalic,  Alphabet::kBold,
                               Alphabet::kUpright};

struct Letter {
  char32_t code;
  char32_t plain;
  Alphabet alphabet;
};

// Letters that had a place of their own before the alphabets were added.
constexpr Letter kLetterLike[] = {
    {0x2102, 'C', Alphabet::kBlackboard}, {0x210A, 'g', Alphabet::kScript},
    {0x210B, 'H', Alphabet::kScript},     {0x210C, 'H', Alphabet::kFraktur},
    {0x210D, 'H', Alphabet::kBlackboard}, {0x210E, 'h', Alphabet::kItalic},
    {0x2110, 'I', Alphabet::kScript},     {0x2111, 'I', Alphabet::kFraktur},
    {0x2112, 'L', Alphabet::kScript},     {0x2115, 'N', Alphabet::kBlackboard},
    {0x2119, 'P', Alphabet::kBlackboard}, {0x211A, 'Q', Alphabet::kBlackboard},
    {0x211B, 'R', Alphabet::kScript},     {0x211C, 'R', Alphabet::kFraktur},
    {0x211D, 'R', Alphabet::kBlackboard}, {0x2124, 'Z', Alphabet::kBlackboard},
    {0x2128, 'Z', Alphabet::kFraktur},    {0x212C, 'B', Alphabet::kScript},
    {0x212D, 'C', Alphabet::kFraktur},    {0x212F, 'e', Alphabet::kScript},
    {0x2130, 'E', Alphabet::kScript},     {0x2131, 'F', Alphabet::kScript},
    {0x2133, 'M', Alphabet::kScript},     {0x2134, 'o', Alphabet::kScript}};

constexpr char32_t kAlphabets = 0x1D400, kGreek = 0x1D6A8, kDigits = 0x1D7CE, kEnd = 0x1D800;
// A Greek alphabet there: 25 capitals (with one ϴ), ∇, 25 small letters, ∂, then six variants.
constexpr char32_t kGreekLetters = 58;
constexpr std::u32string_view kGreekVariants = U"∂ϵϑϰϕϱϖ";

char32_t plain_greek(char32_t at) {
  constexpr char32_t kTheta = 17, kNabla = 25, kSmall = 26, kVariants = 51;
  if (at == kTheta) return 0x0398;
  if (at < kNabla) return 0x0391 + at;
  if (at == kNabla) return 0x2207;
  if (at < kVariants) return 0x03B1 + (at - kSmall);
  return kGreekVariants[at - kVariants];
}

}  // namespace

Symbol symbol_of(char32_t c) {
  const auto* entry = std::lower_bound(std::begin(kSymbols), std::end(kSymbols), c,
                                       [](const Entry& e, char32_t code) { return e.code < code; });
  return entry != std::end(kSymbols) && entry->code == c ? entry->symbol : Symbol{};
}

char32_t plain_letter(char32_t c, Alphabet& alphabet) {
  if (c >= kAlphabets && c < kEnd) {
    if (c >= kDigits) {
      alphabet = Alphabet::kUpright;
      return U'0' + (c - kDigits) % 10;
    }
    if (c >= kGreek + 5 * kGreekLetters) return c;  // bold digamma
    if (c >= kGreek) {
      // Bold, italic, bold italic, sans bold, sans bold italic.
      alphabet = (c - kGreek) / kGreekLetters == 1 ? Alphabet::kItalic : Alphabet::kBold;
      return plain_greek((c - kGreek) % kGreekLetters);
    }
    const size_t which = (c - kAlphabets) / 52;
    if (which >= kLatin.size()) return c == 0x1D6A4 ? 0x131 : 0x237;  // ı, ȷ
    alphabet = kLatin[which];
    const char32_t letter = (c - kAlphabets) % 52;
    return letter < 26 ? U'A' + letter : U'a' + (letter - 26);
  }
  for (const Letter& letter : kLetterLike)
    if (letter.code == c) {
      alphabet = letter.alphabet;
      return letter.plain;
    }
  return c;
}

bool is_function_name(std::string_view word) {
  return std::find(std::begin(kFunctions), std::end(kFunctions), word) != std::end(kFunctions);
}

bool takes_limits(std::string_view word) {
  return std::find(std::begin(kWithLimits), std::end(kWithLimits), word) != std::end(kWithLimits);
}

}  // namespace octavo::document
