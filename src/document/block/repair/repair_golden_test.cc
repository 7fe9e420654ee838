// Every answer of the golden files as the reference treats it.
#include <gtest/gtest.h>
#include <test_places.h>

#include <cmath>
#include <sstream>

#include "document/block/repair/chart_repetition.h"
#include "document/block/repair/equation_rules.h"
#include "document/block/repair/finish_blocks.h"
#include "document/block/repair/mermaid.h"
#include "document/block/repair/picture_answer.h"
#include "document/block/repair/pipe_table.h"
#include "document/block/repair/read_table_answer.h"
#include "document/block/repair/text_rules.h"
#include "document/layout/vlm/answer_text.h"
#include "tests/support/protocol_goldens.h"

namespace octavo::document::protocol {
namespace {

void expect_family(const std::string& name, size_t at_least,
                   const std::function<std::string(const std::string&)>& result_of) {
  testing::expect_as_reference(
      std::string(OCTAVO_SOURCE_DIR) + "/tests/golden/protocol/" + name + ".json", at_least,
      result_of);
}

std::string joined(std::initializer_list<std::string> parts) {
  return join(std::vector<std::string>(parts), "\n--\n");
}

std::string finished(VlmBlock block, std::string content) {
  block.content = std::move(content);
  block.box = {0, 0, 1, 1};
  const auto blocks = finish_blocks({std::move(block)}, {.simple = true});
  return blocks.empty() ? "gone" : blocks[0].content.value_or("None");
}

TEST(Reference, Otsl) {
  expect_family("otsl", 2000, [](const std::string& text) { return read_table_answer(text).html; });
}

TEST(Reference, TablesWithFormulasAndPictures) {
  expect_family("table", 1000, [](const std::string& text) {
    VlmBlock block;
    block.type = BlockType::kTable;
    block.covered = {{"A2C3", "p1.jpg", 0}, {"KKTW", "p2.jpg", 0}};
    return finished(std::move(block), text);
  });
}

TEST(Reference, Equations) {
  expect_family("equation", 3000, [](const std::string& text) {
    return joined({drop_delimiters(text), balance_left_right(text), drop_double_subscripts(text),
                   spell_colon_equals(text), unbrace_big_delimiters(text), space_less_than(text),
                   drop_lone_braces(text), bracket_equation(repair_equation(text))});
  });
}

TEST(Reference, Texts) {
  expect_family("text", 2000, [](const std::string& text) {
    return joined(
        {show_formulas_inline(text), space_macros(text), move_blanks_out(text), repair_text(text)});
  });
}

TEST(Reference, FlowCharts) {
  expect_family("mermaid", 2000, [](const std::string& text) {
    return joined({has_mermaid_repetition(text) ? "1" : "0", name_mermaid_nodes(text),
                   drop_broken_edges(text), name_subgraphs(text), fence_mermaid(text),
                   read_picture_answer("<|class_start|>flowchart<|class_end|><|content_start|>" +
                                       text + "<|content_end|>")
                       .content});
  });
}

TEST(Reference, Charts) {
  expect_family("chart", 2000, [](const std::string& text) {
    return joined(
        {repair_chart(text), has_broken_pipe_table(text) ? "1" : "0",
         pipe_table_html(text).value_or("None"),
         read_picture_answer("<|class_start|>chart<|class_end|><|content_start|>" + text).content});
  });
}

TEST(Reference, AnswersAboutPictures) {
  expect_family("picture", 2000, [](const std::string& text) {
    VlmBlock block;
    block.type = BlockType::kImage;
    block.content = text;
    block.box = {0, 0, 1, 1};
    const auto blocks = finish_blocks({block}, {.simple = true});
    if (blocks.empty()) return std::string("gone");
    return std::string(block_type_name(blocks[0].type)) + "|" + blocks[0].sub_type + "|" +
           blocks[0].content.value_or("None");
  });
}

// "flags N" and a block a line: TYPE X0 Y0 X1 Y1, a tab, the content (see protocol_pages.py).
std::string finish_page(const std::string& text) {
  std::istringstream lines(text);
  std::string line, word;
  int flags = 0;
  lines >> word >> flags;
  std::getline(lines, line);
  std::vector<VlmBlock> blocks;
  while (std::getline(lines, line)) {
    const size_t tab = line.find('\t');
    std::istringstream place(line.substr(0, tab));
    VlmBlock block;
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    place >> word >> x0 >> y0 >> x1 >> y1;
    block.in_table = word[0] == '^';
    block.type = block_type_of(word.substr(block.in_table)).value();
    block.box = {x0 / 1000.0, y0 / 1000.0, x1 / 1000.0, y1 / 1000.0};
    const std::string content = line.substr(tab + 1);
    if (content != "~") block.content = replace_all(content, "⏎", "\n");
    blocks.push_back(std::move(block));
  }
  blocks = finish_blocks(std::move(blocks), {.simple = (flags & 8) != 0,
                                             .merge_equations = (flags & 4) == 0,
                                             .drop_lists = (flags & 1) != 0,
                                             .drop_paratext = (flags & 2) != 0});
  std::vector<std::string> out;
  for (const VlmBlock& block : blocks) {
    std::ostringstream shown;
    shown << block_type_name(block.type);
    for (const double c : {block.box.x0, block.box.y0, block.box.x1, block.box.y1})
      shown << ' ' << std::lround(c * 1000);
    shown << ' ' << block.sub_type << '\t' << block.content.value_or("~");
    out.push_back(shown.str());
  }
  return join(out, "\n");
}

TEST(Reference, PagesOfBlocks) { expect_family("finish", 2000, finish_page); }

}  // namespace
}  // namespace octavo::document::protocol
