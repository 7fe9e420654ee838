#include "document/recognize/recognize.h"

#include <gtest/gtest.h>

#include "base/sha256.h"
#include "networks/networks.h"

namespace octavo::document {
namespace {

// A source nobody needs: nothing on these pages is read from pixels.
class NoSource : public PageSource {
 public:
  int page_count() const override { return 1; }
  SourceFacts facts() const override { return {}; }
  Result<PageContent> content(int, Diagnostics&) const override { return PageContent{}; }
  Result<Raster> render(int, const RenderRequest&, Diagnostics&) const override {
    return Error{Code::kPageFailed, "not to be rendered", "", {}};
  }
};

TextLine line(const std::string& text, float x, float y, Source source = Source::kTextLayer,
              float confidence = 1) {
  Word word;
  word.text = text;
  word.box = {x, y, x + 40, y + 10};
  word.size = 10;
  TextLine made;
  made.box = word.box;
  made.baseline = y + 8;
  made.size = 10;
  made.source = source;
  made.confidence = confidence;
  made.words = {word};
  return made;
}

Region region(RegionKind kind, const PointBox& box, std::vector<uint32_t> lines) {
  Region made;
  made.kind = kind;
  made.box = box;
  made.lines = std::move(lines);
  return made;
}

class RecognizeTest : public testing::Test {
 protected:
  std::vector<Answer> run(std::vector<Crop> crops = {}) {
    LineReading reading;
    reading.lines = page.lines;
    auto answers = recognize(page, layout, std::move(crops), reading, view, networks);
    EXPECT_TRUE(answers.ok());
    return std::move(answers).value();
  }

  NoSource source;
  Limits limits;
  PageView view{source, 0, limits, Deadline()};
  Networks networks{Resources{}, 1};
  Page page;
  Layout layout;
};

TEST_F(RecognizeTest, TextLayerLinesAreTakenAsTheyAre) {
  page.trust = TextTrust::kTrusted;
  page.lines = {line("second", 10, 30), line("first", 10, 10)};
  layout.regions = {region(RegionKind::kText, {0, 0, 100, 50}, {1, 0, 9})};  // 9: no such line
  const std::vector<Answer> answers = run();
  ASSERT_EQ(answers.size(), 1u);
  ASSERT_EQ(answers[0].lines.size(), 2u);
  EXPECT_EQ(text_of(answers[0].lines[0]), "first");
  EXPECT_EQ(answers[0].source, Source::kTextLayer);
  EXPECT_EQ(answers[0].reason, "text layer");
  EXPECT_FLOAT_EQ(answers[0].confidence, 1);
}

TEST_F(RecognizeTest, SourceIsWhereMostCharactersComeFrom) {
  page.trust = TextTrust::kUnreadable;
  page.trust_reason = "codes without meaning";
  page.lines = {line("1.", 10, 10), line("recognised", 60, 10, Source::kOcr, 0.9f)};
  layout.regions = {region(RegionKind::kText, {0, 0, 100, 50}, {0, 1})};
  const std::vector<Answer> answers = run();
  EXPECT_EQ(answers[0].source, Source::kOcr);
  EXPECT_EQ(answers[0].reason, "codes without meaning");
  EXPECT_NEAR(answers[0].confidence, (2 + 10 * 0.9) / 12, 1e-4);
}

TEST_F(RecognizeTest, TablesGetTheirStructure) {
  page.trust = TextTrust::kTrusted;
  page.lines = {line("Area", 10, 10), line("1996", 110, 10), line("Norway", 10, 30),
                line("59", 110, 30),  line("Spain", 10, 50), line("32", 110, 50)};
  for (const float y : {5.0f, 25.0f, 45.0f, 65.0f})
    page.content.rules.push_back({{5, y, 160, y + 0.5f}, true});
  for (const float x : {5.0f, 100.0f, 160.0f})
    page.content.rules.push_back({{x, 5, x + 0.5f, 65}, false});
  layout.regions = {region(RegionKind::kTable, {5, 5, 160, 66}, {0, 1, 2, 3, 4, 5})};
  const std::vector<Answer> answers = run();
  EXPECT_EQ(answers[0].table.rows, 3);
  EXPECT_EQ(answers[0].table.columns, 2);
  EXPECT_EQ(plain_text(answers[0].table.cells[3].content), "59");
  EXPECT_EQ(answers[0].reason, "text layer; ruled lattice");
}

TEST_F(RecognizeTest, ATableThatIsNoneKeepsItsLines) {
  page.lines = {line("only", 10, 10)};
  layout.regions = {region(RegionKind::kTable, {5, 5, 160, 66}, {0})};
  const std::vector<Answer> answers = run();
  EXPECT_EQ(answers[0].table.rows, 0);
  EXPECT_EQ(answers[0].lines.size(), 1u);
}

TEST_F(RecognizeTest, FiguresBecomePicturesNamedByTheirBytes) {
  layout.regions = {region(RegionKind::kFigure, {0, 0, 20, 10}, {}),
                    region(RegionKind::kFigure, {0, 20, 20, 30}, {})};
  std::vector<Crop> crops(2);
  for (uint32_t i = 0; i < 2; ++i) {
    crops[i].region = i;
    crops[i].task = Task::kKeepPicture;
    crops[i].raster.image = Image(20, 10, 3, static_cast<uint8_t>(100 * i));
  }
  const std::vector<Answer> answers = run(std::move(crops));
  const Picture& picture = answers[1].picture;
  EXPECT_EQ(picture.width, 20);
  EXPECT_EQ(picture.height, 10);
  ASSERT_GT(picture.bytes.size(), 4u);
  EXPECT_EQ(picture.bytes[0], 0xFF);  // JPEG, start of image
  EXPECT_EQ(picture.bytes[1], 0xD8);
  EXPECT_EQ(picture.file_name, "images/" + sha256_hex(picture.bytes) + ".jpg");
  EXPECT_NE(answers[0].picture.file_name, picture.file_name);
}

}  // namespace
}  // namespace octavo::document
