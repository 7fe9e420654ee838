#include "naming.h"

#include "octavo/output_files.h"

#include <gtest/gtest.h>

#include "environment.h"
#include "test_folder.h"

namespace octavo::cli {
namespace {

TEST(StemNames, NumbersTheSecondOne) {
  StemNames names;
  EXPECT_EQ(names.take("a/report.pdf"), "report");
  EXPECT_EQ(names.take("b/Report.png"), "Report_2");
  EXPECT_EQ(names.take("report_2.pdf"), "report_2_2");
  EXPECT_EQ(names.take("c/report.tif"), "report_3");
  EXPECT_EQ(names.take("-"), "stdin");
}

TEST(StemNames, AreSafeAndShort) {
  StemNames names;
  std::string han;
  for (int i = 0; i < 82; ++i) han += "文";  // 246 bytes, with ".pdf" 250
  const std::string name = names.take("x/" + han + ".pdf"),
                    second = names.take("y/" + han + ".pdf");
  EXPECT_EQ(name.size(), 198u);  // whole characters within 200 bytes
  EXPECT_LE(second.size(), 200u);
  EXPECT_TRUE(second.ends_with("_2"));
  EXPECT_EQ(names.take("a/...pdf"), "__");
  EXPECT_EQ(names.take("a/na\nme \"q\".pdf"), "name \"q\"");
}

Target target_of(ParsePlan plan) {
  const auto chosen = choose_target(plan);
  if (const auto* error = std::get_if<UsageError>(&chosen)) {
    ADD_FAILURE() << error->what;
    return {};
  }
  return std::get<Target>(chosen);
}

TEST(Target, FollowsTheEnding) {
  const TestFolder folder;
  std::filesystem::create_directory(folder / "dir.md");
  EXPECT_EQ(target_of({.output = "out"}).kind, Target::Kind::kFolder);
  EXPECT_EQ(target_of({.output = "out"}).formats,
            (std::vector<Format>{Format::kMarkdown, Format::kJson}));
  EXPECT_EQ(target_of({.output = "out", .formats = {Format::kHtml}}).formats,
            std::vector<Format>{Format::kHtml});
  EXPECT_EQ(target_of({.output = "v1.2"}).kind, Target::Kind::kFolder);
  EXPECT_EQ(target_of({.output = "x.md/"}).kind, Target::Kind::kFolder);
  EXPECT_EQ(target_of({.output = folder / "dir.md"}).kind, Target::Kind::kFolder);
  const Target html = target_of({.output = "a/x.HTML"});
  EXPECT_EQ(html.kind, Target::Kind::kFile);
  EXPECT_EQ(html.formats, std::vector<Format>{Format::kHtml});
  EXPECT_TRUE(target_of({.output = "x.png"}).png);
  EXPECT_FALSE(target_of({.output = "x.pdf"}).png);
  EXPECT_EQ(target_of({.output = "x.jsonl"}).formats, std::vector<Format>{Format::kChunks});
  EXPECT_EQ(target_of({.output = "-"}).formats, std::vector<Format>{Format::kMarkdown});
  EXPECT_EQ(target_of({.output = "-", .formats = {Format::kJson}}).formats,
            std::vector<Format>{Format::kJson});
}

TEST(Target, RefusesWhatCannotBe) {
  for (const ParsePlan& plan :
       {ParsePlan{.output = "-", .formats = {Format::kMarkdown, Format::kJson}},
        ParsePlan{.output = "x.md", .formats = {Format::kMarkdown, Format::kJson}},
        ParsePlan{.output = "-", .json = true}})
    EXPECT_TRUE(std::holds_alternative<UsageError>(choose_target(plan)));
}

TEST(MethodFolder, AsMinerUNamesIt) {
  EXPECT_EQ(method_folder(Tier::kBasic, OcrMode::kAuto), "auto");
  EXPECT_EQ(method_folder(Tier::kBasic, OcrMode::kAlways), "ocr");
  EXPECT_EQ(method_folder(Tier::kBasic, OcrMode::kNever), "txt");
  EXPECT_EQ(method_folder(Tier::kVlm, OcrMode::kAlways), "vlm");
  EXPECT_EQ(method_folder(Tier::kHybrid, OcrMode::kNever), "hybrid_txt");
}

TEST(Environment, ResourcesAreLookedForInOrder) {
  const TestFolder folder;
  folder.write("usr/share/octavo/models/m.onnx", "x");
  const auto with_home = [](const std::string& home) {
    return [home](const char* name) {
      return std::string(name) == "OCTAVO_HOME" ? home : std::string();
    };
  };
  EXPECT_EQ(find_resources(with_home("/h"), folder / "usr/bin/octavo", "/b").model_directory,
            "/h/models");
  EXPECT_EQ(find_resources(with_home("/h"), "", "/b").pdfium_library,
            "/h/runtime/pdfium/libpdfium.so");
  EXPECT_EQ(find_resources(with_home(""), folder / "usr/bin/octavo", "/b").model_directory,
            folder / "usr/share/octavo/models");
  EXPECT_EQ(find_resources(with_home(""), folder / "usr/bin/octavo", "/b").pdfium_library,
            folder / "usr/lib/octavo/libpdfium.so");
  EXPECT_EQ(find_resources(with_home(""), folder / "opt/bin/octavo", "/b").model_directory,
            "/b/models");
}

TEST(Environment, CacheIsMadeOrLeftOut) {
  const TestFolder folder;
  folder.write("file", "x");
  const auto cache = [&](const std::string& variable, const std::string& value) {
    return find_cache_directory(
        [&](const char* name) { return name == variable ? value : std::string(); });
  };
  EXPECT_EQ(cache("OCTAVO_CACHE_DIR", folder / "c"), folder / "c");
  EXPECT_TRUE(folder.has("c"));
  EXPECT_EQ(cache("XDG_CACHE_HOME", folder / "x"), folder / "x/octavo");
  EXPECT_EQ(cache("XDG_CACHE_HOME", "relative"), "");
  EXPECT_EQ(cache("HOME", folder / "h"), folder / "h/.cache/octavo");
  EXPECT_EQ(cache("OCTAVO_CACHE_DIR", folder / "file/c"), "");
  EXPECT_EQ(cache("NOTHING", ""), "");
}

}  // namespace
}  // namespace octavo::cli
