#include "document/block/formula/glyph_latex.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "document/block/formula/collect_atoms.h"
#include "document/block/formula/structure.h"
#include "document/block/formula/symbols.h"
#include "document/block/formula/write_row.h"

namespace octavo::document {
namespace {

// All lengths in sizes of the formula.
constexpr float kNumberGap = 1;     // white before the number of a formula, at least
constexpr float kInNumber = 0.5F;   // white inside of it, at most
constexpr size_t kLongNumber = 12;  // characters
constexpr int kWords = 4;           // so many of three letters or more make a sentence
constexpr int kIdeographs = 2;      // more of them are a sentence
constexpr int kOddSigns = 2;        // signs that formulas do without

// What output/equation.cc takes as a formula's number, with a digit in it.
bool is_number_text(std::string_view text) {
  if (text.size() < 3 || text.size() > kLongNumber) return false;
  bool digit = false;
  for (const char c : text.substr(1, text.size() - 2)) {
    digit |= c >= '0' && c <= '9';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!(c >= '0' && c <= '9') && !letter && c != '.' && c != '-') return false;
  }
  return digit;
}

// The printed number that ends with the bracket at `close`, as indices from right to left; empty
// when what is there is no number.
std::vector<size_t> number_before(const Atoms& atoms, size_t close) {
  const Atom& last = atoms[close];
  std::vector<size_t> members{close};
  std::string text = last.latex;
  const char* opening = last.latex == ")" ? "(" : "[";
  float left = last.box.x0;
  while (text.size() <= kLongNumber) {
    size_t next = atoms.size();
    for (size_t i = 0; i < atoms.size(); ++i) {
      const Atom& atom = atoms[i];
      if (atom.box.x0 >= left || std::abs(atom.baseline - last.baseline) > 0.2F * last.size)
        continue;
      if (next == atoms.size() || atom.box.x1 > atoms[next].box.x1) next = i;
    }
    if (next == atoms.size() || left - atoms[next].box.x1 > kInNumber * last.size) return {};
    members.push_back(next);
    text.insert(0, atoms[next].latex);
    left = atoms[next].box.x0;
    if (atoms[next].latex == opening) break;
  }
  return text.starts_with(opening) && is_number_text(text) ? members : std::vector<size_t>{};
}

// Takes the number of the formula out: brackets at the right end, with white before them.
std::string take_number(Atoms& atoms) {
  const float size = size_of(atoms);
  for (size_t i = 0; i < atoms.size(); ++i) {
    const Atom& close = atoms[i];
    if (close.latex != ")" && close.latex != "]") continue;
    const bool last = std::none_of(atoms.begin(), atoms.end(), [&](const Atom& atom) {
      return atom.box.x0 > close.box.x1 && overlap_y(atom.box, close.box) > 0;
    });
    if (!last) continue;
    std::vector<size_t> members = number_before(atoms, i);
    if (members.empty()) continue;
    const PointBox& open = atoms[members.back()].box;
    const bool apart = std::none_of(atoms.begin(), atoms.end(), [&](const Atom& atom) {
      return atom.box.x0 < open.x0 && atom.box.x1 > open.x0 - kNumberGap * size;
    });
    if (!apart || members.size() == atoms.size()) continue;
    std::string number;
    for (const size_t member : members) number.insert(0, atoms[member].latex);
    std::sort(members.rbegin(), members.rend());
    for (const size_t member : members)
      atoms.erase(atoms.begin() + static_cast<std::ptrdiff_t>(member));
    return number;
  }
  return {};
}

// Words rather than signs: a sentence with a formula in it, a legend, a line of a listing.
bool reads_as_text(const Atoms& atoms) {
  int words = 0, ideographs = 0, odd = 0;
  for (const Atom& atom : atoms) {
    if (atom.kind == AtomKind::kLetters) {
      words += atom.latex.size() > 2 && !is_function_name(atom.latex);
      for (const char32_t c : to_utf32(atom.latex)) ideographs += is_cjk(c) || is_hangul(c);
    }
    odd += atom.latex == "?" || atom.latex == "@" || atom.latex == "\\#" || atom.latex == "\\$" ||
           atom.latex == "''" || atom.latex == "\\backslash";
  }
  const bool sentence = words >= kWords && 4 * words > static_cast<int>(atoms.size());
  return sentence || ideographs > kIdeographs || odd >= kOddSigns;
}

// Several rows: aligned at their first relation where each has one.
std::string join_rows(const std::vector<WrittenRow>& rows) {
  if (rows.size() == 1) return rows.front().latex;
  const bool aligned = std::all_of(rows.begin(), rows.end(), [](const WrittenRow& row) {
    return row.relation != std::string::npos;
  });
  const std::string name = aligned ? "aligned" : "gathered";
  std::string latex = "\\begin{" + name + "}\n";
  for (size_t i = 0; i < rows.size(); ++i) {
    std::string row = rows[i].latex;
    if (aligned) row.insert(std::min(rows[i].relation, row.size()), "&");
    latex += row + (i + 1 < rows.size() ? " \\\\\n" : "\n");
  }
  return latex + "\\end{" + name + "}";
}

}  // namespace

std::optional<GlyphLatex> glyph_latex(const PageContent& content,
                                      const std::vector<TextLine>& lines) {
  for (const TextLine& line : lines)
    if (line.angle != 0 || line.vertical || line.source != Source::kTextLayer) return std::nullopt;
  std::optional<Atoms> found = collect_atoms(content, lines);
  if (!found || found->empty() || reads_as_text(*found)) return std::nullopt;
  Atoms& atoms = *found;
  GlyphLatex result;
  result.number = take_number(atoms);
  set_accents(atoms);
  set_limits(atoms);
  set_bars(atoms, content.rules, content.shapes);
  set_grids(atoms);
  std::vector<WrittenRow> rows;
  bool related = false, structured = false;
  for (Atoms& row : rows_of(std::move(atoms))) {
    rows.push_back(write_row(std::move(row)));
    related |= rows.back().relation != std::string::npos;
    structured |= rows.back().structured;
  }
  // A numbered formula says that something is something; and what is under a bar alone, without
  // what stood above it, is the half of a fraction.
  const bool half = rows.size() == 1 && rows.front().latex.starts_with("\\overline{");
  if (!related && (!structured || half || !result.number.empty())) return std::nullopt;
  result.latex = join_rows(rows);
  return result;
}

}  // namespace octavo::document
