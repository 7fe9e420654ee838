#include "document/block/equation_text.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "document/block/formula/bars.h"

namespace octavo::document {
namespace {

// All lengths in sizes of the formula.
constexpr float kWordGap = 0.15F;    // wider white is a space
constexpr float kScriptGap = 0.3F;   // the same behind an exponent or index
constexpr float kBarReach = 1.2F;    // between a fraction bar and the middle of what it divides
constexpr float kOverhang = 0.3F;    // what is divided may reach over the bar by this much
constexpr float kLimitReach = 1.6F;  // between the middles of a sum and its limits
constexpr float kLeastOff = 0.4F;    // the same, at least
constexpr float kLimitWidth = 3;     // of the sum
constexpr float kLimitSize = 0.85F;  // of the size of the formula, at most
constexpr float kSameRow = 0.3F;     // of the lower height, shared
constexpr size_t kMostWords = 400;   // a formula has fewer; the steps below are quadratic

// Words that stay together.
struct Atom {
  std::vector<Word> words;
  PointBox box;
  bool fraction = false;
};

bool is_script(const Word& word) { return (word.style & (kSuperscript | kSubscript)) != 0; }

std::vector<Atom> atoms_of(const std::vector<TextLine>& lines, float size) {
  std::vector<Atom> atoms;
  for (const TextLine& line : lines)
    for (size_t i = 0; i < line.words.size(); ++i) {
      const Word& word = line.words[i];
      if (word.text.empty()) continue;
      const bool near =
          i > 0 && !atoms.empty() && word.box.x0 - atoms.back().box.x1 < kWordGap * size;
      const bool stays = near && (is_script(word) || !word.space_before);
      if (!stays) atoms.emplace_back();
      Atom& atom = atoms.back();
      atom.words.push_back(word);
      atom.words.back().space_before = stays && word.space_before && !is_script(word);
      atom.box = hull(atom.box, word.box);
    }
  return atoms;
}

bool is_large_operator(const Atom& atom) {
  if (atom.words.size() != 1) return false;
  static const std::u32string kOperators = U"∑∏∐∫∬∭∮⋃⋂⋁⋀⨁⨂⨀";
  const std::u32string text = to_utf32(atom.words[0].text);
  return text.size() == 1 && kOperators.find(text[0]) != std::u32string::npos;
}

bool closes(const Atom& atom) {
  const std::string& text = atom.words.front().text;
  return text == ")" || text == "]" || text == "}" || text == "," || text == ".";
}

// Left to right, with spaces where the page has white.
std::vector<Word> in_order(std::vector<Atom> atoms, float size) {
  std::stable_sort(atoms.begin(), atoms.end(),
                   [](const Atom& a, const Atom& b) { return a.box.x0 < b.box.x0; });
  std::vector<Word> words;
  float end = 0;
  bool fraction = false;
  for (const Atom& atom : atoms) {
    // Italics, indices and exponents end with white.
    const float space = !words.empty() && is_script(words.back()) ? kScriptGap : kWordGap;
    for (size_t i = 0; i < atom.words.size(); ++i) {
      words.push_back(atom.words[i]);
      if (i > 0) continue;
      words.back().space_before =
          words.size() > 1 && !is_script(words.back()) &&
          ((fraction && !closes(atom)) || atom.fraction || atom.box.x0 - end > space * size);
    }
    end = atom.box.x1;
    fraction = atom.fraction;
  }
  return words;
}

Word sign(const char* text, const PointBox& box, float size) {
  Word word;
  word.text = text;
  word.box = box;
  word.size = size;
  return word;
}

// Does one pair of brackets enclose all of it, exponents apart?
bool is_enclosed(const std::vector<Word>& words) {
  std::u32string text;
  for (const Word& word : words)
    if (!is_script(word)) text += to_utf32(word.text);
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return false;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '(') - (text[i] == ')');
    if (depth == 0 && i + 1 < text.size()) return false;
  }
  return depth == 0;
}

