// The real networks on small pictures of our own.
#include "networks/networks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "image/resize.h"
#include "image/rotate.h"
#include "networks/layout_detector.h"
#include "networks/line_direction.h"
#include "networks/orientation.h"
#include "networks/table_structure.h"
#include "networks/test_pictures.h"
#include "networks/text_detector.h"
#include "networks/text_recognizer.h"

namespace octavo {
namespace {

using testing::fixture_picture;

// One set for all tests of this file: loading takes longer than running.
Networks& networks() {
  static Networks all(testing::installed_models(), 2);
  return all;
}

std::vector<TextQuad> detect(ImageView picture) {
  const auto detector = networks().text_detector();
  EXPECT_TRUE(detector.ok());
  auto quads = (*detector)->detect(picture);
  EXPECT_TRUE(quads.ok());
  return std::move(quads).value();
}

ImageView around(ImageView picture, const TextQuad& quad) {
  return picture.part({static_cast<int>(quad.x[0]), static_cast<int>(quad.y[0]),
                       static_cast<int>(quad.x[2]) + 1, static_cast<int>(quad.y[2]) + 1});
}

std::vector<std::string> read(std::span<const ImageView> lines, Networks& with) {
  const auto recognizer = with.text_recognizer();
  EXPECT_TRUE(recognizer.ok());
  const auto texts = (*recognizer)->recognize(lines);
  EXPECT_TRUE(texts.ok());
  std::vector<std::string> out;
  for (const auto& text : *texts) out.push_back(text.text());
  return out;
}

TEST(Networks, FindsAndReadsEnglishLinesWithTheirSpaces) {
  for (const char* name : {"english_100", "english_150", "english_200"}) {
    const Image picture = fixture_picture(name);
    ASSERT_FALSE(picture.empty());
    const auto quads = detect(picture);
    ASSERT_EQ(quads.size(), 3u) << name;
    std::vector<ImageView> lines;
    for (const auto& quad : quads) lines.push_back(around(picture, quad));
    EXPECT_EQ(read(lines, networks()),
              (std::vector<std::string>{"The ferry to the island leaves at nine,",
                                        "and the last one back sails at 17:45.",
                                        "Tickets cost 12.50 on weekdays."}))
        << name;
  }
}

TEST(Networks, ReadsChinese) {
  const Image picture = fixture_picture("chinese_150");
  std::vector<ImageView> lines;
  const auto quads = detect(picture);
  for (const auto& quad : quads) lines.push_back(around(picture, quad));
  EXPECT_EQ(read(lines, networks()),
            (std::vector<std::string>{"渡船每天上午九点开往小岛，",
                                      "最后一班下午五点返回。票价十二元。"}));
}

TEST(Networks, CharactersStandWhereTheyArePrinted) {
  const Image picture = fixture_picture("english_200");
  const auto quads = detect(picture);
  ASSERT_EQ(quads.size(), 3u);
  const ImageView line = around(picture, quads[2]);  // "Tickets cost 12.50 on weekdays."
  const auto texts = (*networks().text_recognizer())->recognize({&line, 1});
  ASSERT_TRUE(texts.ok());
  const auto& characters = (*texts)[0].characters;
  ASSERT_EQ(characters.size(), 31u);
  for (size_t i = 1; i < characters.size(); ++i)
    EXPECT_LE(characters[i - 1].x1, characters[i].x0 + 1e-6F);
  // Each space lies over a stretch of paper.
  for (const auto& c : characters) {
    if (c.code != U' ') continue;
    const int x = static_cast<int>((c.x0 + c.x1) / 2 * static_cast<float>(line.width));
    int darkest = 255;
    for (int y = line.height / 4; y < line.height * 3 / 4; ++y)
      darkest = std::min<int>(darkest, line.pixel(x, y)[0]);
    EXPECT_GT(darkest, 200);
  }
}

// A line far longer than the network is used to: cut at gaps, nothing lost, nothing doubled.
TEST(Networks, ReadsAVeryLongLine) {
  const Image picture = fixture_picture("english_150");
  const auto quads = detect(picture);
  ASSERT_EQ(quads.size(), 3u);
  const ImageView line = around(picture, quads[2]);
  constexpr int kTimes = 8;
  Image wide(line.width * kTimes, line.height, 3);
  for (int i = 0; i < kTimes; ++i) testing::paste(wide, line, i * line.width, 0);
  const ImageView view = wide;
  std::string expected;
  for (int i = 0; i < kTimes; ++i)
    expected += (i > 0 ? " " : "") + std::string("Tickets cost 12.50 on weekdays.");
  EXPECT_EQ(read({&view, 1}, networks()), std::vector<std::string>{expected});
}

TEST(Networks, NothingIsReadWhereNothingIs) {
  const Image blank(640, 480, 3), dot(1, 1, 3), strip(3000, 2, 3);
  for (const Image* picture : {&blank, &dot, &strip}) EXPECT_TRUE(detect(*picture).empty());
  const ImageView views[] = {ImageView{}, blank, dot, strip};
  for (const auto& text : read(views, networks())) EXPECT_EQ(text, "");
  EXPECT_TRUE(detect(ImageView{}).empty());
}

// `picture` `count` times below each other, `step` pixels apart, on a white page of 900 pixels
// width.
Image column_of(ImageView picture, int count, int step) {
  Image page(900, count * step, 3);
  std::fill(page.bytes().begin(), page.bytes().end(), uint8_t{255});
  for (int i = 0; i < count; ++i) testing::paste(page, picture, 37, i * step + 20);
  return page;
}

// Blank edges are not looked at, and a picture of more pixels than one run holds is seen in bands:
// neither may move, lose or double a line.
TEST(Networks, LinesAreFoundOnceWhereverTheyStand) {
  const Image picture = fixture_picture("english_150");
  const auto detector = networks().text_detector();
  ASSERT_TRUE(detector.ok());
  const auto at_full_size = [&](ImageView page) {
    auto quads = (*detector)->detect(page, {.scale = 1});
    EXPECT_TRUE(quads.ok());
    return std::move(quads).value();
  };
  const auto alone = at_full_size(column_of(picture, 1, 416));
  ASSERT_EQ(alone.size(), 3u);
  constexpr int kCount = 12, kStep = 416;  // 4.5 megapixels
  const auto many = at_full_size(column_of(picture, kCount, kStep));
  ASSERT_EQ(many.size(), alone.size() * kCount);
  for (size_t i = 0; i < many.size(); ++i)
    for (size_t corner = 0; corner < 4; ++corner) {
      const TextQuad& expected = alone[i % 3];
      EXPECT_NEAR(many[i].x[corner], expected.x[corner], 4) << i;
      EXPECT_NEAR(many[i].y[corner], expected.y[corner] + static_cast<float>(i / 3 * kStep), 4)
          << i;
    }
}

TEST(Networks, SharedRunsGiveTheSameBitsOnAnyNumberOfThreads) {
  const Image page = column_of(fixture_picture("english_150"), 3, 400);
  std::vector<LayoutBox> boxes;
  StructureTable table;
  PageOrientation orientation;
  for (const int threads : {1, 2, 3, 4, 8}) {
    Networks some(testing::installed_models(), threads);
    const auto seen = (*some.layout_detector())->detect(page, 0.01F);
    const auto structure = (*some.table_structure())->read(page);
    const auto turned = (*some.orientation())->classify(page);
    ASSERT_TRUE(seen.ok() && structure.ok() && turned.ok());
    if (threads == 1) boxes = *seen, table = *structure, orientation = *turned;
    ASSERT_EQ(seen->size(), boxes.size()) << threads;
    for (size_t i = 0; i < boxes.size(); ++i) EXPECT_EQ((*seen)[i].score, boxes[i].score);
    EXPECT_EQ(structure->score, table.score) << threads;
    EXPECT_EQ(turned->scores, orientation.scores) << threads;
  }
  EXPECT_FALSE(boxes.empty());
}

TEST(Networks, SameNumbersForAnyNumberOfThreads) {
  const Image picture = fixture_picture("english_150");
  const Image column = column_of(picture, 5, 400);
  std::vector<ImageView> lines;
  for (const auto& quad : detect(picture)) lines.push_back(around(picture, quad));
  const Image chinese = fixture_picture("chinese_150");
  for (const auto& quad : detect(chinese)) lines.push_back(around(chinese, quad));
  std::vector<std::vector<RecognizedText>> answers;
  std::vector<std::vector<TextQuad>> quads;
  for (const int threads : {1, 2, 4}) {
    Networks some(testing::installed_models(), threads);
    for (int repeat = 0; repeat < 2; ++repeat) {
      auto texts = (*some.text_recognizer())->recognize(lines);
      ASSERT_TRUE(texts.ok());
      answers.push_back(std::move(texts).value());
      auto found = (*some.text_detector())->detect(column);
      ASSERT_TRUE(found.ok());
      quads.push_back(std::move(found).value());
    }
  }
  for (const auto& answer : answers) {
    ASSERT_EQ(answer.size(), answers[0].size());
    for (size_t i = 0; i < answer.size(); ++i) {
      EXPECT_EQ(answer[i].text(), answers[0][i].text());
      EXPECT_EQ(answer[i].confidence, answers[0][i].confidence);  // to the bit
    }
  }
  for (const auto& found : quads) {
    ASSERT_EQ(found.size(), quads[0].size());
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].x, quads[0][i].x);
      EXPECT_EQ(found[i].score, quads[0][i].score);
    }
  }
}

