#include "arguments.h"

#include <gtest/gtest.h>

#include "help.h"
#include "suggest.h"

namespace octavo::cli {
namespace {

Environment no_environment() {
  return [](const char*) { return std::string(); };
}

std::variant<Plan, UsageError> read(const std::vector<std::string>& arguments) {
  return read_arguments(arguments, no_environment());
}
ParsePlan plan_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "parse");
  const auto result = read(arguments);
  if (const auto* error = std::get_if<UsageError>(&result)) {
    ADD_FAILURE() << error->what;
    return {};
  }
  return std::get<ParsePlan>(std::get<Plan>(result));
}
UsageError error_of(const std::vector<std::string>& arguments) {
  const auto result = read(arguments);
  if (const auto* error = std::get_if<UsageError>(&result)) return *error;
  ADD_FAILURE() << "understood";
  return {};
}

TEST(Arguments, HaveDefaults) {
  const ParsePlan plan = plan_of({"a.pdf", "-o", "out"});
  EXPECT_EQ(plan.inputs, std::vector<std::string>{"a.pdf"});
  EXPECT_EQ(plan.output, "out");
  EXPECT_TRUE(plan.formats.empty());
  EXPECT_TRUE(plan.pages.empty());
  EXPECT_EQ(plan.ocr, OcrMode::kAuto);
  EXPECT_EQ(plan.threads, 0);
  EXPECT_EQ(plan.page_timeout.count(), 0);
  EXPECT_EQ(plan.tier, Tier::kAuto);
  EXPECT_EQ(plan.effort, Effort::kBalanced);
  EXPECT_FALSE(plan.vlm.any());
  EXPECT_TRUE(plan.pictures);
  EXPECT_EQ(plan.verbosity, Verbosity::kNormal);
}

TEST(Arguments, ReadEveryOption) {
  const ParsePlan plan =
      plan_of({"--to",           "html,md", "a.pdf",          "-",       "--to=json",   "-o=x",
               "--pages",        "-1",      "--ocr",          "never",   "--lang",      "ch",
               "--headers",      "all",     "--table-format", "pipe",    "--threads",   "3",
               "--page-timeout", "0.5",     "--password",     "-secret", "--no-images", "--json",
               "--strict",       "-v",      "b.png"});
  EXPECT_EQ(plan.inputs, (std::vector<std::string>{"a.pdf", "-", "b.png"}));
  EXPECT_EQ(plan.formats, (std::vector<Format>{Format::kMarkdown, Format::kJson, Format::kHtml}));
  ASSERT_EQ(plan.pages.size(), 1u);
  EXPECT_EQ(plan.pages[0].first, -1);
  EXPECT_EQ(plan.ocr, OcrMode::kNever);
  EXPECT_EQ(plan.language, Language::kChinese);
  EXPECT_EQ(plan.headers, HeaderPolicy::kAll);
  EXPECT_EQ(plan.tables, TableFormat::kPipe);
  EXPECT_EQ(plan.threads, 3);
  EXPECT_EQ(plan.page_timeout.count(), 500);
  EXPECT_EQ(plan.password, "-secret");
  EXPECT_FALSE(plan.pictures);
  EXPECT_TRUE(plan.json);
  EXPECT_TRUE(plan.strict);
  EXPECT_EQ(plan.verbosity, Verbosity::kVerbose);
}