// A numerator or denominator, in brackets where it would read as something else without.
void append_part(std::vector<Word> part, const PointBox& box, float size, std::vector<Word>& to) {
  size_t signs = 0;
  for (size_t i = 0; i < part.size(); ++i) {
    signs += i > 0 && part[i].space_before;
    for (const char32_t c : to_utf32(part[i].text))
      signs += (i > 0 || part[i].text.size() > 1) &&
               std::u32string_view(U"+-−=/·×").find(c) != std::u32string_view::npos;
  }
  const bool brackets = signs > 0 && !is_enclosed(part);
  if (brackets) to.push_back(sign("(", box, size));
  to.insert(to.end(), part.begin(), part.end());
  if (brackets) to.push_back(sign(")", box, size));
}

// The root sign whose bar this is.
std::vector<Atom>::iterator root_before(const PointBox& bar, float size, std::vector<Atom>& atoms) {
  constexpr float kTouch = 0.4F;
  return std::find_if(atoms.begin(), atoms.end(), [&](const Atom& atom) {
    return atom.words.size() == 1 && atom.words[0].text == "√" &&
           std::abs(atom.box.x1 - bar.x0) < kTouch * size && atom.box.y1 > bar.y0;
  });
}

// Takes the atoms above and below a bar out and puts a fraction in.
void divide_at(const PointBox& bar, float size, std::vector<Atom>& atoms) {
  std::vector<Atom> above, below, rest;
  for (Atom& atom : atoms) {
    const PointBox& b = atom.box;
    const bool on_bar = b.x0 > bar.x0 - kOverhang * size && b.x1 < bar.x1 + kOverhang * size;
    // Deep fractions reach far from the bar; what counts is where they begin.
    const float up = bar.center_y() - b.y1, down = b.y0 - bar.center_y();
    const float slack = 0.45F * b.height();
    if (on_bar && b.center_y() < bar.center_y() && up < kBarReach * size && up > -slack)
      above.push_back(std::move(atom));
    else if (on_bar && b.center_y() > bar.center_y() && down < kBarReach * size && down > -slack)
      below.push_back(std::move(atom));
    else
      rest.push_back(std::move(atom));
  }
  const auto root = above.empty() && !below.empty() ? root_before(bar, size, rest) : rest.end();
  if (root != rest.end()) {
    Atom with = std::move(*root);
    rest.erase(root);
    for (const Atom& atom : below) with.box = hull(with.box, atom.box);
    append_part(in_order(std::move(below), size), bar, size, with.words);
    rest.push_back(std::move(with));
    atoms = std::move(rest);
    return;
  }
  if (above.empty() || below.empty()) {  // an underline, or a bar over something
    for (auto* side : {&above, &below})
      std::move(side->begin(), side->end(), std::back_inserter(rest));
    atoms = std::move(rest);
    return;
  }
  Atom fraction;
  fraction.fraction = true;
  fraction.box = bar;
  for (const auto* side : {&above, &below})
    for (const Atom& atom : *side) fraction.box = hull(fraction.box, atom.box);
  const PointBox box = fraction.box;
  append_part(in_order(std::move(above), size), box, size, fraction.words);
  fraction.words.push_back(sign("/", box, size));
  append_part(in_order(std::move(below), size), box, size, fraction.words);
  fraction.words.front().space_before = false;
  rest.push_back(std::move(fraction));
  atoms = std::move(rest);
}

// Puts a root sign before what a drawn one encloses. Unlike a frame with round corners it leaves
// room for its hook at the left alone.
void take_root(const PointBox& root, float size, std::vector<Atom>& atoms) {
  constexpr float kLeastHook = 0.3F, kMostHook = 1.5F;  // left of what is inside
  constexpr float kTail = 0.25F;                        // right of it
  Atom with;
  PointBox inner;
  std::vector<Atom> inside, rest;
  for (Atom& atom : atoms) {
    const PointBox& b = atom.box;
    const bool within = b.center_x() > root.x0 && b.center_x() < root.x1 &&
                        b.center_y() > root.y0 && b.center_y() < root.y1;
    if (within) inner = hull(inner, b);
    (within ? inside : rest).push_back(atom);
  }
  const float hook = inner.x0 - root.x0, tail = std::abs(root.x1 - inner.x1);
  if (inside.empty() || hook < kLeastHook * size || hook > kMostHook * size || tail > kTail * size)
    return;
  with.box = hull(inner, root);
  with.words.push_back(sign("√", root, size));
  append_part(in_order(std::move(inside), size), root, size, with.words);
  with.words[1].space_before = false;
  rest.push_back(std::move(with));
  atoms = std::move(rest);
}

