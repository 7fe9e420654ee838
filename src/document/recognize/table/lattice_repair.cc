#include "document/recognize/table/lattice_repair.h"

#include <algorithm>
#include <cmath>

#include "document/recognize/table/column_gutters.h"
#include "document/recognize/table/pieces.h"
#include "document/recognize/table/row_groups.h"
#include "document/recognize/table/table_rules.h"
#include "document/recognize/table/text_rows.h"

namespace octavo::document {
namespace {

// A column without a line shows in at least this many rows, and in this share of the lattice's.
constexpr int kLeastColumnRows = 3;
constexpr float kColumnRows = 0.6f;
constexpr float kWideGap = 1.5f;  // font sizes
// Share of neighbouring printed rows in a row of the lattice that must be rows of their own.
constexpr float kSeparateRows = 0.6f;
// A text this much narrower than its column ends before the column does.
constexpr float kShort = 0.7f;
constexpr size_t kManyRows = 4;
// Rows that begin inside a row of the lattice: at least so many, this share of them with a label
// and with text in this share of the columns.
constexpr size_t kLeastBegun = 3;
constexpr float kWholeStarts = 0.8f, kFilledColumns = 0.6f;
constexpr float kMiddleOfBand = 0.3f;  // of the distance between rows
constexpr float kWordSpace = 0.3f;     // font sizes
// Lattices with more printed rows than this are left as they are.
constexpr size_t kMostRows = 5000;

// Printed rows inside one row of the lattice, cut at its columns.
struct Band {
  std::vector<TextRow> rows;
  std::vector<std::vector<Piece>> pieces;
};

std::vector<Gutter> gutters_of(const RuledGrid& lattice) {
  std::vector<Gutter> gutters;
  for (size_t i = 1; i + 1 < lattice.xs.size(); ++i)
    gutters.push_back({.x0 = lattice.xs[i], .x1 = lattice.xs[i], .drawn = true});
  return gutters;
}

std::vector<float> column_widths(const Band& band, size_t columns) {
  std::vector<float> widths(columns, 0);
  for (const auto& row : band.pieces)
    for (const Piece& piece : row) {
      float& width = widths[static_cast<size_t>(piece.first)];
      width = std::max(width, piece.box.width());
    }
  return widths;
}

// The same columns are filled in both rows, and they hold numbers, or texts that end before the
// column does.
bool are_separate(const std::vector<Piece>& upper, const std::vector<Piece>& lower,
                  const std::vector<float>& widths) {
  if (upper.size() != lower.size() || upper.size() < 2) return false;
  size_t numbers = 0, short_texts = 0;
  for (size_t i = 0; i < upper.size(); ++i) {
    const Piece &a = upper[i], &b = lower[i];
    if (a.first != b.first || a.last != b.last) return false;
    const auto is_value = [](CellKind kind) {
      return kind == CellKind::kNumber || kind == CellKind::kNothing;
    };
    const float width = widths[static_cast<size_t>(a.first)];
    numbers += is_value(a.kind) && is_value(b.kind);
    short_texts += a.box.width() < kShort * width || a.words.size() == 1;
  }
  return numbers * 2 >= upper.size() || short_texts == upper.size();
}

// Some column shows that the lower row does not go on with the upper one: numbers in both, or room
// behind the upper text for the next word.
bool shows_a_start(const TableInput& input, const std::vector<Piece>& upper,
                   const std::vector<Piece>& lower, const std::vector<float>& widths) {
  for (const Piece& a : upper)
    for (const Piece& b : lower) {
      if (a.first != b.first || a.last != b.last) continue;
      if (a.kind == CellKind::kNumber && b.kind == CellKind::kNumber) return true;
      const TableWord& next = input.words[b.words.front()];
      const float needed = a.box.width() + kWordSpace * next.size + next.word.box.width();
      if (needed <= widths[static_cast<size_t>(a.first)]) return true;
    }
  return false;
}

bool is_several_rows(const TableInput& input, const Band& band, size_t columns) {
  if (band.rows.size() < 2) return false;
  // Two rows of one number each prove nothing: a value and its error.
  if (band.rows.size() == 2 && band.pieces[0].size() < 3) return false;
  const std::vector<float> widths = column_widths(band, columns);
  // Few rows must be alike throughout; in many, signs of a start are enough.
  const bool many = band.rows.size() >= kManyRows;
  size_t separate = 0;
  for (size_t i = 0; i + 1 < band.pieces.size(); ++i)
    separate += are_separate(band.pieces[i], band.pieces[i + 1], widths) ||
                (many && shows_a_start(input, band.pieces[i], band.pieces[i + 1], widths));
  return static_cast<float>(separate) >= kSeparateRows * static_cast<float>(band.pieces.size() - 1);
}

// Does the column's only text of the band stand in the middle of its rows, as a label of all of
// them?
bool spans_band(const Band& band, int column) {
  const Piece* text = nullptr;
  for (const auto& row : band.pieces)
    for (const Piece& piece : row) {
      if (piece.first > column || piece.last < column) continue;
      if (text != nullptr) return false;
      text = &piece;
    }
  if (text == nullptr || text->row == 0) return false;
  const float middle = (band.rows.front().center() + band.rows.back().center()) / 2;
  const float pitch = (band.rows.back().center() - band.rows.front().center()) /
                      static_cast<float>(std::max<size_t>(band.rows.size() - 1, 1));
  const bool centred = std::abs(band.rows[text->row].center() - middle) < kMiddleOfBand * pitch;
  return centred && (column == 0 || text->kind == CellKind::kText);
}

// Appends row `r` of `old` to `lattice`, cut at the y of `cuts`.
void append_row(const RuledGrid& old, size_t r, const std::vector<float>& cuts, const Band& band,
                RuledGrid& lattice) {
  const size_t columns = old.xs.size() - 1;
  const auto vertical = old.vertical.begin() + static_cast<std::ptrdiff_t>(r * old.xs.size());
  for (size_t part = 0; part <= cuts.size(); ++part) {
    lattice.vertical.insert(lattice.vertical.end(), vertical,
                            vertical + static_cast<std::ptrdiff_t>(old.xs.size()));
    if (part == cuts.size()) break;
    lattice.ys.push_back(cuts[part]);
    for (size_t c = 0; c < columns; ++c)
      lattice.horizontal.push_back(!spans_band(band, static_cast<int>(c)));
  }
  lattice.ys.push_back(old.ys[r + 1]);
  const auto edge = old.horizontal.begin() + static_cast<std::ptrdiff_t>((r + 1) * columns);
  lattice.horizontal.insert(lattice.horizontal.end(), edge,
                            edge + static_cast<std::ptrdiff_t>(columns));
}

// Nearly all rows that begin have a label and most other columns: then they are rows of a table,
// and not the paragraphs of tall cells.
bool begin_like_rows(const Band& band, const std::vector<bool>& starts, size_t columns) {
  size_t begun = 0, whole = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    if (!starts[i]) continue;
    ++begun;
    const auto& row = band.pieces[i];
    whole += !row.empty() && row.front().first == 0 &&
             static_cast<float>(row.size()) >= kFilledColumns * static_cast<float>(columns);
  }
  return begun >= kLeastBegun &&
         static_cast<float>(whole) >= kWholeStarts * static_cast<float>(begun);
}

std::vector<float> find_cuts(const TableInput& input, const TableRules& rules, const Band& band,
                             size_t columns) {
  std::vector<float> cuts;
  if (band.rows.size() < 2) return cuts;
  const std::vector<bool> starts = find_row_starts(input, band.rows, band.pieces, rules, 0);
  if (!is_several_rows(input, band, columns) && !begin_like_rows(band, starts, columns))
    return cuts;
  for (size_t i = 1; i < band.rows.size(); ++i)
    if (starts[i]) cuts.push_back((band.rows[i - 1].y1 + band.rows[i].y0) / 2);
  return cuts;
}

}  // namespace