TEST(Networks, OrientationOfEveryTurn) {
  const auto orientation = networks().orientation();
  ASSERT_TRUE(orientation.ok());
  const Image upright = fixture_picture("english_200");
  for (const int degrees : {0, 90, 180, 270}) {
    const auto answer = (*orientation)->classify(turn(upright, degrees));
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(answer->turn, (360 - degrees) % 360) << degrees;
    EXPECT_GT(answer->score, 0.8F);
  }
}

TEST(Networks, LineDirection) {
  const auto direction = networks().line_direction();
  ASSERT_TRUE(direction.ok());
  const Image picture = fixture_picture("english_200");
  const auto quads = detect(picture);
  ASSERT_EQ(quads.size(), 3u);
  const Image over = turn(around(picture, quads[0]), 180);
  const ImageView lines[] = {around(picture, quads[0]), over};
  const auto answers = (*direction)->upside_down(lines);
  ASSERT_TRUE(answers.ok());
  EXPECT_LT((*answers)[0], 0.1F);
  EXPECT_GT((*answers)[1], 0.9F);
}

// A ruled table of 3 rows and 4 columns with a word in each cell.
Image drawn_table() {
  constexpr int kColumn = 150, kRow = 50;
  Image table(4 * kColumn + 20, 3 * kRow + 20, 3);
  const Image word = fixture_picture("english_100");
  const ImageView text = ImageView(word).part({15, 15, 85, 40});
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column)
      testing::paste(table, text, 10 + column * kColumn + 35, 10 + row * kRow + 14);
  const auto draw = [&](int x, int y) { std::memset(table.pixel(x, y), 0, 3); };
  for (int i = 0; i <= 3; ++i)
    for (int x = 10; x < 10 + 4 * kColumn; ++x) draw(x, 10 + i * kRow);
  for (int i = 0; i <= 4; ++i)
    for (int y = 10; y < 10 + 3 * kRow; ++y) draw(10 + i * kColumn, y);
  return table;
}

