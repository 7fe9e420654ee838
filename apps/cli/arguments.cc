#include "arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <optional>

#include "argument_values.h"
#include "mineru_arguments.h"
#include "model_arguments.h"
#include "serve_arguments.h"
#include "server_arguments.h"
#include "store_arguments.h"
#include "suggest.h"
#include "tier_arguments.h"

namespace octavo::cli {
namespace {

const Arguments kCommands{"parse", "ask",      "generate", "tokenize", "bench", "models",
                          "info",  "quantize", "mineru",   "serve",    "help",  "version"};

// Raw texts of the options; checked afterwards, so that every complaint is in our own words.
struct ParseTexts {
  Arguments inputs, to;
  std::string output, pages, password, ocr, language, headers, tables, threads, page_timeout;
  TierTexts tier;
  ServerTexts server;
  bool help = false, no_images = false, json = false, strict = false, quiet = false,
       verbose = false;
};

std::optional<UsageError> read_formats(const Arguments& texts, std::vector<Format>& out) {
  static const std::vector<std::pair<std::string, Format>> kNames{
      {"md", Format::kMarkdown},     {"json", Format::kJson},
      {"html", Format::kHtml},       {"chunks", Format::kChunks},
      {"overlay", Format::kOverlay}, {"structured", Format::kStructured}};
  for (const std::string& text : texts) {
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find(',', begin), text.size());
      const std::string name = text.substr(begin, end - begin);
      begin = end + 1;
      if (name == "all") {
        for (const auto& [unused, format] : kNames) out.push_back(format);
        continue;
      }
      Format format{};
      if (name.empty()) return UsageError{"--to names no format", "--to", "write --to md,json"};
      if (auto error = choose("--to", name, kNames, format)) {
        error->what =
            "--to takes md, json, html, chunks, overlay, structured or all, not " + in_quotes(name);
        return error;
      }
      out.push_back(format);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return std::nullopt;
}

std::optional<UsageError> read_timeout(const std::string& text, std::chrono::milliseconds& out) {
  if (text.empty()) return std::nullopt;
  constexpr double kMost = 86'400;  // a day
  const auto value = read_number(text);
  if (!value || !(*value > 0) || *value > kMost)
    return UsageError{"--page-timeout takes seconds, up to 86400, not " + in_quotes(text),
                      "--page-timeout", ""};
  out = std::chrono::milliseconds(std::max<int64_t>(static_cast<int64_t>(*value * 1000), 1));
  return std::nullopt;
}

std::optional<UsageError> read_pages(const std::string& text, std::vector<PageRange>& out) {
  if (text.empty()) return std::nullopt;
  auto ranges = parse_page_ranges(text);
  if (!ranges.ok())
    return UsageError{"--pages: " + ranges.error().what, "--pages", ranges.error().hint,
                      ranges.error().code};
  out = std::move(ranges).value();
  return std::nullopt;
}

void declare_parse(CLI::App& app, ParseTexts& texts, ParsePlan& plan) {
  app.add_option("IN", texts.inputs);
  const auto text = [&](const char* name, std::string& value) { add_text(app, name, value); };
  text("-o,--output", texts.output);
  text("--pages", texts.pages);
  text("--password", texts.password);
  text("--ocr", texts.ocr);
  text("--lang", texts.language);
  text("--headers", texts.headers);
  text("--table-format", texts.tables);
  text("--threads", texts.threads);
  text("--page-timeout", texts.page_timeout);
  add_texts(app, "--to", texts.to);
  declare_tier(app, texts.tier, plan);
  declare_server(app, texts.server);
  app.add_flag("--no-images", texts.no_images);
  app.add_flag("--json", texts.json);
  app.add_flag("--strict", texts.strict);
  app.add_flag("-q,--quiet", texts.quiet);
  app.add_flag("-v,--verbose", texts.verbose);
  app.add_flag("-h,--help", texts.help);
}

std::optional<UsageError> fill_plan(const ParseTexts& texts, const Environment& environment,
                                    ParsePlan& plan) {
  std::optional<UsageError> error;
  const bool good =
      !(error = read_formats(texts.to, plan.formats)) &&
      !(error = read_pages(texts.pages, plan.pages)) &&
      !(error = fill_server(texts.server, environment, plan.vlm.server)) &&
      !(error = fill_tier(texts.tier, plan)) &&
      !(error = choose<OcrMode>(
            "--ocr", texts.ocr,
            {{"auto", OcrMode::kAuto}, {"always", OcrMode::kAlways}, {"never", OcrMode::kNever}},
            plan.ocr)) &&
      !(error = choose<Language>(
            "--lang", texts.language,
            {{"auto", Language::kAuto}, {"en", Language::kEnglish}, {"ch", Language::kChinese}},
            plan.language)) &&
      !(error = choose<HeaderPolicy>("--headers", texts.headers,
                                     {{"none", HeaderPolicy::kNone},
                                      {"first", HeaderPolicy::kFirst},
                                      {"all", HeaderPolicy::kAll}},
                                     plan.headers)) &&
      !(error = choose<TableFormat>("--table-format", texts.tables,
                                    {{"auto", TableFormat::kAuto},
                                     {"html", TableFormat::kHtml},
                                     {"pipe", TableFormat::kPipe}},
                                    plan.tables)) &&
      !(error = read_threads(texts.threads, environment("OCTAVO_THREADS"), plan.threads)) &&
      !(error = read_timeout(texts.page_timeout, plan.page_timeout));
  return good ? std::nullopt : error;
}

Read<Plan> read_parse(const Arguments& arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  ParseTexts texts;
  ParsePlan plan;
  declare_parse(app, texts, plan);
  if (auto error = run_parser(app, arguments, "parse")) return *error;
  if (texts.help) return HelpPlan{"parse"};
  plan.inputs = texts.inputs;
  plan.output = texts.output;
  plan.password = texts.password;
  plan.pictures = !texts.no_images;
  plan.json = texts.json;
  plan.strict = texts.strict;
  if (texts.quiet && texts.verbose)
    return UsageError{"--quiet and --verbose contradict each other", "--quiet", "leave one out"};
  plan.verbosity = texts.quiet     ? Verbosity::kQuiet
                   : texts.verbose ? Verbosity::kVerbose
                                   : Verbosity::kNormal;
  if (auto error = fill_plan(texts, environment, plan)) return *error;
  if (plan.inputs.empty())
    return UsageError{"no documents are named", "IN", "octavo parse report.pdf -o out"};
  if (plan.output.empty())
    return UsageError{"no place for the results is named", "--output",
                      "add -o FOLDER, -o FILE.md, or -o - for standard output"};
  return plan;
}

UsageError unknown_command(const std::string& word) {
  if (word.starts_with("-"))
    return {"there is no option " + word + " before a command", word, "see octavo --help"};
  const std::string similar = closest(word, kCommands);
  std::error_code failure;
  std::string hint = "see octavo --help";
  if (!similar.empty())
    hint = "did you mean " + similar + "?";
  else if (std::filesystem::exists(word, failure))
    hint = "to read it: octavo parse " + word + " -o out";
  return {"there is no command " + in_quotes(word), word, hint};
}

}  // namespace

std::variant<Plan, UsageError> read_arguments(const std::vector<std::string>& arguments,
                                              const Environment& environment) {
  if (arguments.empty()) return UsageError{"no command is named", "", "see octavo --help"};
  const std::string& command = arguments.front();
  const Arguments rest(arguments.begin() + 1, arguments.end());
  if (command == "parse") return read_parse(rest, environment);
  if (command == "mineru") return read_mineru(rest, environment);
  if (is_mineru_form(arguments)) return read_mineru(arguments, environment);
  if (command == "ask") return read_ask(rest, environment);
  if (command == "generate") return read_generate(rest, environment);
  if (command == "tokenize") return read_tokenize(rest);
  if (command == "bench") return read_bench(rest, environment);
  if (command == "quantize") return read_quantize(rest, environment);
  if (command == "models") return read_models(rest, environment);
  if (command == "serve") return read_serve(rest, environment);
  if (command == "info") return read_info(rest, environment);
  if (command == "--version" || command == "version") return VersionPlan{};
  if (command == "--help" || command == "-h") return HelpPlan{};
  if (command == "help") {
    if (rest.empty()) return HelpPlan{};
    if (std::find(kCommands.begin(), kCommands.end(), rest.front()) == kCommands.end())
      return unknown_command(rest.front());
    return HelpPlan{rest.front()};
  }
  return unknown_command(command);
}

bool asks_for_json(const std::vector<std::string>& arguments) {
  return std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
}

}  // namespace octavo::cli