bool lacks_columns(const TableInput& input, const RuledGrid& lattice) {
  const std::vector<TextRow> rows = find_text_rows(input);
  const std::vector<float> lines(lattice.xs.begin() + 1, lattice.xs.end() - 1);
  const std::vector<Gutter> gutters = find_gutters(input, {rows, 0, lines});
  const float needed = kColumnRows * static_cast<float>(lattice.rows());
  return std::any_of(gutters.begin(), gutters.end(), [&](const Gutter& gutter) {
    return !gutter.drawn && gutter.gap > kWideGap * input.em && gutter.rows >= kLeastColumnRows &&
           static_cast<float>(gutter.rows) >= needed;
  });
}

void add_missing_rows(const TableInput& input, RuledGrid& lattice) {
  std::vector<TextRow> rows = find_text_rows(input);
  if (rows.size() > kMostRows) return;
  const std::vector<Gutter> gutters = gutters_of(lattice);
  std::vector<Band> bands(lattice.ys.size() - 1);
  for (TextRow& row : rows) {
    const auto after = std::upper_bound(lattice.ys.begin(), lattice.ys.end(), row.center());
    if (after == lattice.ys.begin() || after == lattice.ys.end()) continue;
    bands[static_cast<size_t>(after - lattice.ys.begin()) - 1].rows.push_back(std::move(row));
  }
  const TableRules rules = sort_rules(input);
  const RuledGrid old = lattice;
  const size_t columns = old.xs.size() - 1;
  lattice.ys = {old.ys.front()};
  lattice.vertical.clear();
  lattice.horizontal.assign(old.horizontal.begin(),
                            old.horizontal.begin() + static_cast<std::ptrdiff_t>(columns));
  for (size_t r = 0; r < bands.size(); ++r) {
    bands[r].pieces = cut_pieces(input, bands[r].rows, gutters);
    // The first row is the heading, whose texts wrap.
    const bool heading = r == 0 && bands[r].rows.size() * 2 < rows.size();
    append_row(old, r, heading ? std::vector<float>{} : find_cuts(input, rules, bands[r], columns),
               bands[r], lattice);
  }
}

}  // namespace octavo::document
