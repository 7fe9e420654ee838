#include "run_parse.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "run_info.h"
#include "test_folder.h"

namespace octavo::cli {
namespace {

using Json = nlohmann::json;

// Answers from the name of the input: "bad" fails, "half" has a failed page, "dead" only failed
// pages.
class FakeEngine : public Engine {
 public:
  explicit FakeEngine(const CancelFlag* cancel) : cancel_(cancel) {}

  Result<Document> parse(const Input& input, const ParseOptions& options) override {
    const std::string name = std::filesystem::path(input.path).filename().string();
    if (cancel_ != nullptr && cancel_->is_set())
      return Error{Code::kCancelled, "stopped on request", "", {}};
    if (name.starts_with("bad"))
      return Error{Code::kFileCorrupted, "it is broken", "", {.file = input.path}};
    Document document;
    document.name = input.path;
    document.page_count = 2;
    document.pages = {{.index = 0, .width = 100, .height = 100},
                      {.index = 1, .width = 100, .height = 100}};
    Block block;
    block.boxes = {{0, {1, 1, 9, 9}}};
    block.content = {{.text = "Text of " + name}};
    Block figure;
    figure.kind = BlockKind::kImage;
    figure.boxes = block.boxes;
    figure.picture = {.file_name = "images/p.jpg", .bytes = {'p'}};
    if (options.keep_pictures && options.picture_sink) {
      if (auto taken = options.picture_sink(figure.picture); !taken.ok())
        return std::move(taken).error();
      figure.picture.bytes.clear();
    }
    document.blocks = {block};
    if (options.keep_pictures) document.blocks.push_back(figure);
    if (name.starts_with("half") || name.starts_with("dead")) fail_page(document, 1);
    if (name.starts_with("dead")) fail_page(document, 0);
    for (size_t i = 0; i < 2; ++i)
      if (options.on_page) options.on_page({&document.pages[i], static_cast<int>(i) + 1, 2});
    return document;
  }

  Result<std::vector<uint8_t>> draw_overlay(const Input&, const Document&,
                                            const OverlayOptions& options) override {
    return std::vector<uint8_t>{
        static_cast<uint8_t>(options.format == OverlayFormat::kPng ? 'N' : 'F')};
  }

 private:
  static void fail_page(Document& document, int page) {
    document.pages[static_cast<size_t>(page)].status = PageStatus::kFailed;
    document.diagnostics.push_back({Severity::kError, "model_missing", "no model", page});
  }
  const CancelFlag* cancel_;
};

class RunParse : public testing::Test {
 protected:
  int run(const ParsePlan& plan) {
    RunLog log;
    const ParseRun parse_run{
        .make_engine = [this](const ParserOptions&) -> Result<std::unique_ptr<Engine>> {
          return std::unique_ptr<Engine>(std::make_unique<FakeEngine>(&cancel_));
        },
        .cancel = &cancel_,
        .log = &log};
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = run_parse(plan, parse_run);
    out_ = testing::internal::GetCapturedStdout();
    err_ = testing::internal::GetCapturedStderr();
    return code;
  }
  std::string input(const std::string& name) const { return folder_.write("in/" + name, "x"); }

