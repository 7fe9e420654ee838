// Detection and reading with the real networks, on pictures of our own.
#include "document/recognize/ocr/read_lines.h"

#include <gtest/gtest.h>
#include <test_places.h>

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "base/try.h"
#include "document/input/picture/picture_source.h"
#include "document/page/detect_lines.h"
#include "networks/networks.h"

namespace octavo::document {
namespace {

Networks& networks() {
  static Networks all({"", std::string(OCTAVO_DEPS_DIR) + "/models", ""}, 2);
  return all;
}

Status read_all(std::vector<TextLine>& lines, PageView& view, Networks& with) {
  LineReading reading = OCTAVO_TRY(prepare_reading(std::move(lines), view));
  const Status status = read_lines(reading, with);
  lines = std::move(reading.lines);
  return status;
}

struct ReadPicture {
  std::vector<TextLine> lines;
  int turn = 0;
  float skew = 0, width = 0, height = 0;
  std::vector<Diagnostic> diagnostics;
  std::string text;
};

// The whole way from a file: turn, detect, read.
ReadPicture read_picture(const std::string& name, Networks& with = networks()) {
  ReadPicture result;
  const auto file = MappedFile::open(
      std::string(OCTAVO_SOURCE_DIR) + "/tests/fixtures/ocr/" + name + ".png", 1 << 20);
  EXPECT_TRUE(file.ok());
  const Limits limits;
  const auto source = open_picture_source(file->bytes(), limits);
  EXPECT_TRUE(source.ok());
  PageView view(**source, 0, limits, Deadline());
  const auto content = view.content();
  EXPECT_TRUE(content.ok());
  const auto turn = detect_turn(view, with);
  EXPECT_TRUE(turn.ok());
  view.set_turn(*turn);
  auto lines = detect_lines(view, {}, with);
  EXPECT_TRUE(lines.ok());
  EXPECT_TRUE(read_all(*lines, view, with).ok());
  result.lines = std::move(lines).value();
  result.turn = *turn;
  result.skew = view.skew();
  const bool sideways = *turn == 90 || *turn == 270;
  result.width = sideways ? content->height : content->width;
  result.height = sideways ? content->width : content->height;
  result.diagnostics = view.diagnostics().take();
  for (const TextLine& line : result.lines) result.text += text_of(line) + "\n";
  return result;
}

constexpr const char* kEnglish =
    "The ferry to the island leaves at nine,\n"
    "and the last one back sails at 17:45.\n"
    "Tickets cost 12.50 on weekdays.\n";

void expect_boxes_on_the_page(const ReadPicture& picture) {
  for (const TextLine& line : picture.lines) {
    EXPECT_GE(line.box.x0, 0);
    EXPECT_GE(line.box.y0, 0);
    EXPECT_LE(line.box.x1, picture.width);
    EXPECT_LE(line.box.y1, picture.height);
    for (const Word& word : line.words)
      EXPECT_GT(overlap_area(word.box, line.box), 0.99F * word.box.area());
  }
}

TEST(ReadLines, EnglishAtThreeResolutions) {
  for (const char* name : {"english_100", "english_150", "english_200"}) {
    const ReadPicture picture = read_picture(name);
    EXPECT_EQ(picture.text, kEnglish) << name;
    EXPECT_EQ(picture.turn, 0);
    EXPECT_EQ(picture.skew, 0);
    expect_boxes_on_the_page(picture);
    for (const TextLine& line : picture.lines) {
      EXPECT_NEAR(line.size, 11, 2.5F);  // set in 11 point
      EXPECT_GT(line.confidence, 0.9F);
      EXPECT_EQ(line.angle, 0);
      EXPECT_FALSE(line.vertical);
      EXPECT_GT(line.baseline, line.box.center_y());
      EXPECT_LT(line.baseline, line.box.y1 + 1);
    }
    // Line pitch: 1.6 of 11 points.
    ASSERT_EQ(picture.lines.size(), 3u);
    EXPECT_NEAR(picture.lines[1].baseline - picture.lines[0].baseline, 17.6F, 2);
  }
}

TEST(ReadLines, WordsStandWhereTheyArePrinted) {
  const ReadPicture picture = read_picture("english_200");
  ASSERT_EQ(picture.lines.size(), 3u);
  const auto& words = picture.lines[0].words;  // "The ferry to the island leaves at nine,"
  ASSERT_EQ(words.size(), 8u);
  EXPECT_FALSE(words[0].space_before);
  for (size_t i = 1; i < words.size(); ++i) {
    EXPECT_TRUE(words[i].space_before);
    EXPECT_LE(words[i - 1].box.x1, words[i].box.x0 + 0.5F);
  }
  // The line is 209 points long; "island" begins after 17 of its 39 characters.
  EXPECT_NEAR((words[4].box.x0 - words[0].box.x0) / picture.lines[0].box.width(), 17.0F / 39,
              0.05F);
}

TEST(ReadLines, TurnedPagesAreSetUpright) {
  for (const int degrees : {90, 180, 270}) {
    const ReadPicture picture = read_picture("english_turned_" + std::to_string(degrees));
    EXPECT_EQ(picture.turn, 360 - degrees);
    EXPECT_EQ(picture.text, kEnglish) << degrees;
    expect_boxes_on_the_page(picture);
  }
}

TEST(ReadLines, OneLineUpsideDown) {
  const ReadPicture picture = read_picture("english_one_over");
  EXPECT_EQ(picture.turn, 0);
  EXPECT_EQ(picture.text, std::string(kEnglish) + "Read me from the other side.\n");
  ASSERT_EQ(picture.lines.size(), 4u);
  EXPECT_EQ(picture.lines[3].angle, 180);
  // "Read" is its first word, and stands on the right.
  EXPECT_GT(picture.lines[3].words[0].box.x0, picture.lines[3].words[5].box.x1);
}

TEST(ReadLines, AskewPagesAreStraightened) {
  const ReadPicture picture = read_picture("english_askew");
  EXPECT_NEAR(picture.skew, 3, 0.4F);
  EXPECT_EQ(picture.text, kEnglish);
  ASSERT_EQ(picture.lines.size(), 3u);
  for (const TextLine& line : picture.lines) EXPECT_LT(line.box.height(), 14);
}

TEST(ReadLines, Chinese) {
  const ReadPicture picture = read_picture("chinese_150");
  EXPECT_EQ(picture.text, "渡船每天上午九点开往小岛，\n最后一班下午五点返回。票价十二元。\n");
}

TEST(ReadLines, ChineseWrittenDownwards) {
  const ReadPicture picture = read_picture("chinese_down");
  EXPECT_EQ(picture.turn, 0);
  EXPECT_EQ(picture.text, "渡船每天上午九点开往小岛\n");
  ASSERT_EQ(picture.lines.size(), 1u);
  EXPECT_TRUE(picture.lines[0].vertical);
  EXPECT_EQ(picture.lines[0].angle, 0);
}

TEST(ReadLines, SameForAnyNumberOfThreads) {
  std::vector<ReadPicture> all;
  for (const int threads : {1, 2, 4}) {
    Networks some({"", std::string(OCTAVO_DEPS_DIR) + "/models", ""}, threads);
    all.push_back(read_picture("english_askew", some));
  }
  for (const ReadPicture& picture : all) {
    ASSERT_EQ(picture.lines.size(), all[0].lines.size());
    for (size_t i = 0; i < picture.lines.size(); ++i) {
      EXPECT_EQ(picture.lines[i].box, all[0].lines[i].box);
      EXPECT_EQ(picture.lines[i].confidence, all[0].lines[i].confidence);
      for (size_t w = 0; w < picture.lines[i].words.size(); ++w) {
        EXPECT_EQ(picture.lines[i].words[w].text, all[0].lines[i].words[w].text);
        EXPECT_EQ(picture.lines[i].words[w].box, all[0].lines[i].words[w].box);
      }
    }
  }
}

// A page of our own making: a line at a place, what the source shows there.
class OnePicture : public PageSource {
 public:
  explicit OnePicture(Image image) : image_(std::move(image)) {}
  int page_count() const override { return 1; }
  SourceFacts facts() const override { return {}; }
  Result<PageContent> content(int, Diagnostics&) const override {
    PageContent content;
    content.width = static_cast<float>(image_.width()) * 72 / 200;
    content.height = static_cast<float>(image_.height()) * 72 / 200;
    return content;
  }
  Result<Raster> render(int, const RenderRequest&, Diagnostics&) const override {
    Raster raster;
    raster.image = Image::copy(image_);
    raster.scale_x = raster.scale_y = 200.0F / 72;
    raster.area = {0, 0, static_cast<float>(image_.width()) * 72 / 200,
                   static_cast<float>(image_.height()) * 72 / 200};
    return raster;
  }

