#include "ask_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

namespace octavo::cli {
namespace {

constexpr int64_t kPromptTokens = 1024, kLeastPrompt = 64, kMostPrompt = 1 << 20;
constexpr int64_t kAnswerTokens = 96;

bool has_ending(const std::string& name, std::initializer_list<std::string_view> endings) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return lower.ends_with(ending); });
}

bool is_picture(const std::string& name) {
  return has_ending(name, {".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp", ".gif"});
}

// What models that read pages were taught to answer to (MinerU2.5's prompts), and no other words.
std::optional<UsageError> task_prompt(const std::string& task, std::string& prompt) {
  return choose<std::string>("--task", task,
                             {{"text", "\nText Recognition:"},
                              {"table", "\nTable Recognition:"},
                              {"formula", "\nFormula Recognition:"},
                              {"chart", "\nImage Analysis:"},
                              {"layout", "\nLayout Detection:"}},
                             prompt);
}

UsageError no_question() {
  return {"a file and a question are needed", "FILE",
          "octavo ask report.pdf \"Which law applies?\""};
}

std::optional<UsageError> no_place(const GeneratePlan& plan, const AskTexts& texts) {
  const auto refuse = [](const std::string& option) {
    return UsageError{option + " has no place when documents are asked", option, "leave it out"};
  };
  if (texts.together) return refuse("--together");
  if (!plan.system.empty()) return refuse("--system");
  if (!plan.stop.empty()) return refuse("--stop");
  if (!plan.draft_file.empty()) return refuse("--draft");
  if (plan.logprobs > 0) return refuse("--logprobs");
  if (plan.sampling.temperature > 0) return refuse("--temperature");
  return std::nullopt;
}

std::optional<UsageError> fill_questions(AskTexts& texts, AskPlan& asked) {
  asked.questions_file = texts.questions_file;
  asked.questions = std::move(texts.questions);
  if (asked.questions_file.empty() && asked.questions.empty()) {
    if (texts.positional.size() < 2) return no_question();
    asked.questions = {texts.positional.back()};
    texts.positional.pop_back();
  }
  asked.inputs = std::move(texts.positional);
  if (asked.inputs.empty()) return no_question();
  if (!asked.questions_file.empty() && !asked.questions.empty())
    return UsageError{"--questions and --question contradict each other", "--questions",
                      "leave one out"};
  const bool read_twice = std::count(asked.inputs.begin(), asked.inputs.end(), "-") +
                              (asked.questions_file == "-" ? 1 : 0) >
                          1;
  if (read_twice) return UsageError{"standard input is named twice", "FILE", "it can be read once"};
  return std::nullopt;
}

}  // namespace

void declare_ask(CLI::App& app, AskTexts& texts) {
  app.add_option("FILE", texts.positional);
  app.add_flag("--together", texts.together);
  app.add_flag("--read", texts.read);
  add_text(app, "--task", texts.task);
  add_text(app, "--page,--pages", texts.pages);
  add_texts(app, "--question", texts.questions);
  add_text(app, "--questions", texts.questions_file);
  add_text(app, "--password", texts.password);
  add_text(app, "--ocr", texts.ocr);
  add_text(app, "--overlay", texts.overlay);
  add_text(app, "--prompt-tokens", texts.prompt_tokens);
}

bool asks_documents(const AskTexts& texts, const GeneratePlan& plan) {
  if (!texts.task.empty()) return false;
  const bool document_option = texts.read || !texts.pages.empty() || !texts.questions.empty() ||
                               !texts.questions_file.empty() || !texts.password.empty() ||
                               !texts.ocr.empty() || !texts.overlay.empty() ||
                               !texts.prompt_tokens.empty();
  if (document_option || plan.model.name.empty()) return true;
  if (texts.positional.size() < 2) return false;
  return !std::all_of(texts.positional.begin(), texts.positional.end() - 1, is_picture);
}

Read<Plan> finish_ask_documents(AskTexts texts, const GeneratePlan& plan,
                                const std::string& new_tokens) {
  AskPlan asked;
  asked.model = plan.model.name;
  asked.options = plan.model.options;
  // Answers are short and the wait for the first word is long: eight bits read several times as
  // fast, and the answers on the measured questions are the same.
  if (asked.options.precision == Precision::kAuto) asked.options.precision = Precision::kInt8;
  asked.stream = plan.stream;
  asked.json = plan.json;
  asked.quiet = plan.quiet;
  asked.password = texts.password;
  asked.overlay = texts.overlay;
  asked.prompt_tokens = kPromptTokens;
  asked.max_new_tokens =
      new_tokens.empty() ? kAnswerTokens : std::max<int64_t>(plan.max_new_tokens, 1);
  if (auto error = no_place(plan, texts)) return *error;
  if (auto error = fill_questions(texts, asked)) return *error;
  if (auto error = read_whole("--prompt-tokens", texts.prompt_tokens, kLeastPrompt, kMostPrompt,
                              asked.prompt_tokens))
    return *error;
  if (!texts.pages.empty()) {
    auto pages = parse_page_ranges(texts.pages);
    if (!pages.ok())
      return UsageError{"--page: " + pages.error().what, "--page", pages.error().hint,
                        pages.error().code};
    asked.pages = std::move(pages).value();
  }
  if (auto error = choose<OcrMode>(
          "--ocr", texts.ocr,
          {{"auto", OcrMode::kAuto}, {"always", OcrMode::kAlways}, {"never", OcrMode::kNever}},
          asked.ocr))
    return *error;
  if (!asked.overlay.empty()) {
    if (!has_ending(asked.overlay, {".pdf", ".png"}))
      return UsageError{"--overlay writes a .pdf or .png file, not " + in_quotes(asked.overlay),
                        "--overlay", ""};
    if (asked.inputs.size() > 1)
      return UsageError{
          "--overlay takes one document, and " + std::to_string(asked.inputs.size()) + " are named",
          "--overlay", "ask about one"};
  }
  return asked;
}

Read<Plan> finish_ask_pictures(AskTexts texts, GeneratePlan plan) {
  if (auto error = task_prompt(texts.task, plan.prompt)) return *error;
  const bool task = !texts.task.empty();
  if (texts.positional.size() < (task ? 1 : 2))
    return task ? UsageError{"a picture is needed", "FILE", "octavo ask table.png --task table"}
                : no_question();
  if (!task) {
    plan.prompt = texts.positional.back();
    texts.positional.pop_back();
  }
  for (const std::string& name : texts.positional)
    if (task && has_ending(name, {".pdf"}))
      return UsageError{"--task takes pictures, not " + in_quotes(name), "--task",
                        "octavo parse --tier vlm reads all pages of a PDF so"};
  // The answer is made of these tokens: the boxes of a layout, the cells of a table.
  plan.keep_special = plan.keep_special || task;
  plan.pictures = std::move(texts.positional);
  plan.each = plan.pictures.size() > 1 && !texts.together;
  return plan;
}

}  // namespace octavo::cli
