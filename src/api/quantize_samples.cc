#include "api/quantize_samples.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace octavo {
namespace {

constexpr std::array<std::string_view, 4> kCalibration = {
    "The committee met on 12 March 2021 to review the annual report. Revenue grew by 8.4 % to "
    "1,204 "
    "million, while costs fell slightly; the board proposed a dividend of 0.35 a share. Table 2 "
    "lists "
    "the results by region, and section 4 discusses the outlook for the coming year.",
    "<html><body><table><tr><td>Item</td><td>Price</td></tr><tr><td>Paper, "
    "A4</td><td>4.20</td></tr>"
    "<tr><td colspan=\"2\">Total: 1 item</td></tr></table></body></html>\n\\begin{equation} "
    "\\int_0^1 x^2 \\, dx = \\frac{1}{3} \\end{equation}",
    "Die Sitzung wurde um 14 Uhr er\xC3\xB6"
    "ffnet. L'assembl\xC3\xA9"
    "e a approuv\xC3\xA9 les comptes. \xE4\xBB\x8A\xE5\xA4\xA9\xE5\xA4\xA9\xE6\xB0\x94\xE5\xBE\x88"
    "\xE5\xA5\xBD\xEF\xBC\x8C\xE6\x88\x91\xE4\xBB\xAC\xE5\x8E\xBB\xE5\x85\xAC\xE5\x9B\xAD\xE3\x80"
    "\x82",
    "def mean(values):\n    total = 0\n    for value in values:\n        total += value\n    "
    "return "
    "total / len(values)\n\nprint(mean([1, 2, 3.5]))\n"};

constexpr std::array<std::string_view, 3> kComparison = {
    "In 1905 a clerk at the patent office in Bern published four papers that changed physics: on "
    "the "
    "photoelectric effect, on the motion of small particles in a liquid, on the electrodynamics of "
    "moving bodies, and on the relation of mass and energy.",
    "Invoice no. 4711\nDate: 2 June 2020\n\n| Quantity | Article | Unit price | Amount "
    "|\n|---|---|---"
    "|---|\n| 3 | Desk lamp | 49.90 | 149.70 |\n| 1 | Chair | 210.00 | 210.00 |\n\nTotal 359.70, "
    "payable within 30 days.",
    "for (int i = 0; i < rows; ++i) {\n  double sum = 0;\n  for (int j = 0; j < cols; ++j) sum += "
    "a[i]"
    "[j] * x[j];\n  y[i] = sum;\n}\n"};

constexpr std::string_view kPrompt =
    "Chapter 1. How documents are read\n\nA document is read from top to bottom, and";

}  // namespace

std::span<const std::string_view> calibration_texts() { return kCalibration; }
std::span<const std::string_view> comparison_texts() { return kComparison; }
std::string_view comparison_prompt() { return kPrompt; }

Image sample_page() {
  constexpr int kWidth = 616, kHeight = 448, kMargin = 40, kLine = 22, kInk = 13, kStroke = 3;
  constexpr int kTable = 300, kCell = 96, kRow = 34;
  constexpr uint8_t kDark = 0x20;
  Image page(kWidth, kHeight, 3);
  uint32_t state = 1;
  for (int y = kMargin; y < kHeight - kMargin; ++y) {
    bool dark = false;
    for (int x = kMargin; x < kWidth - kMargin; ++x) {
      if (x % kStroke == 0) {
        state = state * 1664525U + 1013904223U;  // Numerical Recipes' generator
        dark = y % kLine < kInk && (state >> 31) != 0;
      }
      const bool rule = y > kTable && ((y - kTable) % kRow == 0 || (x - kMargin) % kCell == 0);
      if (dark || rule) std::fill_n(page.pixel(x, y), 3, kDark);
    }
  }
  return page;
}

}  // namespace octavo
