// Answers made to hurt: pieces of every grammar, repeated and mixed. Quadratic time in any rule
// would take minutes here.
#include <gtest/gtest.h>

#include "document/block/repair/chart_repetition.h"
#include "document/block/repair/equation_rules.h"
#include "document/block/repair/finish_blocks.h"
#include "document/block/repair/inline_math.h"
#include "document/block/repair/mermaid.h"
#include "document/block/repair/picture_answer.h"
#include "document/block/repair/read_table_answer.h"
#include "document/block/repair/text_rules.h"

namespace octavo::document::protocol {
namespace {

constexpr size_t kLength = 40'000;

const std::vector<std::string>& pieces() {
  static const std::vector<std::string> list{"\\left(",
                                             "\\right\\",
                                             "_{",
                                             "_{a}_{",
                                             "{",
                                             "\\",
                                             "\\begin{array}{l}",
                                             "\\begin{array}",
                                             "\\end{array}",
                                             "&",
                                             "\\big{",
                                             "\\tag{",
                                             "\\(",
                                             "\\[",
                                             "\\(_",
                                             "<",
                                             "<fcel>",
                                             "<xcel>",
                                             "<nl>",
                                             "<fcel>a<nl>",
                                             "<eq>",
                                             "[ ",
                                             "|",
                                             "| a | b |\n",
                                             "|---|---|\n",
                                             "\n",
                                             "`",
                                             "; ",
                                             "x ",
                                             "-->",
                                             "A --> B\n",
                                             "a b --> c\n",
                                             "subgraph x)\n",
                                             "A[\"",
                                             "->",
                                             "- ",
                                             "< - ",
                                             "```",
                                             "[a",
                                             "--> |",
                                             "(",
                                             "<br ",
                                             "\\n",
                                             "<td colspan=1000 rowspan=1000>",
                                             "<tr>",
                                             "&amp",
                                             "\u3000",
                                             "AB"};
  return list;
}

void run_all(const std::string& text) {
  repair_equation(text);
  repair_text(text);
  repair_mermaid(text);
  repair_chart(text);
  read_inlines(text);
  read_pictured_table(text);
  read_picture_answer("<|class_start|>chart<|class_end|><|content_start|>" + text);
  VlmBlock equation;
  equation.type = BlockType::kEquation;
  equation.box = {0.1, 0.1, 0.2, 0.2};
  equation.content = text;
  VlmBlock group;
  group.type = BlockType::kEquationBlock;
  group.box = {0, 0, 1, 1};
  VlmBlock table = group;
  table.type = BlockType::kTable;
  table.content = text;
  table.covered = {{"A2C3", "p", 0}};
  EXPECT_LE(finish_blocks({equation, equation, group, table}).size(), 2u);
}

TEST(Hostile, PiecesWithoutEnd) {
  for (const std::string& piece : pieces()) {
    std::string text;
    while (text.size() < kLength) text += piece;
    run_all(text);
  }
}

TEST(Hostile, PiecesMixed) {
  for (size_t i = 0; i < pieces().size(); ++i) {
    std::string text;
    for (int n = 0; text.size() < kLength; ++n)
      text += pieces()[i] + pieces()[(i * 7 + 3) % pieces().size()] + std::to_string(n % 1000);
    run_all(text);
  }
}

}  // namespace
}  // namespace octavo::document::protocol