TEST(Arguments, SayWhatReads) {
  const ParsePlan plan =
      plan_of({"a.pdf", "-o", "x", "--tier", "vlm", "--effort", "best", "--model", "M", "--vision",
               "v.gguf", "--kv-memory", "7", "--vlm-record", "r.jsonl"});
  EXPECT_EQ(plan.tier, Tier::kVlm);
  EXPECT_EQ(plan.effort, Effort::kBest);
  EXPECT_EQ(plan.model, "M");
  EXPECT_EQ(plan.vlm.vision_path, "v.gguf");
  EXPECT_EQ(plan.vlm.kv_bytes, 7'000'000);
  EXPECT_EQ(plan.vlm.record_file, "r.jsonl");
  EXPECT_EQ(plan_of({"a.pdf", "-o", "x", "--effort", "medium"}).effort, Effort::kBalanced);
  EXPECT_EQ(plan_of({"a.pdf", "-o", "x", "--effort", "high"}).effort, Effort::kBest);
  EXPECT_EQ(plan_of({"a.pdf", "-o", "x", "--vlm-replay", "r"}).vlm.replay_file, "r");
  const ParsePlan less = plan_of({"a.pdf", "-o", "x", "--precision", "int8", "--kv", "f16"});
  EXPECT_EQ(less.vlm.precision, Precision::kInt8);
  EXPECT_EQ(less.vlm.kv, KvPrecision::kF16);
  EXPECT_EQ(error_of({"parse", "a.pdf", "-o", "x", "--tier", "pro"}).parameter, "--tier");
  EXPECT_EQ(error_of({"parse", "a.pdf", "-o", "x", "--effort", "most"}).parameter, "--effort");
}

TEST(Arguments, WhatReadsMustAgree) {
  struct Row {
    std::vector<std::string> options;
    const char* parameter;
  };
  const Row rows[] = {
      {{"--tier", "basic", "--model", "M"}, "--tier"},
      {{"--tier", "basic", "--vlm-record", "r"}, "--tier"},
      {{"--tier", "basic", "--vision", "v.gguf"}, "--tier"},
      {{"--tier", "basic", "--kv-memory", "7"}, "--tier"},
      {{"--vlm-replay", "r", "--vlm-url", "http://h"}, "--vlm-replay"},
      {{"--precision", "int8", "--vlm-url", "http://h"}, "--precision"},
      {{"--kv", "f16", "--vlm-replay", "r"}, "--kv"},
  };
  for (const Row& row : rows) {
    std::vector<std::string> words{"parse", "a.pdf", "-o", "x"};
    words.insert(words.end(), row.options.begin(), row.options.end());
    EXPECT_EQ(error_of(words).parameter, row.parameter) << row.options.back();
  }
}

TEST(Arguments, AllFormatsAndTheLastOfTwo) {
  const ParsePlan plan =
      plan_of({"a.pdf", "-o", "x", "--to", "all", "--ocr", "never", "--ocr", "always"});
  EXPECT_EQ(plan.formats.size(), 6u);
  EXPECT_EQ(plan.ocr, OcrMode::kAlways);
}

TEST(Arguments, FilesMayBeginWithADash) {
  EXPECT_EQ(plan_of({"-o", "x", "--", "-odd.pdf"}).inputs, std::vector<std::string>{"-odd.pdf"});
}

TEST(Arguments, OptionsBeatTheEnvironment) {
  const Environment environment = [](const char* name) {
    return std::string(name) == "OCTAVO_THREADS" ? std::string("5") : std::string();
  };
  const auto threads = [&](const std::vector<std::string>& arguments) {
    return std::get<ParsePlan>(std::get<Plan>(read_arguments(arguments, environment))).threads;
  };
  EXPECT_EQ(threads({"parse", "a", "-o", "x"}), 5);
  EXPECT_EQ(threads({"parse", "a", "-o", "x", "--threads", "2"}), 2);
}

