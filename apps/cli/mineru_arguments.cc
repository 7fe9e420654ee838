#include "mineru_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "server_arguments.h"

namespace octavo::cli {
namespace {

constexpr const char* kUrl = "--url";

// Raw texts, under MinerU's names.
struct MineruTexts {
  std::string path, output, api_url, method, backend, effort, language, start, end, formula, table,
      pictures, client_side, device, source, memory, threads;
  ServerTexts server;
  bool version = false, help = false, quiet = false, verbose = false;
};

void declare(CLI::App& app, MineruTexts& texts, ParsePlan& plan) {
  const auto text = [&](const char* names, std::string& value) { add_text(app, names, value); };
  text("-p,--path", texts.path);
  text("-o,--output", texts.output);
  text("--api-url", texts.api_url);
  text("-m,--method", texts.method);
  text("-b,--backend", texts.backend);
  text("--effort", texts.effort);
  text("-l,--lang", texts.language);
  text("-u,--url,--vlm-url", texts.server.url);
  text("-s,--start", texts.start);
  text("-e,--end", texts.end);
  text("-f,--formula", texts.formula);
  text("-t,--table", texts.table);
  text("--image-analysis", texts.pictures);
  text("--client-side-output-generation", texts.client_side);
  text("-d,--device", texts.device);
  text("--source", texts.source);
  text("--vram", texts.memory);
  // Ours, for who comes from there.
  text("--vlm-model", texts.server.model);
  text("--vlm-key-file", texts.server.key_file);
  text("--vlm-concurrency", texts.server.concurrency);
  text("--threads", texts.threads);
  app.add_flag("--json", plan.json);
  app.add_flag("--strict", plan.strict);
  app.add_flag("-q,--quiet", texts.quiet);
  app.add_flag("--verbose", texts.verbose);
  app.add_flag("-v,--version", texts.version);
  app.add_flag("-h,--help", texts.help);
  app.allow_extras();
}

// As click reads its switches.
std::optional<UsageError> read_switch(const std::string& option, std::string text, bool& out) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const auto is_one_of = [&](std::initializer_list<const char*> words) {
    return std::find(words.begin(), words.end(), text) != words.end();
  };
  if (is_one_of({"1", "true", "t", "yes", "y", "on"}))
    out = true;
  else if (is_one_of({"0", "false", "f", "no", "n", "off"}))
    out = false;
  else if (!text.empty())
    return UsageError{option + " takes true or false, not " + in_quotes(text), option, ""};
  return std::nullopt;
}

bool is_for_server(const std::string& backend) { return backend.ends_with("-client"); }

std::optional<UsageError> read_backend(const std::string& backend, Tier& tier) {
  const auto is_kind = [&](const std::string& kind) {
    return backend == kind || backend.starts_with(kind + "-");
  };
  if (backend.empty()) return std::nullopt;
  if (backend == "pipeline")
    tier = Tier::kBasic;
  else if (is_kind("vlm"))
    tier = Tier::kVlm;
  else if (is_kind("hybrid"))
    tier = Tier::kHybrid;
  else
    return UsageError{
        "--backend takes pipeline, vlm-engine, vlm-http-client, hybrid-engine or "
        "hybrid-http-client, not " +
            in_quotes(backend),
        "--backend", ""};
  return std::nullopt;
}

// First and last page, counted from 0; a negative last one is the end, as in MinerU.
std::optional<UsageError> read_pages(const MineruTexts& texts, std::vector<PageRange>& out) {
  constexpr int64_t kMost = std::numeric_limits<int>::max(), kLeast = -kMost;
  int64_t first = 0, last = -1;
  if (auto error = read_whole("--start", texts.start, 0, kMost, first)) return error;
  if (auto error = read_whole("--end", texts.end, kLeast, kMost, last)) return error;
  if (last >= 0 && first > last)
    return UsageError{
        "--start " + std::to_string(first) + " lies behind --end " + std::to_string(last),
        "--start", "both count from 0", Code::kPageRangeInvalid};
  if (first > 0 || last >= 0)
    out = {{static_cast<int>(first), static_cast<int>(std::max<int64_t>(last, -1))}};
  return std::nullopt;
}

void read_language(const std::string& text, ParsePlan& plan) {
  if (text.starts_with("ch"))  // ch, ch_server, ch_lite, chinese_cht
    plan.language = Language::kChinese;
  else if (text == "en")
    plan.language = Language::kEnglish;
  else if (!text.empty())
    plan.notes.push_back("--lang " + text + " has no networks of its own here: read as auto");
}

std::optional<UsageError> read_switches(const MineruTexts& texts, ParsePlan& plan) {
  bool formula = true, table = true, pictures = true, ignored = false;
  for (const auto& [option, text, out] :
       {std::tuple{"--formula", &texts.formula, &formula},
        std::tuple{"--table", &texts.table, &table},
        std::tuple{"--image-analysis", &texts.pictures, &pictures},
        std::tuple{"--client-side-output-generation", &texts.client_side, &ignored}})
    if (auto error = read_switch(option, *text, *out)) return error;
  if (!formula) plan.notes.push_back("--formula false is ignored: formulas are always read");
  if (!table) plan.notes.push_back("--table false is ignored: tables are always read");
  if (!pictures)
    plan.notes.push_back("--image-analysis false is ignored: a model that sees says what it sees");
  for (const auto& [option, text] : {std::pair{"--device", texts.device},
                                     {"--source", texts.source},
                                     {"--vram", texts.memory},
                                     {"--client-side-output-generation", texts.client_side}})
    if (!text.empty()) plan.notes.push_back(std::string(option) + " is ignored");
  return std::nullopt;
}

std::optional<UsageError> read_server(MineruTexts& texts, const Environment& environment,
                                      ParsePlan& plan) {
  const bool wanted = is_for_server(texts.backend);
  if (wanted && texts.server.url.empty()) texts.server.url = environment("MINERU_VL_SERVER");
  if (wanted && texts.server.url.empty())
    return UsageError{"--backend " + texts.backend + " needs the address of a server", kUrl,
                      "add -u http://HOST:PORT"};
  if (!wanted && !texts.server.url.empty()) {
    plan.notes.push_back("--url is ignored: the backend is not one for a server");
    texts.server.url.clear();
  }
  if (wanted && texts.server.model.empty())
    texts.server.model = environment("MINERU_VL_MODEL_NAME");
  return fill_server(texts.server, environment, plan.vlm.server);
}

// The words that nobody took, without the values of options: they may be keys.
std::string ignored_words(const Arguments& words) {
  std::string list;
  bool is_value = false;
  for (const std::string& word : words) {
    const bool is_option = word.starts_with('-');
    const size_t equals = is_option ? word.find('=') : std::string::npos;
    if (is_option || !is_value) list += " " + word.substr(0, equals);
    is_value = is_option && equals == std::string::npos;
  }
  return list;
}

std::optional<UsageError> fill_plan(MineruTexts& texts, const Environment& environment,
                                    ParsePlan& plan) {
  std::optional<UsageError> error;
  const bool good =
      !(error = choose<OcrMode>(
            "--method", texts.method,
            {{"auto", OcrMode::kAuto}, {"txt", OcrMode::kNever}, {"ocr", OcrMode::kAlways}},
            plan.ocr)) &&
      !(error = choose<Effort>("--effort", texts.effort,
                               {{"medium", Effort::kBalanced},
                                {"high", Effort::kBest},
                                {"fast", Effort::kFast},
                                {"balanced", Effort::kBalanced},
                                {"best", Effort::kBest}},
                               plan.effort)) &&
      !(error = read_backend(texts.backend, plan.tier)) &&
      !(error = read_pages(texts, plan.pages)) && !(error = read_switches(texts, plan)) &&
      !(error = read_server(texts, environment, plan)) &&
      !(error = read_threads(texts.threads, environment("OCTAVO_THREADS"), plan.threads));
  read_language(texts.language, plan);
  return good ? std::nullopt : error;
}

}  // namespace

