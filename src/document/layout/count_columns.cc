#include "document/layout/count_columns.h"

#include <algorithm>
#include <map>
#include <vector>

namespace octavo::document {
namespace {

constexpr size_t kMostStacks = 200;  // the heaviest ones say enough
constexpr float kBeside = 0.5F;      // of the lower one's height that two columns share
constexpr float kTextShare = 0.15F;  // of the heaviest stack; lighter ones are no column

struct Column {
  PointBox box;
  float characters = 0;
};

}  // namespace

int count_columns(std::span<const PagePiece> pieces, std::span<const PieceStack> stacks) {
  std::vector<Column> columns;
  for (const PieceStack& stack : stacks) {
    Column column;
    for (const uint32_t i : stack.pieces) {
      if (!pieces[i].is_line()) continue;
      column.box = hull(column.box, pieces[i].box);
      column.characters += pieces[i].line->characters;
    }
    if (column.characters > 0) columns.push_back(column);
  }
  if (columns.empty()) return 1;
  std::stable_sort(columns.begin(), columns.end(),
                   [](const Column& a, const Column& b) { return a.characters > b.characters; });
  const float least = kTextShare * columns.front().characters;
  std::erase_if(columns, [&](const Column& c) { return c.characters < least; });
  if (columns.size() > kMostStacks) columns.resize(kMostStacks);
  std::map<int, float> votes;
  for (const Column& column : columns) {
    int beside = 0;
    for (const Column& other : columns)
      beside += overlap_y(column.box, other.box) >=
                kBeside * std::min(column.box.height(), other.box.height());
    votes[beside] += column.characters;  // itself included
  }
  return std::max_element(votes.begin(), votes.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

}  // namespace octavo::document
