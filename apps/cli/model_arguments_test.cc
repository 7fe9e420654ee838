#include "arguments.h"

#include <gtest/gtest.h>

#include "help.h"

namespace octavo::cli {
namespace {

std::variant<Plan, UsageError> read(const std::vector<std::string>& arguments) {
  return read_arguments(arguments, [](const char*) { return std::string(); });
}
template <class T>
T plan_of(const std::vector<std::string>& arguments) {
  const auto result = read(arguments);
  if (const auto* error = std::get_if<UsageError>(&result)) {
    ADD_FAILURE() << error->what;
    return {};
  }
  return std::get<T>(std::get<Plan>(result));
}
std::string what(const std::vector<std::string>& arguments) {
  const auto result = read(arguments);
  if (const auto* error = std::get_if<UsageError>(&result)) return error->what;
  ADD_FAILURE() << "understood";
  return "";
}

TEST(AskArguments, HaveDefaults) {
  const auto plan = plan_of<GeneratePlan>({"ask", "a.png", "What is it?", "--model", "m"});
  EXPECT_EQ(plan.pictures, std::vector<std::string>{"a.png"});
  EXPECT_EQ(plan.prompt, "What is it?");
  EXPECT_EQ(plan.model.name, "m");
  EXPECT_EQ(plan.max_new_tokens, 128);
  EXPECT_EQ(plan.max_side, 1024);
  EXPECT_EQ(plan.sampling.temperature, 0);
  EXPECT_FALSE(plan.stream || plan.json || plan.raw || plan.quiet);
}

TEST(AskArguments, SeveralPictures) {
  const auto plan = plan_of<GeneratePlan>(
      {"ask", "a.png", "b.png", "Which?", "-m", "m", "--max-side", "0", "--stream"});
  EXPECT_EQ(plan.pictures, (std::vector<std::string>{"a.png", "b.png"}));
  EXPECT_EQ(plan.max_side, 0);
  EXPECT_TRUE(plan.stream);
}

TEST(AskArguments, AnAnswerAboutEachOrAboutAll) {
  EXPECT_FALSE(plan_of<GeneratePlan>({"ask", "a.png", "What?", "-m", "m"}).each);
  EXPECT_TRUE(plan_of<GeneratePlan>({"ask", "a.png", "b.png", "Which?", "-m", "m"}).each);
  EXPECT_FALSE(
      plan_of<GeneratePlan>({"ask", "a.png", "b.png", "Which?", "-m", "m", "--together"}).each);
  EXPECT_FALSE(plan_of<GeneratePlan>(
                   {"generate", "-p", "x", "-m", "m", "--image", "a.png", "--image", "b.png"})
                   .each);
  EXPECT_EQ(
      plan_of<GeneratePlan>({"ask", "a.png", "What?", "-m", "m", "--draft", "d.txt"}).draft_file,
      "d.txt");
}

TEST(AskArguments, WhatIsMissing) {
  EXPECT_EQ(what({"ask", "a.png"}), "a file and a question are needed");
  EXPECT_EQ(what({"ask", "a.png", "-m", "m"}), "a file and a question are needed");
  EXPECT_EQ(what({"ask", "-m", "m"}), "a file and a question are needed");
}

TEST(AskArguments, WithoutAModelTheDocumentIsAsked) {
  const auto plan = plan_of<AskPlan>({"ask", "a.png", "What?"});
  EXPECT_EQ(plan.inputs, std::vector<std::string>{"a.png"});
  EXPECT_EQ(plan.questions, std::vector<std::string>{"What?"});
}

TEST(GenerateArguments, HowItWrites) {
  const auto plan = plan_of<GeneratePlan>({"generate",
                                           "-m",
                                           "m",
                                           "-p",
                                           "x",
                                           "--max-new-tokens",
                                           "7",
                                           "--temperature",
                                           "0.5",
                                           "--top-k",
                                           "40",
                                           "--top-p",
                                           "0.9",
                                           "--min-p",
                                           "0.1",
                                           "--seed",
                                           "9007199254740993",
                                           "--repetition-penalty",
                                           "1.1",
                                           "--presence-penalty",
                                           "-0.5",
                                           "--frequency-penalty",
                                           "0.25",
                                           "--no-repeat-ngram",
                                           "3",
                                           "--stop",
                                           "a b",
                                           "--stop",
                                           "\n"});
  EXPECT_EQ(plan.max_new_tokens, 7);
  EXPECT_FLOAT_EQ(plan.sampling.temperature, 0.5F);
  EXPECT_EQ(plan.sampling.top_k, 40);
  EXPECT_FLOAT_EQ(plan.sampling.top_p, 0.9F);
  EXPECT_FLOAT_EQ(plan.sampling.min_p, 0.1F);
  EXPECT_EQ(plan.sampling.seed, 9007199254740993U);  // more than a double holds
  EXPECT_FLOAT_EQ(plan.sampling.repetition_penalty, 1.1F);
  EXPECT_FLOAT_EQ(plan.sampling.presence_penalty, -0.5F);
  EXPECT_FLOAT_EQ(plan.sampling.frequency_penalty, 0.25F);
  EXPECT_EQ(plan.sampling.no_repeat_ngram, 3);
  EXPECT_EQ(plan.stop, (std::vector<std::string>{"a b", "\n"}));
}

TEST(GenerateArguments, Logprobs) {
  EXPECT_EQ(plan_of<GeneratePlan>({"generate", "--model", "m", "--prompt", "x"}).logprobs, 0);
  EXPECT_EQ(plan_of<GeneratePlan>(
                {"generate", "--model", "m", "--prompt", "x", "--json", "--logprobs", "5"})
                .logprobs,
            5);
}

TEST(GenerateArguments, WhatItReadsAndHowItWorks) {
  const auto plan = plan_of<GeneratePlan>(
      {"generate",    "--model", "m",        "--prompt", "-p is a prompt too", "--image",
       "a.png",       "--image", "b.png",    "--json",   "--threads",          "3",
       "--kv-memory", "64",      "--vision", "v.gguf",   "--keep-special",     "--system",
       "Be brief.",   "-q"});
  EXPECT_EQ(plan.prompt, "-p is a prompt too");
  EXPECT_EQ(plan.pictures, (std::vector<std::string>{"a.png", "b.png"}));
  EXPECT_EQ(plan.max_side, 0);
  EXPECT_EQ(plan.model.options.threads, 3);
  EXPECT_EQ(plan.model.options.kv_bytes, 64'000'000);
  EXPECT_EQ(plan.model.options.vision_path, "v.gguf");
  EXPECT_EQ(plan.system, "Be brief.");
  EXPECT_TRUE(plan.json && plan.keep_special && plan.quiet);
}

TEST(GenerateArguments, AnEmptyPromptIsAPrompt) {
  EXPECT_EQ(plan_of<GeneratePlan>({"generate", "-m", "m", "--prompt", ""}).prompt, "");
  EXPECT_EQ(plan_of<GeneratePlan>({"generate", "-m", "m", "--prompt-file", "-"}).prompt_file, "-");
}

TEST(GenerateArguments, Wrong) {
  const std::vector<std::string> good{"generate", "-m", "m", "-p", "x"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), good.begin(), good.end());
    return what(more);
  };
  EXPECT_EQ(what({"generate", "-m", "m"}), "no prompt is given");
  EXPECT_EQ(what({"generate", "-p", "x"}), "no model is named");
  EXPECT_EQ(with({"--prompt-file", "f"}), "--prompt and --prompt-file contradict each other");
  EXPECT_EQ(with({"--stream", "--json"}), "--stream and --json contradict each other");
  EXPECT_EQ(with({"--raw", "--system", "s"}), "--system has no place with --raw");
  EXPECT_EQ(with({"--stop", ""}), "--stop needs a text");
  EXPECT_EQ(with({"--top-p", "1.5"}), "--top-p takes a number from 1e-06 to 1, not '1.5'");
  EXPECT_EQ(with({"--temperature", "nan"}),
            "--temperature takes a number from 0 to 1e+06, not 'nan'");
  EXPECT_EQ(with({"--logprobs", "21", "--json"}),
            "--logprobs takes a whole number from 0 to 20, not '21'");
  EXPECT_EQ(with({"--logprobs", "2"}), "--logprobs has no place without --json");
  EXPECT_EQ(with({"--max-new-tokens", "-1"}),
            "--max-new-tokens takes a whole number from 0 to 16777216, not '-1'");
  EXPECT_EQ(with({"--seed", "1.5"}),
            "--seed takes a whole number from 0 to 9223372036854775807, not '1.5'");
  EXPECT_EQ(with({"--temprature", "1"}), "there is no option --temprature");
  EXPECT_EQ(with({"more"}), "nothing is expected at 'more'");
}

