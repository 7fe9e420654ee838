#include "document/block/page_facts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/utf8.h"
#include "document/block/marker.h"

namespace octavo::document {
namespace {

bool is_running_text(RegionKind kind) {
  return kind == RegionKind::kText || kind == RegionKind::kList || kind == RegionKind::kReference;
}

bool has_text(RegionKind kind) {
  return kind != RegionKind::kFigure && kind != RegionKind::kChart && kind != RegionKind::kTable;
}

// The size most characters have, to half a point.
float dominant_size(const Layout& layout, const std::vector<std::vector<Row>>& rows,
                    bool running_only) {
  std::map<int, int64_t> characters;
  for (size_t i = 0; i < rows.size(); ++i) {
    const RegionKind kind = layout.regions[i].kind;
    if (running_only ? !is_running_text(kind) : !has_text(kind)) continue;
    for (const Row& row : rows[i])
      characters[static_cast<int>(std::lround(row.size * 2))] += row.characters;
  }
  int64_t most = 0;
  float size = 0;
  for (const auto& [half_points, count] : characters)
    if (count > most) {
      most = count;
      size = static_cast<float>(half_points) / 2;
    }
  return size;
}

float median_pitch(const Layout& layout, const std::vector<std::vector<Row>>& rows) {
  std::vector<float> pitches;
  for (size_t r = 0; r < rows.size(); ++r) {
    if (!is_running_text(layout.regions[r].kind)) continue;
    for (size_t i = 0; i + 1 < rows[r].size(); ++i) {
      const float pitch = (rows[r][i + 1].baseline - rows[r][i].baseline) / rows[r][i].size;
      if (pitch > 0.8f && pitch < 2.5f) pitches.push_back(pitch);
    }
  }
  constexpr size_t kEnough = 5;
  if (pitches.size() < kEnough) return 1.2f;
  const auto middle = pitches.begin() + static_cast<std::ptrdiff_t>(pitches.size() / 2);
  std::nth_element(pitches.begin(), middle, pitches.end());
  return *middle;
}

void count_numbered(const Layout& layout, const std::vector<std::vector<Row>>& rows,
                    PageFacts& facts) {
  constexpr int kSentence = 30;  // characters: no heading is longer and ends with a full stop
  for (size_t r = 0; r < rows.size(); ++r) {
    if (!is_running_text(layout.regions[r].kind) && layout.regions[r].kind != RegionKind::kTitle)
      continue;
    for (size_t i = 0; i < rows[r].size(); ++i) {
      const Row& row = rows[r][i];
      if (row.bold > 0.5f || row.size > 1.1f * facts.body_size) continue;
      const SectionNumber number = parse_section_number(row.text);
      if (number.depth < 2 || number.family != SectionNumber::Family::kDecimal) continue;
      const bool runs_on = i + 1 < rows[r].size() && is_lower(first_char(rows[r][i + 1].text));
      const char32_t last = last_char(row.text);
      const bool ends =
          row.characters > kSentence && (last == '.' || last == ';' || last == 0x3002);
      if (runs_on || ends) ++facts.numbered_paragraphs[static_cast<size_t>(number.depth)];
    }
  }
}

// Enough rows that end at one place: their right edge is the column's.
bool shows_margin(const std::vector<Row>& rows, float right) {
  constexpr size_t kEnoughRows = 4;
  if (rows.size() < kEnoughRows) return false;
  const auto full = std::count_if(rows.begin(), rows.end(), [&](const Row& row) {
    return row.right > right - 0.7f * row.size;
  });
  if (full < 2 || static_cast<size_t>(full) * 4 < rows.size()) return false;
  // Lines of a sidebar may end at one place by chance; running text begins some rows in lower case.
  const auto running = std::count_if(rows.begin() + 1, rows.end(), [](const Row& row) {
    const char32_t first = first_char(row.text);
    return is_lower(first) || (is_letter(first) && !is_upper(first));
  });
  return static_cast<size_t>(running) * 5 >= rows.size();
}

Column hull_of(const std::vector<Row>& rows) {
  Column column;
  for (size_t i = 0; i < rows.size(); ++i) {
    column.left = i == 0 ? rows[i].left : std::min(column.left, rows[i].left);
    column.right = i == 0 ? rows[i].right : std::max(column.right, rows[i].right);
  }
  return column;
}

// Left and right edge of all text of the page.
Column page_hull(const Layout& layout, const std::vector<Column>& hulls,
                 const std::vector<std::vector<Row>>& rows) {
  Column whole;
  bool first = true;
  for (size_t i = 0; i < hulls.size(); ++i) {
    const RegionKind kind = layout.regions[i].kind;
    const bool counts =
        is_running_text(kind) || kind == RegionKind::kTitle || kind == RegionKind::kFormField;
    if (!counts || rows[i].empty() || layout.regions[i].angle != 0) continue;
    whole.left = first ? hulls[i].left : std::min(whole.left, hulls[i].left);
    whole.right = first ? hulls[i].right : std::max(whole.right, hulls[i].right);
    first = false;
  }
  return whole;
}

}  // namespace

PageFacts page_facts(const Layout& layout, const std::vector<std::vector<Row>>& rows) {
  PageFacts facts;
  if (const float size = dominant_size(layout, rows, true); size > 0)
    facts.body_size = size;
  else if (const float any = dominant_size(layout, rows, false); any > 0)
    facts.body_size = any;
  facts.pitch = median_pitch(layout, rows);
  count_numbered(layout, rows, facts);

  double all = 0, bold = 0, monospace = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!has_text(layout.regions[i].kind)) continue;
    for (const Row& row : rows[i]) {
      all += row.characters;
      bold += static_cast<double>(row.bold) * row.characters;
      if (layout.regions[i].kind != RegionKind::kCode)
        monospace += static_cast<double>(row.monospace) * row.characters;
    }
  }
  facts.bold_body = all > 0 && bold > 0.85 * all;
  facts.monospace_body = all > 0 && monospace > 0.6 * all;
  return facts;
}

