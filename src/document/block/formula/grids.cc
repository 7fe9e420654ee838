#include <algorithm>
#include <optional>

#include "document/block/formula/structure.h"
#include "document/block/formula/write_row.h"

namespace octavo::document {
namespace {

// All lengths in sizes of the formula.
constexpr float kTall = 2.2F;       // height of a bracket around several rows
constexpr float kColumnGap = 0.8F;  // white between columns
constexpr float kSameRow = 0.3F;    // of the lower height, shared
constexpr float kFullSize = 0.8F;   // of the largest: what is no script

// The bracket that closes the one at `open`: the next tall one beside it.
std::optional<size_t> close_of(const Atoms& atoms, size_t open) {
  std::optional<size_t> best;
  const PointBox& left = atoms[open].box;
  for (size_t i = 0; i < atoms.size(); ++i) {
    const Atom& atom = atoms[i];
    const bool closes = atom.kind == AtomKind::kClose ||
                        (atom.kind == AtomKind::kFence && atoms[open].kind == AtomKind::kFence);
    if (i == open || !closes || atom.box.x0 < left.x1 ||
        overlap_y(atom.box, left) < 0.7F * left.height())
      continue;
    if (!best || atom.box.x0 < atoms[*best].box.x0) best = i;
  }
  return best;
}

// White that goes through all rows, as places of x between columns.
std::vector<float> column_breaks(const std::vector<Atoms>& rows, float size) {
  std::vector<PointBox> boxes;
  for (const Atoms& row : rows)
    for (const Atom& atom : row) boxes.push_back(atom.box);
  std::stable_sort(boxes.begin(), boxes.end(),
                   [](const PointBox& a, const PointBox& b) { return a.x0 < b.x0; });
  std::vector<float> breaks;
  float end = boxes.empty() ? 0 : boxes.front().x1;
  for (const PointBox& box : boxes) {
    if (box.x0 - end > kColumnGap * size) breaks.push_back((box.x0 + end) / 2);
    end = std::max(end, box.x1);
  }
  return breaks;
}

std::string write_cells(const Atoms& row, const std::vector<float>& breaks) {
  std::string latex;
  for (size_t column = 0; column <= breaks.size(); ++column) {
    Atoms cell;
    for (const Atom& atom : row) {
      const float x = atom.box.center_x();
      if ((column == 0 || x > breaks[column - 1]) &&
          (column == breaks.size() || x < breaks[column]))
        cell.push_back(atom);
    }
    if (column > 0) latex += " & ";
    latex += write_row(std::move(cell)).latex;
  }
  return latex;
}

std::string_view environment(const Atom& open, bool closed) {
  if (!closed) return "cases";
  if (open.latex == "(") return "pmatrix";
  if (open.latex == "[") return "bmatrix";
  if (open.latex == "|") return "vmatrix";
  if (open.latex == "\\|") return "Vmatrix";
  return open.latex == "\\{" ? "Bmatrix" : "matrix";
}

// Rows between the brackets become one part, unless it is one row.
void set_grid(Atoms& atoms, size_t open_at, std::optional<size_t> close, float size) {
  const Atom open = atoms[open_at];
  const float end = close ? atoms[*close].box.x0 : 1e9F;
  const auto inside = [&](const Atom& atom) {
    return atom.box.center_x() > open.box.x1 && atom.box.center_x() < end &&
           atom.box.center_y() > open.box.y0 - 0.2F * size &&
           atom.box.center_y() < open.box.y1 + 0.2F * size;
  };
  Atoms content;
  std::copy_if(atoms.begin(), atoms.end(), std::back_inserter(content), inside);
  const std::vector<Atoms> rows = rows_of(content);
  if (rows.size() < 2) return;
  const std::vector<float> breaks = column_breaks(rows, size);
  const std::string name(environment(open, close.has_value()));
  std::string latex = "\\begin{" + name + "} ";
  for (size_t i = 0; i < rows.size(); ++i)
    latex += (i > 0 ? " \\\\ " : "") + write_cells(rows[i], breaks);
  Atom grid = open;
  grid.kind = AtomKind::kPart;
  grid.latex = latex + " \\end{" + name + "}";
  // The others have their brackets in their names.
  if (name == "matrix")
    grid.latex = "\\left" + open.latex + grid.latex + "\\right" + atoms[*close].latex;
  for (const Atom& atom : content) grid.box = hull(grid.box, atom.box);
  grid.size = size;
  grid.baseline = open.box.center_y() + 0.25F * size;
  const PointBox closing = close ? atoms[*close].box : open.box;
  if (close) grid.box = hull(grid.box, closing);
  std::erase_if(atoms, [&](const Atom& atom) {
    return inside(atom) || atom.box == open.box || atom.box == closing;
  });
  atoms.push_back(std::move(grid));
}

}  // namespace

void set_grids(Atoms& atoms) {
  const float size = size_of(atoms);
  // Inner ones first: they begin further right. A bracket around one row is left alone.
  std::vector<PointBox> tried;
  for (;;) {
    std::optional<size_t> next;
    for (size_t i = 0; i < atoms.size(); ++i) {
      const Atom& atom = atoms[i];
      const bool opens = atom.kind == AtomKind::kOpen || atom.kind == AtomKind::kFence;
      if (!opens || atom.box.height() < kTall * size ||
          std::find(tried.begin(), tried.end(), atom.box) != tried.end())
        continue;
      if (!next || atom.box.x0 > atoms[*next].box.x0) next = i;
    }
    if (!next) return;
    tried.push_back(atoms[*next].box);
    const std::optional<size_t> close = close_of(atoms, *next);
    if (close || atoms[*next].latex == "\\{") set_grid(atoms, *next, close, size);
  }
}

std::vector<Atoms> rows_of(Atoms atoms) {
  const float size = size_of(atoms);
  const auto is_full = [&](const Atom& atom) {
    return atom.size >= kFullSize * size || atom.kind == AtomKind::kPart ||
           atom.kind == AtomKind::kLarge;
  };
  std::stable_sort(atoms.begin(), atoms.end(), [](const Atom& a, const Atom& b) {
    return a.box.center_y() < b.box.center_y();
  });
  std::vector<Atoms> rows;
  std::vector<PointBox> boxes;
  for (const Atom& atom : atoms) {
    if (!is_full(atom)) continue;
    const bool joins =
        !rows.empty() && overlap_y(boxes.back(), atom.box) >
                             kSameRow * std::min(boxes.back().height(), atom.box.height());
    if (!joins) {
      rows.emplace_back();
      boxes.emplace_back();
    }
    rows.back().push_back(atom);
    boxes.back() = hull(boxes.back(), atom.box);
  }
  for (const Atom& atom : atoms) {
    if (is_full(atom)) continue;
    size_t best = 0;
    const auto off = [&](size_t row) {
      return std::max(
          {boxes[row].y0 - atom.box.center_y(), atom.box.center_y() - boxes[row].y1, 0.0F});
    };
    for (size_t row = 1; row < rows.size(); ++row)
      if (off(row) < off(best)) best = row;
    rows[best].push_back(atom);
  }
  return rows;
}

}  // namespace octavo::document