TEST(Networks, StructureOfARuledTable) {
  const auto structure = networks().table_structure();
  ASSERT_TRUE(structure.ok());
  const auto table = (*structure)->read(drawn_table());
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->rows, 3);
  EXPECT_EQ(table->columns, 4);
  ASSERT_EQ(table->cells.size(), 12u);
  EXPECT_GT(table->score, 0.8F);
  // The middle of each cell's box lies in its place of the grid (margins of 10 pixels).
  for (const auto& cell : table->cells) {
    EXPECT_EQ(static_cast<int>((cell.box.center_x() * 620 - 10) / 150), cell.column);
    EXPECT_EQ(static_cast<int>((cell.box.center_y() * 170 - 10) / 50), cell.row);
  }
}

TEST(Networks, LayoutFindsTheTableAndTheText) {
  const auto layout = networks().layout_detector();
  ASSERT_TRUE(layout.ok());
  Image page(850, 1100, 3);
  const Image paragraph = fixture_picture("english_100");
  const Image wide =
      resize(paragraph, 700, paragraph.height() * 700 / paragraph.width(), Filter::kBilinear);
  testing::paste(page, wide, 75, 60);
  testing::paste(page, drawn_table(), 115, 500);
  testing::paste(page, wide, 75, 750);
  const auto boxes = (*layout)->detect(page);
  ASSERT_TRUE(boxes.ok());
  const NormBox table{125.0F / 850, 510.0F / 1100, 725.0F / 850, 660.0F / 1100};
  bool found_table = false, found_text = false;
  for (const auto& box : *boxes) {
    if (box.kind == LayoutClass::kTable)
      found_table |= intersection_over_union(box.box, table) > 0.7F;
    if (box.kind == LayoutClass::kText || box.kind == LayoutClass::kTitle)
      found_text |= box.box.y1 < 0.4F;
    EXPECT_GE(box.score, 0.4F);
  }
  EXPECT_TRUE(found_table);
  EXPECT_TRUE(found_text);
}

TEST(Networks, MissingModelsAreSaidForEach) {
  Networks none({"", "/nowhere", ""}, 1);
  EXPECT_EQ(none.text_detector().error().code, Code::kModelMissing);
  EXPECT_EQ(none.text_recognizer().error().code, Code::kModelMissing);
  EXPECT_EQ(none.layout_detector().error().code, Code::kModelMissing);
  EXPECT_EQ(none.table_structure().error().code, Code::kModelMissing);
  EXPECT_EQ(none.orientation().error().code, Code::kModelMissing);
  EXPECT_EQ(none.line_direction().error().code, Code::kModelMissing);
}

}  // namespace
}  // namespace octavo
