#include "document/recognize/table/heading.h"

#include <algorithm>
#include <string>
#include <vector>

#include "document/recognize/table/cell_kind.h"

namespace octavo::document {
namespace {

// A heading is no more than this share of the rows, and no more than this many printed rows.
constexpr float kMostShare = 0.6f;
constexpr size_t kMostRows = 12, kMostByText = 6;
constexpr float kUnitIndent = 0.2f;  // of the table's width
constexpr float kWideFill = 0.6f;    // of the table's width
constexpr float kChunkGap = 0.9f;    // font sizes
// Rows with numbers must be this share of the rest, for their absence to make a heading.
constexpr float kNumberRows = 0.6f;

struct RowFacts {
  int chunks = 0;     // texts apart from each other
  int numbers = 0;    // of those, numbers; years apart
  bool bold = false;  // all words
  float from = 0;     // where the first word begins
};

RowFacts facts_of(const TableInput& input, const TextRow& row) {
  RowFacts facts;
  facts.bold = !row.words.empty();
  facts.from = row.words.empty() ? 0 : input.words[row.words.front()].word.box.x0;
  std::string chunk;
  float end = 0;
  const auto close = [&] {
    if (chunk.empty()) return;
    ++facts.chunks;
    facts.numbers += cell_kind(chunk) == CellKind::kNumber && !is_year(chunk);
    chunk.clear();
  };
  for (const uint32_t w : row.words) {
    const TableWord& word = input.words[w];
    if (word.word.box.x0 - end > kChunkGap * row.size) close();
    end = std::max(end, word.word.box.x1);
    if (!chunk.empty()) chunk += ' ';
    chunk += word.word.text;
    facts.bold &= (word.word.style & kBold) != 0;
  }
  close();
  return facts;
}

// Index of the first row below y.
size_t rows_above(std::span<const TextRow> rows, float y) {
  size_t count = 0;
  while (count < rows.size() && rows[count].center() < y) ++count;
  return count;
}

// Lower edge of a filling behind the first row that no later row repeats; negative when there is
// none.
float heading_fill_end(const TableInput& input, std::span<const TextRow> rows,
                       const TableRules& rules) {
  const auto is_wide = [&](const Fill& fill) {
    return fill.box.width() >= kWideFill * rules.text.width();
  };
  const float first = rows.front().center();
  const auto heading = std::find_if(input.fills.begin(), input.fills.end(), [&](const Fill& fill) {
    return is_wide(fill) && fill.box.y0 < first && fill.box.y1 > first;
  });
  if (heading == input.fills.end()) return -1;
  const bool repeated = std::any_of(input.fills.begin(), input.fills.end(), [&](const Fill& fill) {
    return is_wide(fill) && fill.color == heading->color && fill.box.y0 > first;
  });
  return repeated ? -1 : heading->box.y1;
}

}  // namespace

size_t find_heading(const TableInput& input, std::span<const TextRow> rows,
                    const TableRules& rules) {
  if (rows.size() < 2) return 0;
  std::vector<RowFacts> facts;
  for (const TextRow& row : rows) facts.push_back(facts_of(input, row));
  const auto numbers_below = [&](size_t from) {
    size_t with = 0;
    for (size_t i = from; i < rows.size(); ++i) with += facts[i].numbers > 0;
    return static_cast<float>(with) / static_cast<float>(rows.size() - from);
  };
  const size_t most =
      std::min(kMostRows, static_cast<size_t>(kMostShare * static_cast<float>(rows.size())));
  size_t heading = 0;
  // Above the first inner rule; a title of its own in the first band takes the next band along.
  for (const float y : rules.full) {
    const size_t above = rows_above(rows, y);
    if (above == 0 || above == rows.size()) continue;
    if (above > std::max<size_t>(most, 1)) break;
    const bool title_only = heading == 0 && above == 1 && facts[0].chunks == 1 && rows.size() > 2;
    heading = above;
    if (!title_only) break;
  }
  if (const float y = heading_fill_end(input, rows, rules); heading == 0 && y >= 0)
    if (const size_t above = rows_above(rows, y); above <= std::max<size_t>(most, 1))
      heading = above;
  const bool body_has_numbers = numbers_below(std::max<size_t>(heading, 1)) >= kNumberRows;
  const bool all_bold =
      std::all_of(facts.begin(), facts.end(), [](const RowFacts& row) { return row.bold; });
  while (heading < std::min(most, kMostByText)) {
    const RowFacts& row = facts[heading];
    const bool bold = row.bold && !all_bold && row.chunks > 1;
    const bool words_only = body_has_numbers && row.numbers == 0 && row.chunks > 1;
    // A title over the heading.
    const bool title = heading == 0 && row.chunks == 1 && row.numbers == 0 && rows.size() > 2 &&
                       facts[1].chunks > 1 && facts[1].numbers == 0 && body_has_numbers;
    // A unit under the column heads: "(in millions)".
    const bool unit = heading > 0 && row.chunks == 1 && row.numbers == 0 && body_has_numbers &&
                      row.from > rules.text.x0 + kUnitIndent * rules.text.width();
    if (!bold && !words_only && !title && !unit) break;
    ++heading;
  }
  return heading;
}

}  // namespace octavo::document
