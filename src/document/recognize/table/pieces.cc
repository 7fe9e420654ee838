#include "document/recognize/table/pieces.h"

#include <algorithm>
#include <string>

namespace octavo::document {
namespace {

// A gap at a wide gutter that is no wider than a word space (in font sizes): text runs across.
constexpr float kRunsOn = 0.42f, kRunsOnTight = 0.38f;
// Text stands in a column when this much of the column's core is covered: in font sizes, or as a
// share.
constexpr float kReach = 0.6f, kReachShare = 0.4f;

struct Core {
  float x0 = 0, x1 = 0;  // between the gutters on either side
};

std::vector<Core> column_cores(const TableInput& input, std::span<const Gutter> gutters) {
  std::vector<Core> cores(gutters.size() + 1);
  float left = 0, right = input.width;
  for (const TableWord& word : input.words) {
    left = std::min(left, word.word.box.x0);
    right = std::max(right, word.word.box.x1);
  }
  cores.front().x0 = left;
  cores.back().x1 = right;
  for (size_t i = 0; i < gutters.size(); ++i) {
    cores[i].x1 = gutters[i].x0;
    cores[i + 1].x0 = gutters[i].x1;
  }
  return cores;
}

class RowCutter {
 public:
  RowCutter(const TableInput& input, std::span<const Gutter> gutters)
      : input_(input), gutters_(gutters), cores_(column_cores(input, gutters)) {}

  std::vector<Piece> cut(const TextRow& row, uint32_t index) const {
    std::vector<Piece> pieces;
    const TableWord* before = nullptr;
    for (const uint32_t w : row.words) {
      const TableWord& word = input_.words[w];
      if (before == nullptr || !goes_on(*before, word, row.size)) {
        pieces.emplace_back();
        pieces.back().row = index;
      }
      Piece& piece = pieces.back();
      piece.box = hull(piece.box, word.word.box);
      piece.words.push_back(w);
      before = &word;
    }
    for (Piece& piece : pieces) finish(piece);
    return pieces;
  }

 private:
  int column_of(float x) const {
    const auto at = std::upper_bound(gutters_.begin(), gutters_.end(), x,
                                     [](float v, const Gutter& g) { return v < g.cut(); });
    return static_cast<int>(at - gutters_.begin());
  }

  // Does `b` belong to the text that `a` ends?
  bool goes_on(const TableWord& a, const TableWord& b, float size) const {
    const int left = column_of(a.word.box.center_x()), right = column_of(b.word.box.center_x());
    if (left == right) return true;
    const float gap = (b.word.box.x0 - a.word.box.x1) / size;
    if (belong_together(a.word.text, b.word.text, gap)) return true;
    // Neighbouring values stand close in tight tables; text does not end and begin with a value.
    const bool values =
        cell_kind(a.word.text) != CellKind::kText && cell_kind(b.word.text) != CellKind::kText;
    for (int g = left; g < right; ++g) {
      const Gutter& gutter = gutters_[static_cast<size_t>(g)];
      // The gap between the words is not at the gutter: the text crosses it.
      const bool crossed =
          a.word.box.x1 > gutter.x1 + kReach * size || b.word.box.x0 < gutter.x0 - kReach * size;
      const float most = gutter.tight(input_.em) ? kRunsOnTight : kRunsOn;
      const bool runs_on = !gutter.drawn && !values && gap < most;
      if (!crossed && !runs_on) return false;
    }
    return left < right;
  }

  void finish(Piece& piece) const {
    const int middle = column_of(piece.box.center_x());
    piece.first = piece.last = middle;
    const auto reaches = [&](int column) {
      const Core& core = cores_[static_cast<size_t>(column)];
      const float common = std::min(core.x1, piece.box.x1) - std::max(core.x0, piece.box.x0);
      return common > std::min(kReach * input_.em, kReachShare * (core.x1 - core.x0));
    };
    for (int c = column_of(piece.box.x0); c < middle; ++c)
      if (reaches(c)) {
        piece.first = c;
        break;
      }
    for (int c = column_of(piece.box.x1); c > middle; --c)
      if (reaches(c)) {
        piece.last = c;
        break;
      }
    std::string text;
    piece.bold = true;
    for (const uint32_t w : piece.words) {
      const Word& word = input_.words[w].word;
      if (!text.empty()) text += ' ';
      text += word.text;
      piece.bold &= (word.style & kBold) != 0;
    }
    piece.kind = cell_kind(text);
    piece.year = is_year(text);
  }

  const TableInput& input_;
  std::span<const Gutter> gutters_;
  std::vector<Core> cores_;
};

}  // namespace

std::vector<std::vector<Piece>> cut_pieces(const TableInput& input, std::span<const TextRow> rows,
                                           std::span<const Gutter> gutters) {
  const RowCutter cutter(input, gutters);
  std::vector<std::vector<Piece>> pieces;
  pieces.reserve(rows.size());
  for (uint32_t r = 0; r < rows.size(); ++r) pieces.push_back(cutter.cut(rows[r], r));
  return pieces;
}

}  // namespace octavo::document
