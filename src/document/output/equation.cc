#include "document/output/equation.h"

#include <algorithm>

#include "base/utf8.h"
#include "document/output/inline_runs.h"
#include "document/output/markdown_inline.h"

namespace octavo::document {
namespace {

// "(3)", "(2.1a)", "[4]": the number printed beside a display equation.
bool is_equation_number(std::string_view text) {
  constexpr size_t kLongest = 12;
  if (text.size() < 3 || text.size() > kLongest) return false;
  const bool enclosed =
      (text.front() == '(' && text.back() == ')') || (text.front() == '[' && text.back() == ']');
  if (!enclosed) return false;
  const std::string_view inner = text.substr(1, text.size() - 2);
  return std::all_of(inner.begin(), inner.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           c == '-';
  });
}

// Text inside a formula: braces and backslashes would be commands.
std::string latex_text(std::string_view text) {
  std::string out = "\\text{";
  for (const char c : text) {
    if (c == '{' || c == '}' || c == '\\' || c == '$') continue;
    if (c == '%' || c == '&' || c == '#' || c == '_') out.push_back('\\');
    out.push_back(c == '\n' ? ' ' : c);
  }
  return out + "}";
}

}  // namespace

Equation read_equation(const Block& block) {
  Equation equation;
  constexpr uint8_t kLetterStyles = kBold | kItalic | kMonospace | kUnderline;
  equation.text = without_style(body_inlines(block), kLetterStyles);
  const Inlines runs = tidy_inlines(equation.text);
  const bool has_math = std::any_of(
      runs.begin(), runs.end(), [](const Inline& run) { return run.kind == InlineKind::kMath; });
  if (!has_math) return equation;
  std::string tag;
  for (const Inline& run : runs) {
    const std::string_view text = trim(run.text);
    if (text.empty()) continue;
    if (run.kind == InlineKind::kText && is_equation_number(text)) {
      tag = " \\tag{" + std::string(text.substr(1, text.size() - 2)) + "}";
      continue;
    }
    if (!equation.latex.empty()) equation.latex += ' ';
    equation.latex += run.kind == InlineKind::kMath ? std::string(text) : latex_text(text);
  }
  if (!equation.latex.empty()) equation.latex += tag;
  return equation;
}

}  // namespace octavo::document