TEST(TokenizeArguments, TextAndTokens) {
  const auto text = plan_of<TokenizePlan>({"tokenize", "-m", "m", "some text", "--json"});
  EXPECT_EQ(text.text, "some text");
  EXPECT_TRUE(text.json);
  const auto tokens = plan_of<TokenizePlan>({"tokenize", "-m", "m", "--decode", "1", "2", "3"});
  EXPECT_EQ(tokens.text, "1 2 3");
  EXPECT_EQ(plan_of<TokenizePlan>({"tokenize", "-m", "m", "-"}).text, "-");
  EXPECT_EQ(what({"tokenize", "-m", "m", "a", "b"}), "one text is expected, and 2 are given");
  EXPECT_EQ(what({"tokenize", "-m", "m"}), "no text is given");
  EXPECT_EQ(what({"tokenize", "x"}), "no model is named");
}

TEST(BenchArguments, SizesAndRuns) {
  const auto plan = plan_of<BenchPlan>(
      {"bench", "-m", "m", "--runs", "50", "--image-size", "64x32", "--prompt-tokens", "9"});
  EXPECT_EQ(plan.runs, 50);
  EXPECT_EQ(plan.width, 64);
  EXPECT_EQ(plan.height, 32);
  EXPECT_EQ(plan.prompt_tokens, 9);
  EXPECT_EQ(plan_of<BenchPlan>({"bench", "-m", "m", "--image-size", "0"}).width, 0);
  for (const char* size : {"64", "64x", "x32", "64x32x1", "0x5", "a"})
    EXPECT_EQ(what({"bench", "-m", "m", "--image-size", size}),
              "--image-size takes WIDTHxHEIGHT or 0, not '" + std::string(size) + "'");
}