int text_column(const Page& page, const Layout& layout, const PointBox& box) {
  if (layout.columns <= 1 || !(page.width > 0)) return 0;
  const float width = page.width / static_cast<float>(layout.columns);
  if (!(box.width() < 1.15f * width)) return -1;
  return std::clamp(static_cast<int>(box.center_x() / width), 0, layout.columns - 1);
}

std::vector<float> column_origins(const Page& page, const Layout& layout,
                                  const std::vector<Column>& columns,
                                  const std::vector<std::vector<Row>>& rows) {
  std::map<int, float> lefts;
  std::vector<int> indices(columns.size(), -1);
  for (size_t i = 0; i < columns.size(); ++i) {
    if (rows[i].empty() || !has_text(layout.regions[i].kind)) continue;
    indices[i] = text_column(page, layout, layout.regions[i].box);
    const auto [found, fresh] = lefts.try_emplace(indices[i], columns[i].left);
    if (!fresh) found->second = std::min(found->second, columns[i].left);
  }
  std::vector<float> origins(columns.size(), 0);
  for (size_t i = 0; i < columns.size(); ++i)
    origins[i] = lefts.count(indices[i]) > 0 ? lefts[indices[i]] : columns[i].left;
  return origins;
}

std::vector<Column> region_columns(const Layout& layout,
                                   const std::vector<std::vector<Row>>& rows) {
  constexpr size_t kReach = 8;
  const size_t count = rows.size();
  std::vector<Column> hulls(count);
  std::vector<bool> sure(count);
  for (size_t i = 0; i < count; ++i) {
    hulls[i] = hull_of(rows[i]);
    sure[i] = is_running_text(layout.regions[i].kind) && layout.regions[i].angle == 0 &&
              shows_margin(rows[i], hulls[i].right);
  }
  const Column whole = page_hull(layout, hulls, rows);
  std::vector<Column> columns = hulls;
  for (size_t i = 0; i < count; ++i) {
    columns[i].known = sure[i];
    if (sure[i] || rows[i].empty()) continue;
    const float tolerance = rows[i].front().size;
    const size_t first = i > kReach ? i - kReach : 0;
    for (size_t j = first; j < std::min(count, i + kReach + 1); ++j) {
      const Column& other = hulls[j];
      const bool around = sure[j] && other.left <= hulls[i].left + tolerance &&
                          other.right >= hulls[i].right - tolerance;
      if (around && (!columns[i].known || other.width() < columns[i].width()))
        columns[i] = {std::min(other.left, hulls[i].left), std::max(other.right, hulls[i].right),
                      true};
    }
    // On a page of one column most of the width is enough to tell.
    constexpr float kMostOfIt = 0.6f;
    constexpr float kLeastColumn = 30;  // ems: a few short lines make no column
    const bool wide =
        hulls[i].width() > kMostOfIt * whole.width() && whole.width() > kLeastColumn * tolerance;
    if (!columns[i].known && wide && layout.columns <= 1 && layout.regions[i].angle == 0)
      columns[i] = {whole.left, whole.right, true};
  }
  return columns;
}

}  // namespace octavo::document
