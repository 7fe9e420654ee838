#include "progress.h"

#include <gtest/gtest.h>

namespace octavo::cli {
namespace {

const ProgressView kView{.name = "report.pdf", .done = 12, .total = 40, .seconds = 3.75};

TEST(ProgressLine, SaysPagesRateAndTimeLeft) {
  EXPECT_EQ(progress_line(kView, 100, false),
            "report.pdf  [========>                     ]  12/40 pages  3.2 pages/s  ETA 9 s");
  EXPECT_EQ(progress_line({.name = "a.pdf"}, 80, false), "a.pdf  opening");
  EXPECT_EQ(progress_line({.name = "a.pdf",
                           .done = 1,
                           .total = 1,
                           .file = 2,
                           .files = 5,
                           .pages_before = 1,
                           .seconds = 0.1},
                          80, false),
            "a.pdf  [==============================]  1/1 pages  20 pages/s  (2 of 5)");
}

TEST(ProgressLine, CountsDocumentsStillToCome) {
  // 10 pages in 10 s, two documents of 10 pages on average to come after this one's last 10.
  EXPECT_NE(progress_line({.name = "a",
                           .done = 0,
                           .total = 10,
                           .file = 2,
                           .files = 4,
                           .pages_before = 10,
                           .seconds = 10},
                          100, false)
                .find("ETA 30 s"),
            std::string::npos);
}

TEST(ProgressLine, FitsTheTerminal) {
  ProgressView view = kView;
  view.name = "一个非常长的文件名用来测试终端宽度的计算是否正确以及省略.pdf";
  for (const int columns : {20, 30, 40, 60, 80, 200})
    EXPECT_LT(display_width(progress_line(view, columns, false)), columns);
  EXPECT_EQ(progress_line(kView, 56, false), "report.pdf  12/40 pages  3.2 pages/s  ETA 9 s");
}

TEST(ProgressLine, ColoursTheBarOnly) {
  EXPECT_NE(progress_line(kView, 100, true).find("\x1b[36m["), std::string::npos);
  EXPECT_EQ(progress_line(kView, 100, false).find('\x1b'), std::string::npos);
}

TEST(Duration, IsRead) {
  EXPECT_EQ(duration_text(0), "0 s");
  EXPECT_EQ(duration_text(0.034), "0.03 s");
  EXPECT_EQ(duration_text(0.84), "0.8 s");
  EXPECT_EQ(duration_text(9), "9 s");
  EXPECT_EQ(duration_text(59.6), "1 min 0 s");
  EXPECT_EQ(duration_text(125), "2 min 5 s");
  EXPECT_EQ(duration_text(3780), "1 h 3 min");
}

TEST(DisplayWidth, CountsCells) {
  EXPECT_EQ(display_width("abc"), 3);
  EXPECT_EQ(display_width("中文"), 4);
  EXPECT_EQ(display_width("e\u0301"), 1);
  EXPECT_EQ(display_width("\xFF\xE4"), 2);
}

class ProgressOutput : public testing::Test {
 protected:
  ProgressOutput() : stream_(std::tmpfile()) {}
  ~ProgressOutput() override { std::fclose(stream_); }
  std::string written() {
    std::string text(static_cast<size_t>(std::ftell(stream_)), '\0');
    std::rewind(stream_);
    text.resize(std::fread(text.data(), 1, text.size(), stream_));
    return text;
  }
  static InputResult good() {
    return {.input = "a/x.pdf",
            .outputs = {{"md", "out/x/auto/x.md"}},
            .pages = {.total = 2, .ok = 2},
            .warnings = 1,
            .seconds = 0.5};
  }
  std::FILE* stream_;
};

TEST_F(ProgressOutput, PlainLinesWithoutATerminal) {
  const PageInfo page{
      .index = 4, .status = PageStatus::kDegraded, .source = Source::kOcr, .seconds = 1.2F};
  Progress progress(stream_, {}, Verbosity::kVerbose, 1);
  progress.begin("a/x.pdf");
  progress.page_done({&page, 1, 2});
  progress.end(good(), {{Severity::kWarning, "image_reduced", "big\nimage", 4},
                        {Severity::kInfo, "unseen", "", 0}});
  EXPECT_EQ(written(),
            "x.pdf: page 5 (1/2): degraded, ocr, 1.2 s\n"
            "x.pdf: page 5: image_reduced: big?image\n"
            "x.pdf: 2 pages, 0.5 s, 1 warning -> out/x/auto/x.md\n");
}

TEST_F(ProgressOutput, QuietShowsErrorsOnly) {
  Progress progress(stream_, {.interactive = true}, Verbosity::kQuiet, 2);
  progress.begin("x.pdf");
  progress.end(good(), {});
  progress.begin("y.pdf");
  progress.end({.input = "y.pdf",
                .outcome = Outcome::kFailed,
                .error = Error{Code::kFileEmpty, "the file has no bytes", "", {.file = "y.pdf"}}},
               {});
  EXPECT_EQ(written(), "octavo: y.pdf: file_empty: the file has no bytes\n");
}

TEST_F(ProgressOutput, TerminalLineIsErasedBeforeOthers) {
  Progress progress(stream_, {.interactive = true, .columns = 80}, Verbosity::kNormal, 1);
  progress.begin("x.pdf");
  progress.end(good(), {});
  EXPECT_EQ(written(),
            "\rx.pdf  opening\x1b[K\r\x1b[Kx.pdf: 2 pages, 0.5 s, 1 warning -> out/x/auto/x.md\n");
}

}  // namespace
}  // namespace octavo::cli