 private:
  Image image_;
};

TEST(ReadLines, LinesThatSayNothingKeepNoWords) {
  Image noise(400, 200, 3);
  for (size_t i = 0; i < noise.bytes().size(); ++i)
    noise.bytes()[i] = static_cast<uint8_t>(i * 2654435761U >> 24);
  const OnePicture source(std::move(noise));
  const Limits limits;
  PageView view(source, 0, limits, Deadline());
  std::vector<TextLine> lines(3);
  lines[0].source = Source::kOcr;
  lines[0].box = {10, 10, 100, 22};
  lines[1].source = Source::kTextLayer;  // not ours
  lines[1].box = {10, 30, 100, 42};
  lines[2].source = Source::kOcr;
  lines[2].box = {500, 500, 600, 512};  // off the page
  auto reading = prepare_reading(lines, view);
  ASSERT_TRUE(reading.ok());
  EXPECT_EQ(reading->unread, (std::vector<size_t>{0, 2}));
  ASSERT_TRUE(read_lines(*reading, networks()).ok());
  for (const TextLine& line : reading->lines) EXPECT_TRUE(line.words.empty());
  EXPECT_LT(reading->lines[0].confidence, 0.5F);
  EXPECT_EQ(reading->lines[1].confidence, 1);
  EXPECT_EQ(reading->unsure, 2u);
}

TEST(ReadLines, StopsAtTheDeadline) {
  const OnePicture source(Image(400, 200, 3));
  const Limits limits;
  PageView view(source, 0, limits, Deadline(std::chrono::milliseconds(0), nullptr));
  std::vector<TextLine> lines(1);
  lines[0].source = Source::kOcr;
  lines[0].box = {10, 10, 100, 22};
  const Status status = read_all(lines, view, networks());
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kPageTimeout);
}

TEST(ReadLines, NothingToReadNeedsNoNetwork) {
  const OnePicture source(Image(400, 200, 3));
  const Limits limits;
  PageView view(source, 0, limits, Deadline());
  Networks none({"", "/nowhere", ""}, 1);
  std::vector<TextLine> lines(1);
  EXPECT_TRUE(read_all(lines, view, none).ok());
}

}  // namespace
}  // namespace octavo::document
