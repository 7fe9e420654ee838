#include "mineru_arguments.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "arguments.h"
#include "help.h"

namespace octavo::cli {
namespace {

using Variables = std::map<std::string, std::string>;
using Words = std::vector<std::string>;

std::variant<Plan, UsageError> read(const Words& words, const Variables& variables = {}) {
  return read_arguments(words, [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
  });
}

Words words_of(const std::string& line) {
  Words words;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string pages_of(const ParsePlan& plan) {
  std::string text;
  for (const PageRange& range : plan.pages)
    text += std::to_string(range.first) + ".." + std::to_string(range.last);
  return text;
}

const char* ocr_name(OcrMode mode) {
  return mode == OcrMode::kAlways ? "always" : mode == OcrMode::kNever ? "never" : "auto";
}

// What a line comes to: "basic auto pages= out/ url= notes=0"; or the complaint.
std::string outcome(const std::string& line, const Variables& variables = {}) {
  const auto result = read(words_of(line), variables);
  if (const auto* error = std::get_if<UsageError>(&result)) return error->what;
  const Plan& plan = std::get<Plan>(result);
  if (std::holds_alternative<VersionPlan>(plan)) return "version";
  if (const auto* help = std::get_if<HelpPlan>(&plan)) return "help " + help->topic;
  const auto& parse = std::get<ParsePlan>(plan);
  return std::string(tier_name(parse.tier)) + " " + std::string(effort_name(parse.effort)) + " " +
         ocr_name(parse.ocr) + " pages=" + pages_of(parse) + " url=" + parse.vlm.server.url +
         " notes=" + std::to_string(parse.notes.size());
}

struct Row {
  const char *line, *wanted;
};

TEST(Mineru, WritesWhatMineruWrites) {
  const auto result = read(words_of("-p in.pdf -o out"));
  const auto& parse = std::get<ParsePlan>(std::get<Plan>(result));
  EXPECT_EQ(parse.formats,
            (std::vector<Format>{Format::kMarkdown, Format::kJson, Format::kOverlay}));
  EXPECT_EQ(parse.output, "out/");
}

TEST(Mineru, LinesAndWhatTheyMean) {
  constexpr Row kRows[] = {
      {"-p in.pdf -o out", "auto balanced auto pages= url= notes=0"},
      {"mineru -p in.pdf -o out", "auto balanced auto pages= url= notes=0"},
      {"-o out -p in.pdf -b pipeline", "basic balanced auto pages= url= notes=0"},
      {"--path=in.pdf --output=out --backend pipeline", "basic balanced auto pages= url= notes=0"},
      {"mineru -pin.pdf -oout -bpipeline", "basic balanced auto pages= url= notes=0"},
      {"-p in -o out -b vlm-engine", "vlm balanced auto pages= url= notes=0"},
      {"-p in -o out -b vlm-auto-engine", "vlm balanced auto pages= url= notes=0"},
      {"-p in -o out -b vlm-transformers", "vlm balanced auto pages= url= notes=0"},
      {"-p in -o out -b vlm-vllm-async-engine", "vlm balanced auto pages= url= notes=0"},
      {"-p in -o out -b hybrid-engine", "hybrid balanced auto pages= url= notes=0"},
      {"-p in -o out -b hybrid-auto-engine --effort high", "hybrid best auto pages= url= notes=0"},
      {"-p in -o out --effort medium", "auto balanced auto pages= url= notes=0"},
      {"-p in -o out -b vlm-http-client -u http://h:30000",
       "vlm balanced auto pages= url=http://h:30000 notes=0"},
      {"-p in -o out -b hybrid-http-client --url http://h:30000",
       "hybrid balanced auto pages= url=http://h:30000 notes=0"},
      {"-p in -o out -b vlm-sglang-client -u http://h",
       "vlm balanced auto pages= url=http://h notes=0"},
      {"-p in -o out -m txt", "auto balanced never pages= url= notes=0"},
      {"-p in -o out -m ocr", "auto balanced always pages= url= notes=0"},
      {"-p in -o out -s 0 -e 0", "auto balanced auto pages=0..0 url= notes=0"},
      {"-p in -o out -s 2", "auto balanced auto pages=2..-1 url= notes=0"},
      {"-p in -o out -e 4", "auto balanced auto pages=0..4 url= notes=0"},
      {"-p in -o out -s 1 -e 99999", "auto balanced auto pages=1..99999 url= notes=0"},
      {"-p in -o out -s 0 -e -1", "auto balanced auto pages= url= notes=0"},
      {"-p in -o out -s 3 -e -7", "auto balanced auto pages=3..-1 url= notes=0"},
      {"-p in -o out -f true -t 1 --image-analysis YES", "auto balanced auto pages= url= notes=0"},
      {"-p in -o out -f false -t False --image-analysis 0",
       "auto balanced auto pages= url= notes=3"},
      {"-p in -o out -l ch_server", "auto balanced auto pages= url= notes=0"},
      {"-p in -o out -l korean", "auto balanced auto pages= url= notes=1"},
      {"-p in -o out -d cpu --source local --vram 8", "auto balanced auto pages= url= notes=3"},
      {"-p in -o out --gpu-memory-utilization 0.5", "auto balanced auto pages= url= notes=1"},
      {"-p in -o out -u http://h", "auto balanced auto pages= url= notes=1"},
      {"-p in -o out --client-side-output-generation true",
       "auto balanced auto pages= url= notes=1"},
      {"mineru -v", "version"},
      {"mineru --version", "version"},
      {"mineru --help", "help mineru"},
      {"-h -p in", "help mineru"},
      {"help mineru", "help mineru"},
  };
  for (const Row& row : kRows) EXPECT_EQ(outcome(row.line), row.wanted) << row.line;
}

TEST(Mineru, WrongLines) {
  constexpr Row kRows[] = {
      {"mineru -o out", "no document is named"},
      {"-p in", "no folder for the results is named"},
      {"-p in -o out -b pipelin",
       "--backend takes pipeline, vlm-engine, vlm-http-client, hybrid-engine or "
       "hybrid-http-client, not 'pipelin'"},
      {"-p in -o out -b vlmx",
       "--backend takes pipeline, vlm-engine, vlm-http-client, hybrid-engine "
       "or hybrid-http-client, not 'vlmx'"},
      {"-p in -o out -b vlm-http-client",
       "--backend vlm-http-client needs the address of a server"},
      {"-p in -o out -m fast", "--method takes auto, txt or ocr, not 'fast'"},
      {"-p in -o out -s -1", "--start takes a whole number from 0 to 2147483647, not '-1'"},
      {"-p in -o out -s one", "--start takes a whole number from 0 to 2147483647, not 'one'"},
      {"-p in -o out -s 5 -e 3", "--start 5 lies behind --end 3"},
      {"-p in -o out -f maybe", "--formula takes true or false, not 'maybe'"},
      {"-p in -o out --api-url http://h",
       "--api-url sends documents to a MinerU server, and octavo reads them here"},
      {"-p in -o out --vlm-concurrency 4",
       "--vlm-concurrency is about a server, and none is named"},
      {"--json parse a.pdf", "there is no option --json before a command"},
  };
  for (const Row& row : kRows) EXPECT_EQ(outcome(row.line), row.wanted) << row.line;
}

TEST(Mineru, TheResultIsAlwaysAFolder) {
  const auto output = [](const std::string& line) {
    return std::get<ParsePlan>(std::get<Plan>(read(words_of(line)))).output;
  };
  EXPECT_EQ(output("-p in -o out"), "out/");
  EXPECT_EQ(output("-p in -o out/"), "out/");
  EXPECT_EQ(output("-p in -o results.md"), "results.md/");
}

TEST(Mineru, IgnoredOptionsAreToldWithoutTheirValues) {
  const auto notes = [](const std::string& line) {
    return std::get<ParsePlan>(std::get<Plan>(read(words_of(line)))).notes;
  };
  EXPECT_EQ(notes("-p in -o out --api-key sk-1 --token=sk-2 --eager stray --verbose-engine"),
            std::vector<std::string>{"ignored: --api-key --token --eager --verbose-engine"});
  EXPECT_EQ(notes("-p in.pdf other.pdf -o out"), std::vector<std::string>{"ignored: other.pdf"});
}

TEST(Mineru, TakesTheServerFromTheEnvironment) {
  const Variables variables{{"MINERU_VL_SERVER", "http://far:1"},
                            {"MINERU_VL_MODEL_NAME", "m"},
                            {"MINERU_VL_API_KEY", " sk-1\n"},
                            {"http_proxy", "http://proxy:3128"},
                            {"SSL_CERT_FILE", "ca.pem"}};
  const auto server = [&](const std::string& line) {
    return std::get<ParsePlan>(std::get<Plan>(read(words_of(line), variables))).vlm.server;
  };
  const VlmServer far = server("-p in -o out -b vlm-http-client --vlm-concurrency 7");
  EXPECT_EQ(far.url, "http://far:1");
  EXPECT_EQ(far.model, "m");
  EXPECT_EQ(far.key, "sk-1");
  EXPECT_EQ(far.concurrency, 7);
  EXPECT_EQ(far.http_proxy, "http://proxy:3128");
  EXPECT_EQ(far.ca_file, "ca.pem");
  EXPECT_EQ(server("-p in -o out -b vlm-http-client -u http://near").url, "http://near");
  EXPECT_EQ(server("-p in -o out -b pipeline").url, "");
  EXPECT_EQ(server("parse in -o out").url, "");
}

TEST(Server, OptionsOfParse) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "octavo_server";
  std::filesystem::create_directories(folder);
  const std::string key = (folder / "key").string(), empty = (folder / "empty").string();
  std::ofstream(key) << "\n sk-from-file \n";
  std::ofstream(empty) << "  \n";
  const Variables variables{{"OCTAVO_VLM_KEY", "sk-own"}, {"MINERU_VL_API_KEY", "sk-other"}};
  const auto asked = [&](const std::string& more) {
    return read(words_of("parse a.pdf -o out" + more), variables);
  };
  const auto server = [&](const std::string& more) {
    return std::get<ParsePlan>(std::get<Plan>(asked(more))).vlm.server;
  };
  EXPECT_EQ(server(" --vlm-url http://h --vlm-model m").model, "m");
  EXPECT_EQ(server(" --vlm-url http://h").key, "sk-own");
  EXPECT_EQ(server(" --vlm-url http://h").concurrency, 32);
  EXPECT_EQ(server(" --vlm-url http://h --vlm-key-file " + key).key, "sk-from-file");
  EXPECT_EQ(server("").key, "");
  const auto complaint = [&](const std::string& more) {
    return std::get<UsageError>(asked(more)).what;
  };
  EXPECT_EQ(complaint(" --vlm-url http://h --vlm-key-file " + empty),
            "--vlm-key-file: " + empty + " holds no key");
  EXPECT_EQ(complaint(" --vlm-url http://h --vlm-key-file " + folder.string() + "/none"),
            "--vlm-key-file: cannot read " + folder.string() + "/none");
  EXPECT_EQ(complaint(" --vlm-model m"), "--vlm-model is about a server, and none is named");
  EXPECT_EQ(complaint(" --vlm-url http://h --vlm-concurrency 0"),
            "--vlm-concurrency takes a whole number from 1 to 1000, not '0'");
  EXPECT_EQ(complaint(" --vlm-url http://h --model m"),
            "--model is on this machine, --vlm-url on another");
  EXPECT_EQ(complaint(" --vlm-url http://h --tier basic"), "--tier basic asks no model");
  std::filesystem::remove_all(folder);
}

TEST(Mineru, HelpFitsTheScreen) {
  const std::string text(help_text("mineru"));
  for (const char* option : {"-p,", "-o,", "-b,", "-m,", "-l,", "-s,", "-e,", "-u,", "--effort"})
    EXPECT_NE(text.find(option), std::string::npos) << option;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 95u) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

}  // namespace
}  // namespace octavo::cli
