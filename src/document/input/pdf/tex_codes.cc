#include "document/input/pdf/tex_codes.h"

namespace octavo::document {
namespace {

// From code 0 on; a space where the font has nothing that Unicode has.
constexpr std::u32string_view kExtension =
    U"()[]⌊⌋⌈⌉{}⟨⟩|‖/\\"
    U"()()[]⌊⌋⌈⌉{}⟨⟩/\\"
    U"()[]⌊⌋⌈⌉{}⟨⟩/\\/\\"
    U"⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪ "
    U"⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂"
    U"∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁"
    U"∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}"
    U"√√√√            ";
constexpr std::u32string_view kSymbols =
    U"−·×∗÷⋄±∓⊕⊖⊗⊘⊙©∘•"
    U"≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻"
    U"←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝"
    U"′∞∈∋△▽\u0338↦∀∃¬∅ℜℑ⊤⊥"
    U"ℵ               "
    U"           ∪∩⊎∧∨"
    U"⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\\≀"
    U"√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠";
// Small letters here are told apart as Unicode does: its plain phi and epsilon are the curly ones.
constexpr std::u32string_view kLetters =
    U"ΓΔΘΛΞΠΣΥΦΨΩαβγδϵ"
    U"ζηθικλμνξπρστυφχ"
    U"ψωεϑϖϱςϕ↼↽⇀⇁  ▷◁"
    U"          .,</>⋆"
    U"∂               "
    U"           ♭♮♯⌣⌢"
    U"ℓ               "
    U"           ıȷ℘\u20D7 ";
static_assert(kExtension.size() == 0x80 && kSymbols.size() == 0x80 && kLetters.size() == 0x80);

}  // namespace

char32_t tex_symbol(std::string_view font_name, uint32_t code) {
  std::u32string_view table;
  if (font_name.starts_with("CMEX")) table = kExtension;
  if (font_name.starts_with("CMSY") || font_name.starts_with("CMBSY")) table = kSymbols;
  if (font_name.starts_with("CMMI")) table = kLetters;
  if (code >= table.size() || table[code] == U' ') return 0;
  return table[code];
}

}  // namespace octavo::document
