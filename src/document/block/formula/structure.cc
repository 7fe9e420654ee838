#include "document/block/formula/structure.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "document/block/formula/bars.h"
#include "document/block/formula/symbols.h"
#include "document/block/formula/write_row.h"

namespace octavo::document {
namespace {

// All lengths in sizes of what is near.
constexpr float kAccentSide = 0.25F;  // an accent reaches over the side of its letter
constexpr float kAccentGap = 0.45F;   // white between an accent and its letter
constexpr float kLimitSize = 0.85F;   // of the sum's font, at most
constexpr float kLimitInset = 0.2F;   // a limit reaches into the height of its sum by this much
constexpr float kLimitGap = 0.8F;     // white between a sum and its limits
constexpr float kLimitSide = 0.35F;   // white between the signs of a limit
constexpr float kOverhang = 0.35F;    // what is divided may reach over the bar by this much
constexpr float kNearBar = 0.75F;     // white between a bar and what is next to it
constexpr float kNextInPart = 0.3F;   // white between the pieces of a numerator
constexpr float kOverline = 0.4F;     // white between a bar over something and that
constexpr float kAxis = 0.25F;        // of fraction bars, over the baseline

using Test = std::function<bool(const Atom&)>;

// Moves what passes to the result.
Atoms take_if(Atoms& atoms, const Test& test) {
  const auto rest =
      std::stable_partition(atoms.begin(), atoms.end(), [&](const Atom& a) { return !test(a); });
  Atoms taken(std::make_move_iterator(rest), std::make_move_iterator(atoms.end()));
  atoms.erase(rest, atoms.end());
  return taken;
}

PointBox box_of(const Atoms& atoms) {
  PointBox box;
  for (const Atom& atom : atoms) box = hull(box, atom.box);
  return box;
}

Atom part(std::string latex, const PointBox& box, float baseline, float size) {
  Atom atom;
  atom.kind = AtomKind::kPart;
  atom.latex = std::move(latex);
  atom.box = box;
  atom.baseline = baseline;
  atom.size = size;
  return atom;
}

// The letter that an accent stands over, or that a stroke goes through.
Atom* letter_under(const Atom& accent, Atoms& atoms) {
  Atom* best = nullptr;
  float nearest = kAccentGap * accent.size;
  const bool stroke = accent.latex == "\\not";
  for (Atom& atom : atoms) {
    if (atom.kind == AtomKind::kAccent || atom.kind == AtomKind::kRoot) continue;
    const float side = kAccentSide * accent.size, x = accent.box.center_x();
    if (x < atom.box.x0 - side || x > atom.box.x1 + side) continue;
    const bool above = accent.box.center_y() < atom.box.center_y() - 0.1F * accent.size;
    if (!stroke && !above) continue;
    const float gap = stroke ? std::abs(accent.box.center_y() - atom.box.center_y())
                             : std::abs(atom.box.y0 - accent.box.y1);
    if (gap >= nearest) continue;
    nearest = gap;
    best = &atom;
  }
  return best;
}

void set_accent(const Atom& accent, Atom& letter) {
  if (accent.latex == "\\not") {
    letter.latex = letter.latex == "="      ? "\\neq"
                   : letter.latex == "\\in" ? "\\notin"
                                            : "\\not" + letter.latex;
    return;
  }
  letter.latex = accent.latex + "{" + spelled(letter) + "}";
  letter.kind = AtomKind::kOrdinary;
  letter.alphabet = Alphabet::kItalic;
  letter.box = hull(letter.box, accent.box);
}

// The limits on one side of a sum: signs right above (or below) it and what stands beside those.
Atoms take_limit(Atoms& atoms, const PointBox& sum, float size, bool below) {
  const auto may_be = [&](const Atom& atom) {
    const float gap = below ? atom.box.y0 - sum.y1 : sum.y0 - atom.box.y1;
    return atom.size < kLimitSize * size && gap > -kLimitInset * size && gap < kLimitGap * size;
  };
  PointBox reach;
  for (const Atom& atom : atoms)
    if (may_be(atom) && overlap_x(atom.box, sum) > 0) reach = hull(reach, atom.box);
  if (reach.empty()) return {};
  for (size_t grown = 1; grown > 0;) {
    grown = 0;
    for (const Atom& atom : atoms) {
      const float gap = std::max(atom.box.x0 - reach.x1, reach.x0 - atom.box.x1);
      const bool inside = atom.box.x0 >= reach.x0 && atom.box.x1 <= reach.x1;
      if (!may_be(atom) || inside || gap > kLimitSide * size) continue;
      reach = hull(reach, atom.box);
      ++grown;
    }
  }
  // Limits are centred; what begins with the sum and goes on is the index of something else.
  const float off = std::abs(reach.center_x() - sum.center_x());
  if (off > 0.5F * std::max(sum.width(), size)) return {};
  return take_if(atoms, [&](const Atom& atom) {
    return may_be(atom) && atom.box.x0 >= reach.x0 && atom.box.x1 <= reach.x1;
  });
}

// A comma behind a fraction is none of its own.
float overhang_of(const Atom& atom) {
  return atom.kind == AtomKind::kPunctuation ? 0 : kOverhang * atom.size;
}

// What stands on one side of a bar: the nearest, and then what is close to that.
Atoms take_side(Atoms& atoms, const PointBox& bar, bool below) {
  const float y = bar.center_y();
  std::vector<const Atom*> side;
  for (const Atom& atom : atoms) {
    const PointBox& b = atom.box;
    const float overhang = overhang_of(atom);
    if (b.x0 < bar.x0 - overhang || b.x1 > bar.x1 + overhang || (b.center_y() > y) != below)
      continue;
    side.push_back(&atom);
  }
  const auto distance = [&](const Atom& a) { return below ? a.box.y0 - y : y - a.box.y1; };
  std::stable_sort(side.begin(), side.end(),
                   [&](const Atom* a, const Atom* b) { return distance(*a) < distance(*b); });
  float reach = 0, size = 0;
  PointBox taken;
  for (const Atom* atom : side) {
    size = std::max(size, atom->size);
    const float gap = distance(*atom) - reach;
    if (gap > (taken.empty() ? kNearBar : kNextInPart) * size) break;
    taken = hull(taken, atom->box);
    reach = below ? taken.y1 - y : y - taken.y0;
  }
  if (taken.empty()) return {};
  return take_if(atoms, [&](const Atom& atom) {
    const float middle = atom.box.center_y();
    const float overhang = overhang_of(atom);
    return (middle > y) == below && atom.box.x0 >= bar.x0 - overhang &&
           atom.box.x1 <= bar.x1 + overhang && middle >= taken.y0 && middle <= taken.y1;
  });
}

void put_back(Atoms from, Atoms& to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

// Small signs in the hook of a root: "\sqrt[3]{x}".
std::string index_of_root(const PointBox& root, float size, Atoms& atoms) {
  const Atoms index = take_if(atoms, [&](const Atom& atom) {
    return atom.size < kLimitSize * size && atom.box.center_x() > root.x0 - 0.4F * size &&
           atom.box.x1 < root.x0 + 0.7F * size && atom.box.center_y() < root.center_y() &&
           atom.box.center_y() > root.y0 - 0.4F * size;
  });
  return index.empty() ? "" : "[" + write_row(index).latex + "]";
}

// The root sign whose bar this is takes what is under the bar.
bool set_printed_root(const PointBox& bar, Atoms& atoms) {
  constexpr float kTouch = 0.4F;
  const auto sign = std::find_if(atoms.begin(), atoms.end(), [&](const Atom& atom) {
    return atom.kind == AtomKind::kRoot && std::abs(atom.box.x1 - bar.x0) < kTouch * atom.size &&
           atom.box.y1 > bar.y0 && std::abs(atom.box.y0 - bar.y0) < kTouch * atom.size;
  });
  if (sign == atoms.end()) return false;
  const Atom root = *sign;
  atoms.erase(sign);
  const PointBox under{bar.x0, bar.y0, bar.x1, root.box.y1 + 0.4F * root.size};
  const Atoms inside = take_if(atoms, [&](const Atom& atom) {
    return under.contains(atom.box.center_x(), atom.box.center_y());
  });
  const std::string index = index_of_root(root.box, root.size, atoms);
  const WrittenRow row = write_row(inside);
  const float baseline = inside.empty() ? root.baseline : main_baseline(inside);
  atoms.push_back(part("\\sqrt" + index + "{" + row.latex + "}",
                       hull(hull(root.box, bar), box_of(inside)), baseline,
                       inside.empty() ? root.size : size_of(inside)));
  return true;
}

// Strokes that are no text lead to the left end of a bar: the sign of a root that is drawn.
bool has_drawn_hook(const PointBox& bar, float size, const std::vector<Shape>& shapes) {
  constexpr float kTouch = 0.2F, kReach = 1.2F;
  return std::any_of(shapes.begin(), shapes.end(), [&](const Shape& shape) {
    const PointBox& b = shape.box;
    return std::abs(b.x1 - bar.x0) < kTouch * size && b.x0 > bar.x0 - kReach * size &&
           b.y1 > bar.y1 + 0.5F * size && b.y0 < bar.y1 + kTouch * size;
  });
}

void set_bar(const PointBox& bar, const std::vector<Shape>& shapes, Atoms& atoms) {
  if (set_printed_root(bar, atoms)) return;
  const bool root = has_drawn_hook(bar, size_of(atoms), shapes);
  Atoms above = root ? Atoms{} : take_side(atoms, bar, false);
  Atoms below = take_side(atoms, bar, true);
  if (!above.empty() && !below.empty()) {
    const PointBox box = hull(hull(box_of(above), box_of(below)), bar);
    const float size = std::max(size_of(above), size_of(below));
    const std::string latex = "\\frac{" + write_row(std::move(above)).latex + "}{" +
                              write_row(std::move(below)).latex + "}";
    atoms.push_back(part(latex, box, bar.center_y() + kAxis * size, size));
    return;
  }
  const PointBox under = box_of(below);
  if (!below.empty() && under.y0 - bar.y1 < kOverline * size_of(below) &&
      under.width() > 0.5F * bar.width()) {
    const float baseline = main_baseline(below), size = size_of(below);
    const char* name = root ? "\\sqrt{" : below.size() == 1 ? "\\bar{" : "\\overline{";
    atoms.push_back(
        part(name + write_row(std::move(below)).latex + "}", hull(under, bar), baseline, size));
    return;
  }
  put_back(std::move(above), atoms);
  put_back(std::move(below), atoms);
}

// A root that is drawn encloses its content, with room for its hook at the left alone.
void set_drawn_root(const PointBox& root, Atoms& atoms) {
  constexpr float kLeastHook = 0.3F, kMostHook = 1.5F, kTail = 0.3F;
  Atoms inside = take_if(atoms, [&](const Atom& atom) {
    return root.contains(atom.box.center_x(), atom.box.center_y());
  });
  const PointBox inner = box_of(inside);
  const float size = size_of(inside), hook = inner.x0 - root.x0;
  if (inside.empty() || hook < kLeastHook * size || hook > kMostHook * size ||
      std::abs(root.x1 - inner.x1) > kTail * size)
    return put_back(std::move(inside), atoms);
  const float baseline = main_baseline(inside);
  const std::string index = index_of_root(root, size, atoms);
  atoms.push_back(part("\\sqrt" + index + "{" + write_row(std::move(inside)).latex + "}",
                       hull(inner, root), baseline, size));
}

}  // namespace

float size_of(const Atoms& atoms) {
  float size = 0;
  for (const Atom& atom : atoms) size = std::max(size, atom.size);
  return size;
}

void set_accents(Atoms& atoms) {
  Atoms accents = take_if(atoms, [](const Atom& atom) { return atom.kind == AtomKind::kAccent; });
  for (Atom& accent : accents) {
    if (Atom* letter = letter_under(accent, atoms)) {
      set_accent(accent, *letter);
      continue;
    }
    // Signs that only look like accents.
    accent.kind = accent.latex == "\\tilde" ? AtomKind::kRelation : AtomKind::kOrdinary;
    accent.latex = accent.latex == "\\tilde"      ? "\\sim"
                   : accent.latex == "\\mathring" ? "^{\\circ}"
                                                  : "\\wedge";
    atoms.push_back(std::move(accent));
  }
}

void set_limits(Atoms& atoms) {
  for (size_t i = 0; i < atoms.size(); ++i) {
    const bool word = atoms[i].kind == AtomKind::kLetters && takes_limits(atoms[i].latex);
    if (atoms[i].kind != AtomKind::kLarge && !word) continue;
    const PointBox box = atoms[i].box;
    const float size = atoms[i].size;
    std::string limits;
    for (const bool below : {true, false}) {
      const Atoms limit = take_limit(atoms, box, size, below);
      if (!limit.empty()) limits += std::string(below ? "_{" : "^{") + write_row(limit).latex + "}";
    }
    if (limits.empty()) continue;
    // Some of the limits may have stood before it in the list.
    i = static_cast<size_t>(std::find_if(atoms.begin(), atoms.end(),
                                         [&](const Atom& atom) { return atom.box == box; }) -
                            atoms.begin());
    Atom& sum = atoms[i];
    sum.latex = spelled(sum) + limits;
    sum.kind = AtomKind::kLarge;
    sum.alphabet = Alphabet::kItalic;
  }
}

void set_bars(Atoms& atoms, const std::vector<Rule>& rules, const std::vector<Shape>& shapes) {
  for (const Bar& bar : bars_in(box_of(atoms), size_of(atoms), rules, shapes)) {
    if (bar.root)
      set_drawn_root(bar.box, atoms);
    else
      set_bar(bar.box, shapes, atoms);
  }
}

}  // namespace octavo::document
