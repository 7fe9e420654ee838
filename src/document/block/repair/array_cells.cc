#include "document/block/repair/array_cells.h"

#include <algorithm>

#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr std::string_view kRowEnd = "\\\\";
constexpr size_t kMaxWork = 4'000'000;  // arrays times nodes; a real formula has some hundreds

// Bytes of a separator at `at`; 0 when there is none.
size_t separator_at(std::string_view text, size_t at) {
  if (text[at] == '&') return 1;
  if (has_at(text, at, kRowEnd)) return kRowEnd.size();
  if (has_at(text, at, kArrayEnd)) return kArrayEnd.size();
  if (!has_at(text, at, kArrayBegin)) return 0;
  size_t end = skip_spaces(text, at + kArrayBegin.size());
  if (!has_at(text, end, "{")) return 0;
  for (++end; end < text.size();) {
    const size_t space = space_at(text, end);
    if (space == 0 && !is_ascii_letter(text[end])) break;
    end += space > 0 ? space : 1;
  }
  return has_at(text, end, "}") ? end + 1 - at : 0;
}

bool is_cell_end(std::string_view node) { return node == "&" || node == kRowEnd; }
bool is_content(std::string_view node) {
  return !is_cell_end(node) && !contains(node, kArrayBegin) && !contains(node, kArrayEnd);
}

struct ArrayRange {
  int number;
  size_t begin, end;       // nodes of \begin and \end
  std::vector<int> inner;  // numbers of the arrays inside
};

// In the order in which they close. A number is one more than that of the array which opened or
// closed last.
std::optional<std::vector<ArrayRange>> find_arrays(const std::vector<std::string_view>& nodes) {
  std::vector<ArrayRange> arrays, open;
  int number = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (contains(nodes[i], kArrayBegin)) {
      open.push_back({++number, i, 0, {}});
    } else if (nodes[i] == kArrayEnd) {
      if (open.empty()) return std::nullopt;
      number = open.back().number;
      arrays.push_back(std::move(open.back()));
      arrays.back().end = i;
      open.pop_back();
      if (arrays.size() * nodes.size() > kMaxWork) return std::nullopt;
      for (ArrayRange& outer : open) outer.inner.push_back(number);
    }
  }
  if (!open.empty()) return std::nullopt;
  return arrays;
}

}  // namespace

std::vector<std::string_view> split_nodes(std::string_view latex) {
  std::vector<std::string_view> nodes;
  size_t begin = 0;
  const auto add = [&](size_t end) {
    if (end > begin) nodes.push_back(strip(latex.substr(begin, end - begin)));
    begin = end;
  };
  for (size_t at = latex.find_first_of("&\\"); at != std::string_view::npos;
       at = latex.find_first_of("&\\", at)) {
    const size_t size = separator_at(latex, at);
    if (size == 0) {
      ++at;
      continue;
    }
    add(at);
    at += size;
    add(at);
  }
  add(latex.size());
  return nodes;
}

std::optional<std::map<ArrayCell, std::vector<size_t>>> group_by_cell(
    const std::vector<std::string_view>& nodes) {
  auto arrays = find_arrays(nodes);
  if (!arrays) return std::nullopt;
  std::map<ArrayCell, std::vector<size_t>> groups;
  if (arrays->empty()) {
    if (!nodes.empty() && is_content(nodes[0])) groups[ArrayCell{}] = {0};
    return groups;
  }
  // Outer arrays first: what an inner one does not take out of them is theirs.
  std::stable_sort(arrays->begin(), arrays->end(), [](const ArrayRange& a, const ArrayRange& b) {
    return a.inner.size() > b.inner.size();
  });
  std::map<int, const ArrayRange*> numbered;
  for (const ArrayRange& array : *arrays) numbered[array.number] = &array;

  std::vector<ArrayCell> cells(nodes.size());
  std::vector<int> change(nodes.size() + 1);  // of how many inner arrays hold a node
  for (const ArrayRange& array : *arrays) {
    std::fill(change.begin(), change.end(), 0);
    for (const int number : array.inner) {
      ++change[numbered[number]->begin];
      --change[numbered[number]->end + 1];
    }
    int depth = 0, index = 0;
    for (size_t i = 0; i <= array.end; ++i) {
      depth += change[i];
      if (i < array.begin || depth > 0) continue;
      if (is_cell_end(nodes[i]))
        ++index;
      else if (cells[i].array == 0)
        cells[i] = {array.number, index};
    }
  }
  for (size_t i = 0; i < nodes.size(); ++i)
    if (is_content(nodes[i])) groups[cells[i]].push_back(i);
  return groups;
}

}  // namespace octavo::document::protocol
