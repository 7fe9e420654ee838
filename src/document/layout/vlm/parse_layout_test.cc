#include "document/layout/vlm/parse_layout.h"

#include <gtest/gtest.h>
#include <test_places.h>

#include <cmath>
#include <sstream>

#include "document/layout/vlm/answer_text.h"
#include "tests/support/protocol_goldens.h"

namespace octavo::document::protocol {
namespace {

constexpr int kMany = 5000;

std::string block(const std::string& box, const std::string& name, const std::string& tail = "") {
  return "<|box_start|>" + box + "<|box_end|><|ref_start|>" + name + "<|ref_end|>" + tail + "\n";
}

std::string shown(const VlmBlock& b) {
  std::ostringstream out;
  out << block_type_name(b.type);
  for (const double c : {b.box.x0, b.box.y0, b.box.x1, b.box.y1})
    out << ' ' << std::lround(c * 1000);
  out << ' ' << (b.angle ? std::to_string(*b.angle) : "None") << ' ' << b.merge_prev;
  return out.str();
}

TEST(ParseLayout, AsTheReference) {
  testing::expect_as_reference(
      std::string(OCTAVO_SOURCE_DIR) + "/tests/golden/protocol/layout.json", 2000,
      [](const std::string& text) {
        std::vector<std::string> lines;
        for (const VlmBlock& b : parse_layout(text, kMany).blocks) lines.push_back(shown(b));
        return join(lines, "\n");
      });
}

TEST(ParseLayout, CountsWhatItLeavesOut) {
  const auto layout = parse_layout(
      block("0 0 1001 5", "text") + block("5 5 5 9", "text") + block("1 1 9 9", "figure") +
          block("0 0 500 500", "table", "<|rotate_up|>") +
          block("1 1 400 400", "text", "<|rotate_up|>") +
          block("600 600 900 900", "title", "<|rotate_up|>") +
          block("600 600 900 901", "title", "<|rotate_up|>") + block("1 2 3 4", "inline_formula"),
      kMany);
  EXPECT_EQ(layout.bad_boxes, 2);
  EXPECT_EQ(layout.unknown_names, 1);
  EXPECT_EQ(layout.in_tables, 1);
  EXPECT_EQ(layout.repeated, 1);
  EXPECT_FALSE(layout.unreadable);
  ASSERT_EQ(layout.blocks.size(), 2u);
  EXPECT_EQ(shown(layout.blocks[1]), "title 600 600 900 900 0 0");
}

TEST(ParseLayout, SaysWhenThereIsNothingToRead) {
  EXPECT_TRUE(parse_layout("I can not see a page.", kMany).unreadable);
  EXPECT_FALSE(parse_layout(" \n", kMany).unreadable);
}

TEST(ParseLayout, KeepsTheFirstBlocksOfTooMany) {
  std::string text;
  for (int i = 0; i < 10000; ++i)
    text +=
        block(std::to_string(i % 999) + " " + std::to_string(i / 999 * 90) + " 1000 1000", "text");
  const auto layout = parse_layout(text, 300);
  EXPECT_TRUE(layout.capped);
  EXPECT_LE(layout.blocks.size(), 300u);
}

TEST(ParseLayout, TakesHostileTextInItsStride) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "<|box_start|>1 ";
  text += "<|box_start|>" + std::string(1'000'000, '9') + std::string(1'000'000, ' ');
  EXPECT_TRUE(parse_layout(text, kMany).blocks.empty());
}

TEST(PageBox, IsInPointsOfThePage) {
  const PointBox box = page_box({0.1, 0.2, 0.5, 1.0}, 600, 800);
  EXPECT_FLOAT_EQ(box.x0, 60);
  EXPECT_FLOAT_EQ(box.y0, 160);
  EXPECT_FLOAT_EQ(box.x1, 300);
  EXPECT_FLOAT_EQ(box.y1, 800);
}

}  // namespace
}  // namespace octavo::document::protocol