// Stands right above or below a sum, in small type?
bool is_limit(const Atom& atom, const PointBox& sum, float size) {
  const PointBox& b = atom.box;
  const float off = std::abs(b.center_y() - sum.center_y());
  const PointBox reach{sum.x0 - size, sum.y0, sum.x1 + size, sum.y1};
  return !atom.fraction && atom.words[0].size < kLimitSize * size && off > kLeastOff * size &&
         off < kLimitReach * size && overlap_x(b, reach) > 0.5F * b.width() &&
         b.width() < kLimitWidth * std::max(sum.width(), size);
}

// Small words right above and below a sum become its exponent and index.
void attach_limits(float size, std::vector<Atom>& atoms) {
  std::vector<char> gone(atoms.size(), 0);
  for (size_t k = 0; k < atoms.size(); ++k) {
    if (!is_large_operator(atoms[k])) continue;
    const PointBox sum = atoms[k].box;
    for (const bool below : {true, false}) {
      std::vector<Atom> limit;
      for (size_t i = 0; i < atoms.size(); ++i) {
        const bool is_below = atoms[i].box.center_y() > sum.center_y();
        if (i == k || gone[i] || is_below != below || !is_limit(atoms[i], sum, size)) continue;
        gone[i] = 1;
        limit.push_back(atoms[i]);
      }
      for (Word& word : in_order(std::move(limit), size)) {
        word.style = static_cast<uint8_t>(word.style | (below ? kSubscript : kSuperscript));
        word.space_before = false;
        atoms[k].words.push_back(word);
      }
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < atoms.size(); ++i)
    if (!gone[i]) {
      if (kept != i) atoms[kept] = std::move(atoms[i]);
      ++kept;
    }
  atoms.resize(kept);
}

TextLine line_of(std::vector<Atom> row, const TextLine& like, float size) {
  TextLine line = like;
  line.words = in_order(std::move(row), size);
  line.box = {};
  for (const Word& word : line.words) line.box = hull(line.box, word.box);
  return line;
}

// What shares height, from top to bottom.
std::vector<std::vector<Atom>> rows_of(std::vector<Atom> atoms) {
  std::stable_sort(atoms.begin(), atoms.end(), [](const Atom& a, const Atom& b) {
    return a.box.center_y() < b.box.center_y();
  });
  std::vector<std::vector<Atom>> rows;
  PointBox last;
  for (Atom& atom : atoms) {
    const float lower = std::min(last.height(), atom.box.height());
    if (rows.empty() || overlap_y(last, atom.box) <= kSameRow * lower) {
      rows.emplace_back();
      last = {};
    }
    last = hull(last, atom.box);
    rows.back().push_back(std::move(atom));
  }
  return rows;
}

}  // namespace

std::vector<TextLine> equation_rows(const std::vector<TextLine>& lines,
                                    const std::vector<Rule>& rules,
                                    const std::vector<Shape>& shapes) {
  PointBox box;
  float size = 0;
  size_t words = 0;
  for (const TextLine& line : lines) {
    if (line.angle != 0 || line.vertical) return {};
    box = hull(box, line.box);
    size = std::max(size, line.size);
    words += line.words.size();
  }
  if (words == 0 || words > kMostWords || !(size > 0)) return {};
  std::vector<Atom> atoms = atoms_of(lines, size);
  if (atoms.empty()) return {};

  attach_limits(size, atoms);
  for (const Bar& bar : bars_in(box, size, rules, shapes)) {
    if (bar.root)
      take_root(bar.box, size, atoms);
    else
      divide_at(bar.box, size, atoms);
  }

  std::vector<TextLine> result;
  for (std::vector<Atom>& row : rows_of(std::move(atoms)))
    result.push_back(line_of(std::move(row), lines.front(), size));
  return result;
}

}  // namespace octavo::document