  TestFolder folder_;
  CancelFlag cancel_;
  std::string out_, err_;
};

TEST_F(RunParse, WritesTheFolderOfMinerU) {
  EXPECT_EQ(run({.inputs = {input("a.pdf")}, .output = folder_ / "out"}), kExitOk);
  EXPECT_EQ(folder_.read("out/a/auto/a.md"), "Text of a.pdf\n\n![image](images/p.jpg)\n");
  EXPECT_EQ(folder_.read("out/a/auto/images/p.jpg"), "p");
  for (const char* name : {"a_content_list.json", "a_content_list_v2.json", "a_middle.json",
                           "a_model.json", "a_report.json"})
    EXPECT_TRUE(Json::accept(folder_.read(std::string("out/a/auto/") + name))) << name;
  EXPECT_EQ(folder_.count("out/a/auto"), 7u);
  EXPECT_EQ(folder_.count("out"), 1u);
  EXPECT_EQ(out_, "");
}

TEST_F(RunParse, WritesWhatIsAskedFor) {
  const std::vector<Format> all{Format::kMarkdown, Format::kJson,    Format::kHtml,
                                Format::kChunks,   Format::kOverlay, Format::kStructured};
  EXPECT_EQ(run({.inputs = {input("a.pdf")},
                 .output = folder_ / "out",
                 .formats = all,
                 .ocr = OcrMode::kAlways,
                 .pictures = false}),
            kExitOk);
  for (const char* name :
       {"a.md", "a_content_list.json", "a_middle.json", "a.html", "a_chunks.jsonl", "a_layout.pdf",
        "a_report.json", "a_content_list_v2.json", "a_model.json", "a_structured_content.json"})
    EXPECT_TRUE(folder_.has(std::string("out/a/ocr/") + name)) << name;
  EXPECT_EQ(folder_.count("out/a/ocr"), 10u);
  EXPECT_EQ(
      run({.inputs = {input("b.pdf")}, .output = folder_ / "out", .formats = {Format::kHtml}}),
      kExitOk);
  EXPECT_EQ(folder_.count("out/b/auto"), 3u) << "html, report, images";
}

TEST_F(RunParse, AsksForAModelWhereTheTierMayNeedOne) {
  int asked = 0;
  VlmOptions got;
  Result<std::string> model = std::string("/models/m");
  const auto run_tier = [&](Tier tier) {
    RunLog log;
    const ParseRun parse_run{
        .make_engine = [&](const ParserOptions& options) -> Result<std::unique_ptr<Engine>> {
          got = options.vlm;
          return std::unique_ptr<Engine>(std::make_unique<FakeEngine>(nullptr));
        },
        .find_model =
            [&](const ParsePlan&) {
              ++asked;
              return model;
            },
        .log = &log};
    testing::internal::CaptureStderr();
    const int code =
        run_parse({.inputs = {input("a.pdf")}, .output = folder_ / "out", .tier = tier}, parse_run);
    err_ = testing::internal::GetCapturedStderr();
    return code;
  };
  EXPECT_EQ(run_tier(Tier::kBasic), kExitOk);
  EXPECT_EQ(asked, 0);
  EXPECT_FALSE(got.any());
  EXPECT_EQ(run_tier(Tier::kAuto), kExitOk);
  EXPECT_EQ(got.model_path, "/models/m");
  model = Error{Code::kModelMissing, "none is here", "octavo models pull M", {}};
  EXPECT_EQ(run_tier(Tier::kVlm), kExitFailed);
  EXPECT_EQ(err_, "octavo: model_missing: none is here (octavo models pull M)\n");
}

TEST_F(RunParse, WritesOneFile) {
  EXPECT_EQ(run({.inputs = {input("a.pdf")}, .output = folder_ / "o/x.md"}), kExitOk);
  EXPECT_EQ(folder_.read("o/x.md"), "Text of a.pdf\n\n![image](images/p.jpg)\n");
  EXPECT_TRUE(folder_.has("o/images/p.jpg"));
  EXPECT_EQ(run({.inputs = {input("a.pdf")}, .output = folder_ / "h/x.html"}), kExitOk);
  EXPECT_NE(folder_.read("h/x.html").find("data:image/jpeg;base64,cA=="), std::string::npos);
  EXPECT_EQ(folder_.count("h"), 1u);
  EXPECT_EQ(run({.inputs = {input("a.pdf")}, .output = folder_ / "p/x.png"}), kExitOk);
  EXPECT_EQ(folder_.read("p/x.png"), "N");
  EXPECT_EQ(run({.inputs = {input("a.pdf")}, .output = folder_ / "p/x.pdf"}), kExitOk);
  EXPECT_EQ(folder_.read("p/x.pdf"), "F");
}

TEST_F(RunParse, WritesToStandardOutput) {
  EXPECT_EQ(run({.inputs = {input("a.pdf")}, .output = "-"}), kExitOk);
  EXPECT_EQ(out_, "Text of a.pdf\n");
}

TEST_F(RunParse, OtherInputsGoOn) {
  EXPECT_EQ(run({.inputs = {input("bad.pdf"), input("a.pdf"), folder_ / "none.pdf"},
                 .output = folder_ / "out"}),
            kExitPartial);
  EXPECT_TRUE(folder_.has("out/a/auto/a.md"));
  EXPECT_FALSE(folder_.has("out/bad"));
  EXPECT_EQ(folder_.count("out"), 1u);
  EXPECT_NE(err_.find("bad.pdf: file_corrupted: it is broken\n"), std::string::npos);
  EXPECT_NE(err_.find("none.pdf: file_not_found: "), std::string::npos);
  EXPECT_EQ(run({.inputs = {input("bad.pdf"), input("a.pdf")},
                 .output = folder_ / "out",
                 .strict = true}),
            kExitFailed);
  EXPECT_EQ(run({.inputs = {input("bad.pdf")}, .output = folder_ / "out"}), kExitFailed);
}

TEST_F(RunParse, FailedPagesMakeItPartial) {
  EXPECT_EQ(run({.inputs = {input("half.pdf")}, .output = folder_ / "out"}), kExitPartial);
  EXPECT_TRUE(folder_.has("out/half/auto/half.md"));
  EXPECT_NE(err_.find("page 2: model_missing: no model"), std::string::npos);
  EXPECT_EQ(run({.inputs = {input("dead.pdf")}, .output = folder_ / "out"}), kExitFailed);
  EXPECT_FALSE(folder_.has("out/dead")) << "no page was read: nothing to show";
}

TEST_F(RunParse, TwoInputsWithOneStem) {
  EXPECT_EQ(run({.inputs = {input("x/a.pdf"), input("y/A.pdf"), input("a.png")},
                 .output = folder_ / "out"}),
            kExitOk);
  EXPECT_TRUE(folder_.has("out/a/auto/a.md"));
  EXPECT_TRUE(folder_.has("out/A_2/auto/A_2.md"));
  EXPECT_TRUE(folder_.has("out/a_3/auto/a_3.md"));
}

TEST_F(RunParse, SecondRunReplacesTheFirst) {
  EXPECT_EQ(run({.inputs = {input("a.pdf")}, .output = folder_ / "out"}), kExitOk);
  folder_.write("out/a/auto/a.md", "edited");
  EXPECT_EQ(run({.inputs = {input("a.pdf")}, .output = folder_ / "out"}), kExitOk);
  EXPECT_TRUE(folder_.read("out/a/auto/a.md").starts_with("Text of a.pdf"));
  EXPECT_EQ(folder_.count("out"), 1u);
}

TEST_F(RunParse, JsonIsOneObject) {
  EXPECT_EQ(run({.inputs = {input("a.pdf"), input("bad.pdf"), input("half.pdf")},
                 .output = folder_ / "out",
                 .json = true}),
            kExitPartial);
  const Json json = Json::parse(out_);
  EXPECT_EQ(json["status"], "partial");
  EXPECT_EQ(json["error"]["code"], "file_corrupted");
  ASSERT_EQ(json["inputs"].size(), 3u);
  EXPECT_EQ(json["inputs"][0]["outputs"]["md"], folder_ / "out/a/auto/a.md");
  EXPECT_EQ(json["inputs"][0]["pages"]["ok"], 2);
  EXPECT_TRUE(json["inputs"][0]["error"].is_null());
  EXPECT_EQ(json["inputs"][1]["error"]["type"], "input");
  EXPECT_EQ(json["inputs"][1]["error"]["retryable"], false);
  EXPECT_EQ(json["inputs"][2]["page_errors"][0]["page"], 2);
}

TEST_F(RunParse, RefusesBeforeAnyWork) {
  folder_.write("file", "x");
  EXPECT_EQ(run({.inputs = {input("a.pdf")}, .output = folder_ / "file"}), kExitFailed);
  EXPECT_NE(err_.find("output_unwritable"), std::string::npos);
  EXPECT_EQ(run({.inputs = {input("a.pdf")}, .output = folder_ / "file", .json = true}),
            kExitFailed);
  EXPECT_EQ(Json::parse(out_)["error"]["code"], "output_unwritable");
  EXPECT_EQ(run({.inputs = {input("a.pdf"), input("b.pdf")}, .output = folder_ / "x.md"}),
            kExitUsage);
  EXPECT_EQ(run({.inputs = {input("a.pdf")},
                 .output = "-",
                 .formats = {Format::kMarkdown, Format::kJson}}),
            kExitUsage);
}

TEST_F(RunParse, NeverOverwritesWhatItReads) {
  const std::string path = input("a.pdf");
  EXPECT_EQ(run({.inputs = {path}, .output = path}), kExitUsage);
  EXPECT_EQ(folder_.read("in/a.pdf"), "x");
  std::filesystem::create_symlink(path, folder_ / "link.pdf");
  EXPECT_EQ(run({.inputs = {path}, .output = folder_ / "link.pdf"}), kExitUsage);
}

TEST_F(RunParse, CancelledRunSaysSo) {
  cancel_.set();
  EXPECT_EQ(run({.inputs = {input("a.pdf")}, .output = folder_ / "out", .json = true}),
            kExitInterrupted);
  EXPECT_EQ(Json::parse(out_)["status"], "cancelled");
  EXPECT_EQ(folder_.count("out"), 0u);
}

TEST(RunInfo, SaysWhatIsMissing) {
  const InfoFacts facts{.version = "1.2.3",
                        .processors = 2,
                        .features = {"avx2"},
                        .files = {{"a.so", "/x/a.so", 2'500'000, FileState::kGood},
                                  {"m.onnx", "", 0, FileState::kMissing}}};
  EXPECT_EQ(info_text(facts),
            "octavo 1.2.3\nprocessors  2 usable, avx2\ncache       none\n"
            "good        /x/a.so (2.5 MB)\nmissing     m.onnx\n\n"
            "1 file is missing or damaged: run ./dev setup, or let OCTAVO_HOME name the folder "
            "that holds them\n");
  const Json json = Json::parse(info_json(facts));
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["files"][1]["state"], "missing");
  EXPECT_TRUE(json["cache_directory"].is_null());
}

}  // namespace
}  // namespace octavo::cli