TEST(Arguments, ErrorsSayWhatAndWhatToDo) {
  const auto expect = [](const std::vector<std::string>& arguments, const std::string& what,
                         const std::string& hint) {
    const UsageError error = error_of(arguments);
    EXPECT_EQ(error.what, what);
    EXPECT_EQ(error.hint, hint);
  };
  expect({}, "no command is named", "see octavo --help");
  expect({"prase", "a.pdf"}, "there is no command 'prase'", "did you mean parse?");
  expect({"xyzzy"}, "there is no command 'xyzzy'", "see octavo --help");
  expect({"--json"}, "there is no option --json before a command", "see octavo --help");
  expect({"parse", "-o", "x"}, "no documents are named", "octavo parse report.pdf -o out");
  expect({"parse", "a.pdf"}, "no place for the results is named",
         "add -o FOLDER, -o FILE.md, or -o - for standard output");
  expect({"parse", "a.pdf", "-o"}, "--output needs a value", "see octavo parse --help");
  expect({"parse", "a.pdf", "-o", "x", "--page", "3"}, "there is no option --page",
         "did you mean --pages?");
  expect({"parse", "a.pdf", "-o", "x", "--ocr", "alwys"},
         "--ocr takes auto, always or never, not 'alwys'", "did you mean always?");
  expect({"parse", "a.pdf", "-o", "x", "--to", "docx"},
         "--to takes md, json, html, chunks, overlay, structured or all, not 'docx'", "");
  expect({"parse", "a.pdf", "-o", "x", "--threads", "0"},
         "--threads takes a whole number from 1 to 1024, not '0'", "");
  expect({"parse", "a.pdf", "-o", "x", "--threads", "2x"},
         "--threads takes a whole number from 1 to 1024, not '2x'", "");
  expect({"parse", "a.pdf", "-o", "x", "--page-timeout", "nan"},
         "--page-timeout takes seconds, up to 86400, not 'nan'", "");
  expect({"parse", "a.pdf", "-o", "x", "-q", "-v"}, "--quiet and --verbose contradict each other",
         "leave one out");
  expect({"info", "--verfy"}, "there is no option --verfy", "did you mean --verify?");
  expect({"help", "pasre"}, "there is no command 'pasre'", "did you mean parse?");
}

TEST(Arguments, BadPageRangesHaveTheirOwnCode) {
  const UsageError error = error_of({"parse", "a.pdf", "-o", "x", "--pages", "3-x"});
  EXPECT_EQ(error.code, Code::kPageRangeInvalid);
  EXPECT_EQ(error.parameter, "--pages");
}

TEST(Arguments, HelpAndVersion) {
  const auto topic = [](const std::vector<std::string>& arguments) {
    return std::get<HelpPlan>(std::get<Plan>(read(arguments))).topic;
  };
  EXPECT_EQ(topic({"--help"}), "");
  EXPECT_EQ(topic({"help"}), "");
  EXPECT_EQ(topic({"help", "info"}), "info");
  EXPECT_EQ(topic({"parse", "--help"}), "parse");
  EXPECT_EQ(topic({"parse", "-h", "a.pdf"}), "parse");
  EXPECT_TRUE(std::holds_alternative<VersionPlan>(std::get<Plan>(read({"--version"}))));
}

TEST(Help, NamesEveryOptionInLinesOfEightyColumns) {
  const std::string parse(help_text("parse"));
  for (const char* option :
       {"-o ", "--to ", "--headers", "--table-format", "--no-images", "--pages", "--password",
        "--lang", "--ocr", "--threads", "--page-timeout", "--strict", "--json", "--quiet",
        "--verbose", "--help", "Exit codes"})
    EXPECT_NE(parse.find(option), std::string::npos) << option;
  for (const char* page : {"", "parse", "info"}) {
    const std::string text(help_text(page));
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin);
      EXPECT_LE(end - begin, 95u) << text.substr(begin, end - begin);
      begin = end + 1;
    }
  }
}

TEST(Suggest, FindsTheClosestWithinReason) {
  const std::vector<std::string> words{"parse", "info", "help"};
  EXPECT_EQ(closest("prase", words), "parse");
  EXPECT_EQ(closest("inf", words), "info");
  EXPECT_EQ(closest("pares", words), "parse");
  EXPECT_EQ(closest("serve", words), "");
  EXPECT_EQ(closest("", words), "");
  EXPECT_EQ(closest(std::string(100'000, 'x'), words), "");
}

}  // namespace
}  // namespace octavo::cli
