#include "generation_report.h"

#include <gtest/gtest.h>

namespace octavo::cli {
namespace {

Generation sample() {
  Generation generation;
  generation.text = "A \"quote\" \xE4\xBD\xA0\n";
  generation.token_ids = {32, 330, 5};
  generation.prompt_tokens = 700;
  generation.image_tokens = 640;
  generation.image_seconds = 1.234;
  generation.prefill_seconds = 0.5;
  generation.first_token_seconds = 1.75;
  generation.decode_seconds = 0.1;
  generation.pictures = {{"a.png", 4000, 3000, 1008, 756, 640, true}};
  return generation;
}
const GenerationFacts kFacts{
    .model = "m", .load_seconds = 0.0123, .memory = {2'410'000'000, 210'000'000, 2'200'000'000}};

TEST(GenerationReport, Summary) {
  EXPECT_EQ(generation_summary(sample(), kFacts),
            "octavo: a.png: 4000 x 3000 pixels were read as 1008 x 756 (allow more with "
            "--max-side)\n"
            "octavo: load 0.012 s, 1 picture in 1.23 s, 700 prompt tokens (640 of pictures) in "
            "0.50 s, first token after 1.75 s, 3 tokens at 20.0 tokens/s, peak memory 2.41 GB "
            "(now 210.0 MB own, 2.20 GB mapped)\n");
}

TEST(GenerationReport, SummaryOfLittle) {
  Generation generation;
  generation.prompt_tokens = 1;
  generation.end = GenerateEnd::kCancelled;
  generation.diagnostics = {{Severity::kWarning, "image_truncated", "a.png: breaks off"}};
  EXPECT_EQ(generation_summary(generation, {}),
            "octavo: a.png: breaks off\n"
            "octavo: load 0.000 s, 1 prompt token in 0.000 s, 0 tokens, stopped on request, peak "
            "memory 0 B (now 0 B own, 0 B mapped)\n");
}

TEST(GenerationReport, Json) {
  const std::string json = generation_json(sample(), kFacts);
  for (const char* part :
       {R"("text": "A \"quote\" 你\n")", R"("finish_reason": "stop")", R"("generated_tokens": 3)",
        R"("load_seconds": 0.0123)", R"("decode_tokens_per_second": 20.0)", R"("used_width": 1008)",
        R"("capped": true)", R"("peak_bytes": 2410000000)"})
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
  EXPECT_EQ(json.back(), '\n');
}

TEST(GenerationReport, GuessesThatWereRight) {
  Generation generation = sample();
  generation.drafted_tokens = 9;
  generation.accepted_tokens = 2;
  EXPECT_NE(generation_summary(generation, kFacts).find("3 tokens at 20.0 tokens/s (2 foreseen)"),
            std::string::npos);
  const std::string json = generation_json(generation, kFacts);
  EXPECT_NE(json.find("\"accepted_tokens\": 2"), std::string::npos) << json;
}

TEST(GenerationReport, Numbers) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(12'300), "12.3 kB");
  EXPECT_EQ(bytes_text(2'309'000'000), "2.31 GB");
  EXPECT_EQ(bytes_text(5'000'000'000'000), "5000.0 GB");
  EXPECT_EQ(seconds_text(0.0341), "0.034 s");
  EXPECT_EQ(seconds_text(1.249), "1.25 s");
  EXPECT_EQ(seconds_text(75.31), "75.3 s");
}

TEST(GenerationReport, Logprobs) {
  EXPECT_EQ(generation_json(sample(), kFacts).find("logprobs"), std::string::npos);
  Generation generation = sample();
  generation.logprobs = {{{32, "A", -0.25F}, {{32, "A", -0.25F}, {330, "\"", -1.5F}}}};
  const std::string json = generation_json(generation, kFacts);
  for (const char* part : {R"("logprobs": [)", R"("likeliest": [)", R"("logprob": -0.25)",
                           R"("text": "\"")", R"("logprob": -1.5)"})
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
}

}  // namespace
}  // namespace octavo::cli
