#include "document/block/formula/collect_atoms.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "document/block/formula/symbols.h"
#include "document/page/word_text.h"

namespace octavo::document {
namespace {

constexpr size_t kMostAtoms = 600;  // a formula has fewer; later steps are quadratic
// All lengths in sizes of the glyph.
constexpr float kMargin = 0.25F;      // around a line, for what reaches out of it
constexpr float kSameLine = 0.1F;     // between baselines of one word
constexpr float kLetterGap = 0.16F;   // between letters of one word
constexpr float kPieceShift = 0.35F;  // between the middles of pieces of one bracket
constexpr float kPieceGap = 0.3F;     // white between them
constexpr float kTooSmall = 1.5F;     // points: what programs put in to keep places

bool has(const std::string& name, std::string_view part) {
  return name.find(part) != std::string::npos;
}

// TeX's symbol fonts keep other alphabets where text fonts have capitals.
void own_alphabet(const std::string& font, char32_t c, Alphabet& alphabet) {
  const bool capital = c >= U'A' && c <= U'Z';
  if (capital && (has(font, "CMSY") || has(font, "CMBSY") || has(font, "MTSY") ||
                  has(font, "Caligraphic") || has(font, "LMMathSymbols") || has(font, "EUSM") ||
                  has(font, "RSFS") || has(font, "rsfs") || has(font, "Script")))
    alphabet = Alphabet::kScript;
  if ((capital && (has(font, "MSBM") || has(font, "AMS"))) || has(font, "BBM") ||
      has(font, "bbold") || has(font, "DSROM"))
    alphabet = Alphabet::kBlackboard;
  if (has(font, "EUFM") || has(font, "EUFB") || has(font, "Fraktur")) alphabet = Alphabet::kFraktur;
}

// By the name alone: the weights that fonts of mathematics state are often wrong.
Alphabet alphabet_of(const Font& font) {
  const std::string& name = font.name;
  const bool bold = has(name, "Bold") || has(name, "bold") || has(name, "CMBX") ||
                    has(name, "CMMIB") || has(name, "CMBSY") || has(name, "Black") ||
                    has(name, "Heavy");
  const bool math_italic =
      has(name, "CMMI") || has(name, "MTMI") || has(name, "LMMathItalic") || has(name, "TXMI");
  if (bold) return Alphabet::kBold;
  return font.italic || math_italic ? Alphabet::kItalic : Alphabet::kUpright;
}

// Computer Modern calls its usual phi by the name that others give to the variant.
char32_t own_greek(const std::string& font, char32_t c) {
  if (!has(font, "CMMI")) return c;
  return c == 0x03C6 ? 0x03D5 : c == 0x03D5 ? 0x03C6 : c;
}

bool is_plain_letter(char32_t c) { return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z'); }

// Upper, middle and lower pieces of large brackets -> the bracket.
char32_t bracket_of_piece(char32_t c) {
  if (c >= 0x239B && c <= 0x239D) return U'(';
  if (c >= 0x239E && c <= 0x23A0) return U')';
  if (c >= 0x23A1 && c <= 0x23A3) return U'[';
  if (c >= 0x23A4 && c <= 0x23A6) return U']';
  if (c >= 0x23A7 && c <= 0x23A9) return U'{';
  if (c >= 0x23AB && c <= 0x23AD) return U'}';
  // The private codes of the same in Adobe's list.
  if (c >= 0xF8EB && c <= 0xF8ED) return U'(';
  if (c >= 0xF8F6 && c <= 0xF8F8) return U')';
  if (c >= 0xF8EE && c <= 0xF8F0) return U'[';
  if (c >= 0xF8F9 && c <= 0xF8FB) return U']';
  if (c >= 0xF8F1 && c <= 0xF8F3) return U'{';
  if (c >= 0xF8FC && c <= 0xF8FE) return U'}';
  return 0;
}

// What stretches a bracket: "⎪" of braces.
bool is_extension(char32_t c) { return c == 0x23AA || c == 0xF8F4; }

bool is_on(const PointBox& box, const std::vector<TextLine>& lines) {
  const float x = box.center_x(), y = box.center_y();
  return std::any_of(lines.begin(), lines.end(), [&](const TextLine& line) {
    const float margin = kMargin * line.size;
    return x > line.box.x0 - margin && x < line.box.x1 + margin && y > line.box.y0 - margin &&
           y < line.box.y1 + margin;
  });
}

// Letters that stand in formulas only where a font calls its signs by the wrong names.
bool is_misnamed(char32_t c) { return c >= 0xC0 && c <= 0xFF && is_letter(c); }

// The piece of a large bracket joins the pieces above it.
bool join_piece(Atoms& atoms, const Atom& piece) {
  for (size_t i = atoms.size(); i-- > 0;) {
    Atom& other = atoms[i];
    if (other.latex != piece.latex) continue;
    const float gap = std::max(piece.box.y0 - other.box.y1, other.box.y0 - piece.box.y1);
    if (std::abs(other.box.center_x() - piece.box.center_x()) < kPieceShift * piece.size &&
        gap < kPieceGap * piece.size) {
      other.box = hull(other.box, piece.box);
      return true;
    }
  }
  return false;
}

// The LaTeX of one character; false when it has no place in a formula.
bool spell(char32_t c, Atom& atom) {
  const char32_t plain = plain_letter(c, atom.alphabet);
  if (is_plain_letter(plain) || (plain >= U'0' && plain <= U'9')) {
    append_utf8(atom.latex, plain);
    if (is_plain_letter(plain) && atom.alphabet == Alphabet::kUpright)
      atom.kind = AtomKind::kLetters;
    return true;
  }
  const Symbol symbol = symbol_of(plain);
  if (!symbol.latex.empty()) {
    atom.latex = symbol.latex;
    atom.kind = symbol.kind;
    return true;
  }
  if (!is_letter(plain) || is_misnamed(plain)) return false;
  atom.kind = AtomKind::kLetters;
  atom.alphabet = Alphabet::kUpright;
  append_utf8(atom.latex, plain);
  return true;
}

// Does `next` go on with the word?
bool goes_on(const Atom& word, const Atom& next) {
  return next.kind == AtomKind::kLetters && next.alphabet == word.alphabet &&
         std::abs(next.size - word.size) < 0.05F * word.size &&
         std::abs(next.baseline - word.baseline) < kSameLine * word.size &&
         next.box.x0 - word.box.x1 < kLetterGap * word.size &&
         next.box.x0 > word.box.x0 + 0.1F * word.size;
}

// Letters side by side become words.
Atoms join_letters(Atoms atoms) {
  std::stable_sort(atoms.begin(), atoms.end(),
                   [](const Atom& a, const Atom& b) { return a.box.x0 < b.box.x0; });
  Atoms out;
  for (Atom& atom : atoms) {
    Atom* word = nullptr;
    if (atom.kind == AtomKind::kLetters)
      for (size_t i = out.size(); i-- > 0 && word == nullptr;)
        if (out[i].kind == AtomKind::kLetters && goes_on(out[i], atom)) word = &out[i];
    if (word == nullptr) {
      out.push_back(std::move(atom));
      continue;
    }
    word->latex += atom.latex;
    word->box = hull(word->box, atom.box);
  }
  return out;
}

}  // namespace

std::optional<Atoms> collect_atoms(const PageContent& content, const std::vector<TextLine>& lines) {
  Atoms atoms;
  for (const Glyph& glyph : content.glyphs) {
    if (glyph.visibility != Visibility::kVisible || glyph.size < kTooSmall) continue;
    if (glyph.code != 0 && (is_space(glyph.code) || is_control(glyph.code))) continue;
    const PointBox& box = glyph.ink();
    if (box.empty() || !is_on(box, lines)) continue;
    if (glyph.angle != 0 || glyph.code == 0 || atoms.size() == kMostAtoms) return std::nullopt;
    static const Font kNone;
    const Font& font = glyph.font < content.fonts.size() ? content.fonts[glyph.font] : kNone;
    Atom atom;
    atom.box = box;
    atom.baseline = glyph.origin_y;
    atom.size = glyph.size;
    atom.alphabet = alphabet_of(font);
    if (is_extension(glyph.code)) continue;  // the ends of the brace say where it reaches
    if (const char32_t bracket = bracket_of_piece(glyph.code)) {
      const Symbol symbol = symbol_of(bracket);
      atom.latex = symbol.latex;
      atom.kind = symbol.kind;
      if (!join_piece(atoms, atom)) atoms.push_back(std::move(atom));
      continue;
    }
    const char32_t c = own_greek(font.name, resolve_symbol(glyph.code, font.name));
    own_alphabet(font.name, c, atom.alphabet);
    if (!spell(c, atom)) return std::nullopt;
    atoms.push_back(std::move(atom));
  }
  return join_letters(std::move(atoms));
}

}  // namespace octavo::document
