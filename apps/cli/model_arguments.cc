#include "model_arguments.h"

#include <CLI/CLI.hpp>
#include <limits>

#include "ask_arguments.h"

namespace octavo::cli {
namespace {

constexpr int64_t kMostTokens = 1 << 24, kMostSide = 1 << 16, kMostMegabytes = 1 << 20;
constexpr float kLargest = 1e6F, kSmallest = 1e-6F;
constexpr int64_t kAskTokens = 128, kGenerateTokens = 512;
constexpr int kAskSide = 1024;  // enough to read a page by, and quick

// Raw texts of the options that several commands share.
struct ModelTexts {
  std::string threads, kv_memory, kv, precision;
};

void declare_model(CLI::App& app, ModelTexts& texts, ModelChoice& model) {
  add_text(app, "-m,--model", model.name);
  add_text(app, "--threads", texts.threads);
  add_text(app, "--kv-memory", texts.kv_memory);
  add_text(app, "--kv", texts.kv);
  add_text(app, "--precision", texts.precision);
  add_text(app, "--vision", model.options.vision_path);
  add_text(app, "--instructions", model.options.instructions);
  app.add_flag("--check-weights", model.options.check_weights);
  app.add_flag("--reference", model.options.reference_kernels);
}

std::optional<UsageError> fill_model(const ModelTexts& texts, const Environment& environment,
                                     ModelChoice& model) {
  constexpr int64_t kMegabyte = 1'000'000;
  int64_t megabytes = 0;
  if (auto error =
          read_threads(texts.threads, environment("OCTAVO_THREADS"), model.options.threads))
    return error;
  if (auto error = read_whole("--kv-memory", texts.kv_memory, 1, kMostMegabytes, megabytes))
    return error;
  if (megabytes > 0) model.options.kv_bytes = megabytes * kMegabyte;
  return read_precisions(texts.kv, texts.precision, model.options.kv, model.options.precision);
}

UsageError no_model(const std::string& command) {
  return {
      "no model is named", "--model",
      "add --model FOLDER, --model FILE.gguf or --model NAME; see octavo " + command + " --help"};
}

// Sizes with names: tokens of 28 x 28 pixels, as this family of models sees them. What each costs
// is in docs/speed.md.
std::optional<UsageError> read_pixels(const std::string& text, int64_t& pixels) {
  constexpr int64_t kToken = int64_t{28} * 28, kMostPixels = int64_t{1} << 32;
  constexpr std::pair<std::string_view, int64_t> kPresets[] = {
      {"small", 512 * kToken}, {"medium", 777 * kToken}, {"large", 1369 * kToken}, {"full", 0}};
  for (const auto& [name, preset] : kPresets) {
    if (text != name) continue;
    pixels = preset;
    return std::nullopt;
  }
  if (read_whole("--max-pixels", text, 1, kMostPixels, pixels))
    return UsageError{
        "--max-pixels takes small, medium, large, full or a number, not " + in_quotes(text),
        "--max-pixels", ""};
  return std::nullopt;
}

struct GenerateTexts {
  ModelTexts model;
  Arguments positional;
  std::string max_new_tokens, max_side, max_pixels, temperature, top_k, top_p, min_p, seed,
      repetition, presence, frequency, ngram, logprobs;
  bool help = false;
};

void declare_generate(CLI::App& app, GenerateTexts& texts, GeneratePlan& plan) {
  declare_model(app, texts.model, plan.model);
  add_text(app, "--max-new-tokens", texts.max_new_tokens);
  add_text(app, "--max-side", texts.max_side);
  add_text(app, "--max-pixels", texts.max_pixels);
  add_text(app, "--temperature", texts.temperature);
  add_text(app, "--top-k", texts.top_k);
  add_text(app, "--top-p", texts.top_p);
  add_text(app, "--min-p", texts.min_p);
  add_text(app, "--seed", texts.seed);
  add_text(app, "--repetition-penalty", texts.repetition);
  add_text(app, "--presence-penalty", texts.presence);
  add_text(app, "--frequency-penalty", texts.frequency);
  add_text(app, "--no-repeat-ngram", texts.ngram);
  add_text(app, "--logprobs", texts.logprobs);
  add_text(app, "--system", plan.system);
  add_texts(app, "--stop", plan.stop);
  add_text(app, "--draft", plan.draft_file);
  app.add_flag("--keep-special", plan.keep_special);
  app.add_flag("--stream", plan.stream);
  app.add_flag("--json", plan.json);
  app.add_flag("-q,--quiet", plan.quiet);
  app.add_flag("-h,--help", texts.help);
}

std::optional<UsageError> fill_sampling(const GenerateTexts& texts, Sampling& sampling) {
  std::optional<UsageError> error;
  int64_t top_k = sampling.top_k, ngram = sampling.no_repeat_ngram, seed = 0;
  const bool good =
      !(error = read_real("--temperature", texts.temperature, 0, kLargest, sampling.temperature)) &&
      !(error = read_whole("--top-k", texts.top_k, 0, kMostTokens, top_k)) &&
      !(error = read_real("--top-p", texts.top_p, kSmallest, 1, sampling.top_p)) &&
      !(error = read_real("--min-p", texts.min_p, 0, 1, sampling.min_p)) &&
      !(error = read_whole("--seed", texts.seed, 0, std::numeric_limits<int64_t>::max(), seed)) &&
      !(error = read_real("--repetition-penalty", texts.repetition, kSmallest, kLargest,
                          sampling.repetition_penalty)) &&
      !(error = read_real("--presence-penalty", texts.presence, -kLargest, kLargest,
                          sampling.presence_penalty)) &&
      !(error = read_real("--frequency-penalty", texts.frequency, -kLargest, kLargest,
                          sampling.frequency_penalty)) &&
      !(error = read_whole("--no-repeat-ngram", texts.ngram, 0, kMostTokens, ngram));
  if (!good) return error;
  sampling.top_k = static_cast<int>(top_k);
  sampling.no_repeat_ngram = static_cast<int>(ngram);
  sampling.seed = static_cast<uint64_t>(seed);
  return std::nullopt;
}

std::optional<UsageError> fill_generate(const GenerateTexts& texts, const Environment& environment,
                                        const std::string& command, GeneratePlan& plan) {
  int64_t max_side = plan.max_side;
  if (auto error = fill_model(texts.model, environment, plan.model)) return error;
  if (auto error =
          read_whole("--max-new-tokens", texts.max_new_tokens, 0, kMostTokens, plan.max_new_tokens))
    return error;
  // Who names pixels does not want the side that is meant for those who name nothing.
  if (!texts.max_pixels.empty()) max_side = 0;
  if (auto error = read_whole("--max-side", texts.max_side, 0, kMostSide, max_side)) return error;
  plan.max_side = static_cast<int>(max_side);
  if (auto error = read_pixels(texts.max_pixels, plan.max_pixels)) return error;
  if (auto error = fill_sampling(texts, plan.sampling)) return error;
  for (const std::string& stop : plan.stop)
    if (stop.empty()) return UsageError{"--stop needs a text", "--stop", ""};
  constexpr int64_t kMostLogprobs = 20;
  int64_t logprobs = 0;
  if (auto error = read_whole("--logprobs", texts.logprobs, 0, kMostLogprobs, logprobs))
    return error;
  plan.logprobs = static_cast<int>(logprobs);
  if (plan.logprobs > 0 && !plan.json)
    return UsageError{"--logprobs has no place without --json", "--logprobs", "add --json"};
  if (plan.stream && plan.json)
    return UsageError{"--stream and --json contradict each other", "--stream", "leave one out"};
  if (plan.model.name.empty() && command != "ask") return no_model(command);
  return std::nullopt;
}

}  // namespace

Read<Plan> read_ask(const Arguments& arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  GenerateTexts texts;
  AskTexts asked;
  GeneratePlan plan;
  plan.max_new_tokens = kAskTokens;
  plan.max_side = kAskSide;
  declare_generate(app, texts, plan);
  declare_ask(app, asked);
  if (auto error = run_parser(app, arguments, "ask")) return *error;
  if (texts.help) return HelpPlan{"ask"};
  if (auto error = fill_generate(texts, environment, "ask", plan)) return *error;
  if (asks_documents(asked, plan))
    return finish_ask_documents(std::move(asked), plan, texts.max_new_tokens);
  return finish_ask_pictures(std::move(asked), std::move(plan));
}

Read<Plan> read_generate(const Arguments& arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  GenerateTexts texts;
  GeneratePlan plan;
  plan.max_new_tokens = kGenerateTokens;
  declare_generate(app, texts, plan);
  CLI::Option* prompt = app.add_option("-p,--prompt", plan.prompt)
                            ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  add_text(app, "--prompt-file", plan.prompt_file);
  add_texts(app, "--image", plan.pictures);
  app.add_flag("--raw", plan.raw);
  if (auto error = run_parser(app, arguments, "generate")) return *error;
  if (texts.help) return HelpPlan{"generate"};
  if (auto error = fill_generate(texts, environment, "generate", plan)) return *error;
  const bool has_prompt = prompt->count() > 0;
  if (has_prompt == !plan.prompt_file.empty())
    return UsageError{
        has_prompt ? "--prompt and --prompt-file contradict each other" : "no prompt is given",
        "--prompt", has_prompt ? "leave one out" : "add --prompt TEXT or --prompt-file F"};
  if (plan.raw && !plan.system.empty())
    return UsageError{"--system has no place with --raw", "--system", "leave one out"};
  return plan;
}

Read<Plan> read_tokenize(const Arguments& arguments) {
  CLI::App app;
  app.set_help_flag();
  TokenizePlan plan;
  Arguments positional;
  bool help = false;
  add_text(app, "-m,--model", plan.model);
  app.add_option("TEXT", positional);
  app.add_flag("--decode", plan.decode);
  app.add_flag("--as-text", plan.as_text);
  app.add_flag("--json", plan.json);
  app.add_flag("-h,--help", help);
  if (auto error = run_parser(app, arguments, "tokenize")) return *error;
  if (help) return HelpPlan{"tokenize"};
  if (plan.model.empty()) return no_model("tokenize");
  if (positional.empty())
    return UsageError{"no text is given", "TEXT", "name it, or - for standard input"};
  if (positional.size() > 1 && !plan.decode)
    return UsageError{
        "one text is expected, and " + std::to_string(positional.size()) + " are given", "TEXT",
        "put it in quotes"};
  for (const std::string& part : positional) plan.text += (plan.text.empty() ? "" : " ") + part;
  return plan;
}

Read<Plan> read_bench(const Arguments& arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  BenchPlan plan;
  ModelTexts model;
  std::string size, prompt_tokens, new_tokens, runs;
  Arguments compare;
  bool help = false;
  declare_model(app, model, plan.model);
  add_text(app, "--image", plan.picture);
  add_text(app, "--image-size", size);
  add_text(app, "--prompt-tokens", prompt_tokens);
  add_text(app, "--new-tokens", new_tokens);
  add_text(app, "--runs", runs);
  add_texts(app, "--compare", compare);
  app.add_flag("--peak", plan.peak);
  app.add_flag("--json", plan.json);
  app.add_flag("-h,--help", help);
  if (auto error = run_parser(app, arguments, "bench")) return *error;
  if (help) return HelpPlan{"bench"};
  if (auto error = fill_model(model, environment, plan.model)) return *error;
  for (const std::string& name : compare) {
    if (auto error = choose<BenchCase>("--compare", name,
                                       {{"draft", BenchCase::kDraft},
                                        {"batch", BenchCase::kBatch},
                                        {"crops", BenchCase::kCrops},
                                        {"quote", BenchCase::kQuote}},
                                       plan.cases.emplace_back()))
      return *error;
  }
  int64_t prompt = plan.prompt_tokens, more = plan.new_tokens, count = plan.runs;
  int64_t width = plan.width, height = plan.height;
  constexpr int64_t kMostRuns = 100'000;
  std::optional<UsageError> error;
  if ((error = read_whole("--prompt-tokens", prompt_tokens, 1, kMostTokens, prompt)) ||
      (error = read_whole("--new-tokens", new_tokens, 2, kMostTokens, more)) ||
      (error = read_whole("--runs", runs, 1, kMostRuns, count)))
    return *error;
  if (!size.empty()) {
    const size_t cross = size.find('x');
    const std::string high = cross == std::string::npos ? "x" : size.substr(cross + 1);
    if (size == "0")
      width = height = 0;
    else if (read_whole("", size.substr(0, cross), 1, kMostSide, width) ||
             read_whole("", high, 1, kMostSide, height) || high.empty() || cross == 0)
      return UsageError{"--image-size takes WIDTHxHEIGHT or 0, not " + in_quotes(size),
                        "--image-size", ""};
  }
  plan.prompt_tokens = static_cast<int>(prompt);
  plan.new_tokens = static_cast<int>(more);
  plan.runs = static_cast<int>(count);
  plan.width = static_cast<int>(width);
  plan.height = static_cast<int>(height);
  if (plan.peak && !plan.cases.empty())
    return UsageError{"--peak and --compare contradict each other", "--peak", "leave one out"};
  if (plan.model.name.empty() && !plan.peak) return no_model("bench");
  return plan;
}

Read<Plan> read_quantize(const Arguments& arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  QuantizePlan plan;
  ModelTexts model;
  Arguments positional;
  std::string to, steps;
  bool help = false;
  app.add_option("MODEL", positional);
  declare_model(app, model, plan.model);
  add_text(app, "--to", to);
  add_text(app, "-o,--output", plan.output);
  add_texts(app, "--calibrate", plan.pictures);
  add_text(app, "--steps", steps);
  app.add_flag("--json", plan.json);
  app.add_flag("-q,--quiet", plan.quiet);
  app.add_flag("-h,--help", help);
  if (auto error = run_parser(app, arguments, "quantize")) return *error;
  if (help) return HelpPlan{"quantize"};
  if (auto error = fill_model(model, environment, plan.model)) return *error;
  if (positional.size() > 1 || (!positional.empty() && !plan.model.name.empty()))
    return UsageError{"one model is expected", "MODEL", "ask for one after the other"};
  if (!positional.empty()) plan.model.name = positional.front();
  if (plan.model.name.empty()) return no_model("quantize");
  if (!model.precision.empty())
    return UsageError{"--precision has no place here", "--precision", "say --to int8 or --to int4"};
  if (auto error = choose<Precision>(
          "--to", to, {{"int8", Precision::kInt8}, {"int4", Precision::kInt4}}, plan.to))
    return *error;
  if (plan.output.empty())
    return UsageError{"no file is named to write to", "--output", "add -o FILE"};
  constexpr int64_t kMostSteps = 100'000;
  int64_t count = plan.steps;
  if (auto error = read_whole("--steps", steps, 0, kMostSteps, count)) return *error;
  plan.steps = static_cast<int>(count);
  return plan;
}

Read<Plan> read_info(const Arguments& arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  InfoPlan plan;
  ModelTexts model;
  Arguments positional;
  bool help = false;
  app.add_option("MODEL", positional);
  declare_model(app, model, plan.model);
  app.add_flag("--tensors", plan.tensors);
  app.add_flag("--verify", plan.verify);
  app.add_flag("--json", plan.json);
  app.add_flag("-h,--help", help);
  if (auto error = run_parser(app, arguments, "info")) return *error;
  if (help) return HelpPlan{"info"};
  if (auto error = fill_model(model, environment, plan.model)) return *error;
  if (positional.size() > 1 || (!positional.empty() && !plan.model.name.empty()))
    return UsageError{"one model is expected", "MODEL", "ask for one after the other"};
  if (!positional.empty()) plan.model.name = positional.front();
  return plan;
}

}  // namespace octavo::cli