bool is_mineru_form(const Arguments& arguments) {
  return !arguments.empty() && arguments.front().starts_with("-") &&
         std::any_of(arguments.begin(), arguments.end(), [](const std::string& word) {
           return word == "--path" || word.starts_with("--path=") ||
                  (word.starts_with("-p") && !word.starts_with("--"));
         });
}

Read<Plan> read_mineru(const Arguments& arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  MineruTexts texts;
  ParsePlan plan;
  declare(app, texts, plan);
  if (auto error = run_parser(app, arguments, "mineru")) return *error;
  if (texts.help) return HelpPlan{"mineru"};
  if (texts.version) return VersionPlan{};
  if (texts.path.empty())
    return UsageError{"no document is named", "--path", "octavo mineru -p report.pdf -o out"};
  if (texts.output.empty())
    return UsageError{"no folder for the results is named", "--output", "add -o FOLDER"};
  if (!texts.api_url.empty())
    return UsageError{"--api-url sends documents to a MinerU server, and octavo reads them here",
                      "--api-url",
                      "leave it out; for a model on a server: -b vlm-http-client -u URL"};
  plan.inputs = {texts.path};
  // Always a folder, whatever its ending.
  plan.output = texts.output.ends_with('/') ? texts.output : texts.output + "/";
  plan.formats = {Format::kMarkdown, Format::kJson, Format::kOverlay};  // what MinerU leaves there
  plan.verbosity = texts.quiet     ? Verbosity::kQuiet
                   : texts.verbose ? Verbosity::kVerbose
                                   : Verbosity::kNormal;
  if (auto error = fill_plan(texts, environment, plan)) return *error;
  if (const Arguments extra = app.remaining(); !extra.empty()) {
    plan.notes.push_back("ignored:" + ignored_words(extra));
  }
  return plan;
}

}  // namespace octavo::cli