TEST(BenchArguments, Comparisons) {
  EXPECT_TRUE(plan_of<BenchPlan>({"bench", "-m", "m"}).cases.empty());
  EXPECT_EQ(
      plan_of<BenchPlan>({"bench", "-m", "m", "--compare", "crops", "--compare", "draft"}).cases,
      (std::vector<BenchCase>{BenchCase::kCrops, BenchCase::kDraft}));
  EXPECT_TRUE(what({"bench", "-m", "m", "--compare", "x"}).starts_with("--compare takes "));
}

TEST(AskArguments, PixelsByNameOrNumber) {
  const auto pixels = [](const char* text) {
    return plan_of<GeneratePlan>({"ask", "a.png", "What?", "-m", "m", "--max-pixels", text});
  };
  EXPECT_EQ(pixels("small").max_pixels, 401'408);
  EXPECT_EQ(pixels("medium").max_pixels, 609'168);
  EXPECT_EQ(pixels("large").max_pixels, 1036 * 1036);
  EXPECT_EQ(pixels("full").max_pixels, 0);
  EXPECT_EQ(pixels("full").max_side, 0);
  EXPECT_EQ(pixels("5000").max_pixels, 5000);
  for (const char* text : {"0", "-3", "huge"})
    EXPECT_EQ(what({"ask", "a.png", "What?", "-m", "m", "--max-pixels", text}),
              "--max-pixels takes small, medium, large, full or a number, not '" +
                  std::string(text) + "'");
}

TEST(BenchArguments, PeakNeedsNoModel) {
  EXPECT_TRUE(plan_of<BenchPlan>({"bench", "--peak"}).peak);
  EXPECT_EQ(what({"bench"}), "no model is named");
  EXPECT_EQ(what({"bench", "--peak", "--compare", "draft"}),
            "--peak and --compare contradict each other");
}

TEST(BenchArguments, FewerInstructions) {
  EXPECT_EQ(
      plan_of<BenchPlan>({"bench", "-m", "m", "--instructions", "avx2"}).model.options.instructions,
      "avx2");
}

TEST(QuantizeArguments, ModelFileAndSamples) {
  const auto plan = plan_of<QuantizePlan>({"quantize", "m", "--to", "int8", "-o", "out",
                                           "--calibrate", "a", "--calibrate", "b", "--steps", "9"});
  EXPECT_EQ(plan.model.name, "m");
  EXPECT_EQ(plan.output, "out");
  EXPECT_EQ(plan.to, Precision::kInt8);
  EXPECT_EQ(plan_of<QuantizePlan>({"quantize", "m", "--to", "int4", "-o", "out"}).to,
            Precision::kInt4);
  EXPECT_EQ(plan.pictures, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(plan.steps, 9);
  EXPECT_EQ(plan_of<QuantizePlan>({"quantize", "-m", "m", "-o", "out"}).steps, 256);
  EXPECT_EQ(what({"quantize", "-o", "out"}), "no model is named");
  EXPECT_EQ(what({"quantize", "m"}), "no file is named to write to");
  EXPECT_EQ(what({"quantize", "m", "n", "-o", "out"}), "one model is expected");
  EXPECT_EQ(what({"quantize", "m", "-o", "out", "--to", "int3"}),
            "--to takes int8 or int4, not 'int3'");
  EXPECT_EQ(what({"quantize", "m", "-o", "out", "--precision", "f32"}),
            "--precision has no place here");
}

TEST(KvArguments, OneOfThree) {
  const auto kv = [](const char* text) {
    return plan_of<BenchPlan>({"bench", "-m", "m", "--kv", text}).model.options.kv;
  };
  EXPECT_EQ(kv("f32"), KvPrecision::kF32);
  EXPECT_EQ(kv("f16"), KvPrecision::kF16);
  EXPECT_EQ(kv("int8"), KvPrecision::kInt8);
  EXPECT_EQ(plan_of<BenchPlan>({"bench", "-m", "m"}).model.options.kv, KvPrecision::kF32);
  EXPECT_EQ(what({"bench", "-m", "m", "--kv", "int4"}), "--kv takes f32, f16 or int8, not 'int4'");
}

TEST(PrecisionArguments, OneOfFive) {
  const auto precision = [](const char* text) {
    return plan_of<BenchPlan>({"bench", "-m", "m", "--precision", text}).model.options.precision;
  };
  EXPECT_EQ(precision("int8"), Precision::kInt8);
  EXPECT_EQ(precision("int4"), Precision::kInt4);
  EXPECT_EQ(precision("f32"), Precision::kF32);
  EXPECT_EQ(precision("bf16"), Precision::kBf16);
  EXPECT_EQ(precision("auto"), Precision::kAuto);
  EXPECT_EQ(plan_of<BenchPlan>({"bench", "-m", "m"}).model.options.precision, Precision::kAuto);
  EXPECT_EQ(what({"bench", "-m", "m", "--precision", "int9"}),
            "--precision takes auto, f32, bf16, int8 or int4, not 'int9'");
}

TEST(InfoArguments, ThisBuildOrAModel) {
  EXPECT_EQ(plan_of<InfoPlan>({"info"}).model.name, "");
  EXPECT_EQ(plan_of<InfoPlan>({"info", "m", "--tensors"}).model.name, "m");
  EXPECT_EQ(plan_of<InfoPlan>({"info", "--model", "m"}).model.name, "m");
  EXPECT_EQ(what({"info", "m", "n"}), "one model is expected");
}

TEST(ModelHelp, NamesEveryOptionInShortLines) {
  const std::string generate(help_text("generate"));
  for (const char* option : {"--prompt ",
                             "--prompt-file",
                             "--image",
                             "--max-side",
                             "--system",
                             "--raw",
                             "--draft",
                             "--max-new-tokens",
                             "--stop",
                             "--temperature",
                             "--top-k",
                             "--top-p",
                             "--min-p",
                             "--seed",
                             "--repetition-penalty",
                             "--presence-penalty",
                             "--frequency-penalty",
                             "--no-repeat-ngram",
                             "--stream",
                             "--json",
                             "--keep-special",
                             "--quiet",
                             "--threads",
                             "--kv-memory",
                             "--vision",
                             "--check-weights",
                             "--reference",
                             "--help",
                             "Exit codes"})
    EXPECT_NE(generate.find(option), std::string::npos) << option;
  for (const char* page : {"ask", "generate", "tokenize", "bench", "info", ""}) {
    const std::string text(help_text(page));
    EXPECT_FALSE(text.empty());
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin);
      EXPECT_LE(end - begin, 95U) << text.substr(begin, end - begin);
      begin = end + 1;
    }
  }
  const auto plan = plan_of<HelpPlan>({"ask", "--help"});
  EXPECT_EQ(plan.topic, "ask");
}

}  // namespace
}  // namespace octavo::cli
