#include "document/recognize/table/text_rows.h"

#include <algorithm>
#include <numeric>

namespace octavo::document {
namespace {

// Baselines of one row differ by less than this share of the font size.
constexpr float kBaselineShift = 0.5f;
constexpr float kSharedHeight = 0.5f;
// Words smaller than this share of the line's largest are raised, lowered, or marks: they do not
// say where the line stands.
constexpr float kOrdinary = 0.8f;
// How many rows back a piece is compared with: rows that overlap in y, on any sane page.
constexpr size_t kWindow = 64;

float median(std::vector<float>& values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// One row from the words of one line.
TextRow make_row(const TableInput& input, std::vector<uint32_t> words) {
  float largest = 0;
  for (const uint32_t w : words) largest = std::max(largest, input.words[w].size);
  std::vector<float> tops, bottoms, baselines, sizes;
  for (const uint32_t w : words) {
    const TableWord& word = input.words[w];
    if (word.size < kOrdinary * largest) continue;
    tops.push_back(word.word.box.y0);
    bottoms.push_back(word.word.box.y1);
    baselines.push_back(word.baseline);
    sizes.push_back(word.size);
  }
  TextRow row;
  row.y0 = median(tops);
  row.y1 = median(bottoms);
  row.baseline = median(baselines);
  row.size = median(sizes);
  row.words = std::move(words);
  return row;
}

bool lies_on(const TableInput& input, const TextRow& piece, const TextRow& row) {
  for (const uint32_t a : piece.words) {
    const PointBox& box = input.words[a].word.box;
    for (const uint32_t b : row.words) {
      const PointBox& other = input.words[b].word.box;
      if (overlap_x(box, other) > 0.3f * std::min(box.width(), other.width())) return true;
    }
  }
  return false;
}

float shared_height(const TextRow& a, const TextRow& b) {
  const float common = std::min(a.y1, b.y1) - std::max(a.y0, b.y0);
  return common / std::max(0.01f, std::min(a.height(), b.height()));
}

// The row that `piece` continues, or rows.size().
size_t best_row(const TableInput& input, const TextRow& piece, const std::vector<TextRow>& rows) {
  size_t best = rows.size();
  float best_shift = 0;
  const size_t first = rows.size() > kWindow ? rows.size() - kWindow : 0;
  for (size_t i = first; i < rows.size(); ++i) {
    const TextRow& row = rows[i];
    const float shift = std::abs(row.baseline - piece.baseline);
    // A raised or lowered mark that was made a line of its own still lies within the row's height.
    const bool mark =
        piece.size < kOrdinary * row.size && piece.center() > row.y0 && piece.center() < row.y1;
    if (!mark && shift > kBaselineShift * std::max(row.size, piece.size)) continue;
    if (shared_height(row, piece) < kSharedHeight) continue;
    if (best < rows.size() && shift >= best_shift) continue;
    if (lies_on(input, piece, row)) continue;
    best = i;
    best_shift = shift;
  }
  return best;
}

}  // namespace

std::vector<TextRow> find_text_rows(const TableInput& input, std::span<const uint32_t> chosen) {
  // Lines are the pieces: their words share a baseline already.
  std::vector<uint32_t> order(chosen.begin(), chosen.end());
  std::sort(order.begin(), order.end());
  std::vector<TextRow> pieces;
  for (size_t first = 0; first < order.size();) {
    size_t last = first;
    const TableWord& word = input.words[order[first]];
    while (last < order.size() && input.words[order[last]].line == word.line) ++last;
    pieces.push_back(make_row(input, {order.begin() + static_cast<ptrdiff_t>(first),
                                      order.begin() + static_cast<ptrdiff_t>(last)}));
    first = last;
  }
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const TextRow& a, const TextRow& b) { return a.center() < b.center(); });
  // Large pieces first would be safer against marks, but y order keeps the search local.
  std::vector<TextRow> rows;
  for (TextRow& piece : pieces) {
    const size_t row = best_row(input, piece, rows);
    if (row == rows.size()) {
      rows.push_back(std::move(piece));
      continue;
    }
    std::vector<uint32_t> words = std::move(rows[row].words);
    words.insert(words.end(), piece.words.begin(), piece.words.end());
    rows[row] = make_row(input, std::move(words));
  }
  for (TextRow& row : rows)
    std::sort(row.words.begin(), row.words.end(), [&](uint32_t a, uint32_t b) {
      const float x = input.words[a].word.box.x0, y = input.words[b].word.box.x0;
      return x != y ? x < y : a < b;
    });
  std::stable_sort(rows.begin(), rows.end(),
                   [](const TextRow& a, const TextRow& b) { return a.center() < b.center(); });
  return rows;
}

std::vector<TextRow> find_text_rows(const TableInput& input) {
  std::vector<uint32_t> all(input.words.size());
  std::iota(all.begin(), all.end(), 0u);
  return find_text_rows(input, all);
}

}  // namespace octavo::document
