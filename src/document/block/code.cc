#include "document/block/code.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"

namespace octavo::document {
namespace {

// No listing indents further; a bound against boxes that lie anywhere.
constexpr int kMaxColumn = 200;
constexpr int kMaxBlankLines = 4;
constexpr float kUsualCell = 0.6f;  // advance over font size of Courier and most of its kind

size_t cells(const std::string& text) {
  size_t count = 0;
  for (const char32_t c : to_utf32(text)) count += is_cjk(c) || is_hangul(c) ? 2 : 1;
  return count;
}

// Mean distance of the words' left edges from whole columns, in columns: how badly a cell width
// fits.
double misfit(const std::vector<Row>& rows, size_t begin, size_t end, float left, float cell) {
  double sum = 0, count = 0;
  for (size_t i = begin; i < end; ++i)
    for (const TextLine* line : rows[i].lines)
      for (const Word& word : line->words) {
        const double column = (word.box.x0 - left) / cell;
        if (!(column > 0.5 && column < kMaxColumn)) continue;
        sum += std::fabs(column - std::round(column));
        count += 1;
      }
  return count == 0 ? 0 : sum / count;
}

// The width of one character: near what the words measure, and such that all words start on
// columns.
float cell_width(const std::vector<Row>& rows, size_t begin, size_t end, float left) {
  std::vector<float> widths;
  for (size_t i = begin; i < end; ++i)
    for (const TextLine* line : rows[i].lines)
      for (const Word& word : line->words)
        if (const size_t n = cells(word.text); n >= 3 && word.box.width() > 0)
          widths.push_back(word.box.width() / static_cast<float>(n));
  float guess = kUsualCell * rows[begin].size;
  if (!widths.empty()) {
    const auto middle = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2);
    std::nth_element(widths.begin(), middle, widths.end());
    guess = *middle;
  }
  if (!(guess > 0.1f) || !std::isfinite(guess)) return kUsualCell * 10;
  float best = guess;
  double least = 1e9;
  // Ink is narrower than the cells it stands in by up to a side bearing or two.
  for (int step = -4; step <= 24; ++step) {
    const float cell = guess * (1 + 0.005f * static_cast<float>(step));
    const double error = misfit(rows, begin, end, left, cell) + 0.0002 * std::abs(step);
    if (error < least) {
      least = error;
      best = cell;
    }
  }
  return best;
}

// Proportional pseudo-code: indents in steps of about an em, single spaces inside.
std::string proportional_row(const Row& row, float left) {
  const int indent =
      static_cast<int>(std::lround(std::clamp((row.left - left) / (0.5f * row.size), 0.0f, 60.0f)));
  return std::string(static_cast<size_t>(indent), ' ') + row.text;
}

std::string monospaced_row(const Row& row, float left, float cell) {
  std::string out;
  size_t column = 0;
  for (const TextLine* line : row.lines)
    for (const Word& word : line->words) {
      const float at =
          std::clamp((word.box.x0 - left) / cell, 0.0f, static_cast<float>(kMaxColumn));
      const auto target = static_cast<size_t>(std::lround(at));
      const bool apart = word.space_before || &word == &line->words.front();
      if (target > column && (apart || target > column + 1)) {
        out.append(target - column, ' ');
        column = target;
      } else if (!out.empty() && apart) {
        out += ' ';
        ++column;
      }
      out += word.text;
      column += cells(word.text);
    }
  return out;
}

// The usual distance of two rows that follow each other.
float row_pitch(const std::vector<Row>& rows, size_t begin, size_t end) {
  std::vector<float> pitches;
  for (size_t i = begin; i + 1 < end; ++i) {
    const float pitch = rows[i + 1].baseline - rows[i].baseline;
    if (pitch > 0.7f * rows[i].size) pitches.push_back(pitch);
  }
  if (pitches.empty()) return 0;
  const auto low = pitches.begin() + static_cast<std::ptrdiff_t>(pitches.size() / 4);
  std::nth_element(pitches.begin(), low, pitches.end());
  return *low;
}

bool like_address(const Row& row) {
  return row.text.find('@') != std::string::npos || row.text.find("://") != std::string::npos;
}

}  // namespace

std::vector<std::pair<size_t, size_t>> find_code_runs(const std::vector<Row>& rows,
                                                      const PageFacts& facts) {
  std::vector<std::pair<size_t, size_t>> runs;
  if (facts.monospace_body) return runs;
  for (size_t begin = 0; begin < rows.size();) {
    size_t end = begin, addresses = 0;
    while (end < rows.size() && rows[end].monospace > 0.9f) addresses += like_address(rows[end++]);
    // Addresses of authors are set in typewriter type, too.
    if (end - begin >= 2 && addresses * 2 < end - begin) runs.emplace_back(begin, end);
    begin = std::max(end, begin + 1);
  }
  return runs;
}

bool may_be_code(const std::vector<Row>& rows) {
  const auto addresses = std::count_if(rows.begin(), rows.end(), like_address);
  return static_cast<size_t>(addresses) * 2 <= rows.size() &&
         !(rows.size() == 1 && addresses > 0) && cjk_share(rows) < 0.5f;
}

std::string code_text(const std::vector<Row>& rows, size_t begin, size_t end) {
  if (begin >= end) return {};
  float left = rows[begin].left, characters = 0, monospaced = 0;
  for (size_t i = begin; i < end; ++i) {
    left = std::min(left, rows[i].left);
    characters += static_cast<float>(rows[i].characters);
    monospaced += rows[i].monospace * static_cast<float>(rows[i].characters);
  }
  const bool in_cells = monospaced > 0.6f * characters && rows[begin].lines.front()->angle == 0;
  const float cell = in_cells ? cell_width(rows, begin, end, left) : 0;
  const float pitch = row_pitch(rows, begin, end);
  std::string text;
  for (size_t i = begin; i < end; ++i) {
    if (i > begin) {
      text += '\n';
      const float distance = rows[i].baseline - rows[i - 1].baseline;
      const float steps = pitch > 0 ? std::clamp(distance / pitch, 0.0f, kMaxBlankLines + 1.0f) : 1;
      for (int blank = 1; blank < static_cast<int>(std::lround(steps)); ++blank) text += '\n';
    }
    text += in_cells ? monospaced_row(rows[i], left, cell) : proportional_row(rows[i], left);
  }
  return text;
}

std::string code_language(const std::string& text) {
  const auto has = [&](std::string_view piece) { return text.find(piece) != std::string::npos; };
  const auto starts = [&](std::string_view piece) {
    return text.starts_with(piece) || has(std::string("\n").append(piece));
  };
  if (has("#include <") || has("#include \"") || has("std::"))
    return has("std::") || has("::") ? "cpp" : "c";
  if (has("public static void main") || starts("import java.")) return "java";
  if ((starts("def ") || starts("class ") || has("    def ")) && has("):")) return "python";
  if (starts("import ") && (has(" as ") || has("print(")) && !has(";\n")) return "python";
  if (starts("#!/bin/bash") || starts("#!/bin/sh")) return "bash";
  if (starts("func ") && has("package ")) return "go";
  if (starts("fn ") && has("let ")) return "rust";
  if (starts("<?xml")) return "xml";
  if (starts("<!DOCTYPE html") || starts("<html")) return "html";
  if ((starts("SELECT ") && has("FROM ")) || starts("CREATE TABLE ")) return "sql";
  if (text.starts_with('{') && text.ends_with('}') && has("\": ")) return "json";
  return {};
}

}  // namespace octavo::document
