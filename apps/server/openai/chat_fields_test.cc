#include "server/openai/chat_fields.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
namespace octavo::server {
namespace {

struct Read {
  std::optional<Problem> problem;
  ChatSettings settings;
};

Read read(const std::string& members) {
  Read out;
  const auto json = read_json("{" + members + "}");
  EXPECT_TRUE(std::holds_alternative<Json>(json)) << members;
  out.problem = read_chat_fields(std::get<Json>(json), out.settings);
  return out;
}

std::string refused(const std::string& members) {
  const Read out = read(members);
  if (!out.problem) return "";
  EXPECT_EQ(out.problem->status, 400) << members;
  EXPECT_FALSE(out.problem->message.empty());
  return out.problem->code + " " + out.problem->parameter;
}

TEST(ChatFields, WhatMineruSends) {
  const Read out =
      read(R"("priority":1,"temperature":0.0,"top_p":0.01,"top_k":1,"presence_penalty":1.0,)"
           R"("frequency_penalty":0.05,"repetition_penalty":1.0,)"
           R"("vllm_xargs":{"no_repeat_ngram_size":100,"debug":false},"skip_special_tokens":false,)"
           R"("max_tokens":4096,"max_completion_tokens":4096)");
  ASSERT_FALSE(out.problem) << out.problem->message;
  const Sampling& sampling = out.settings.sampling;
  EXPECT_EQ(sampling.temperature, 0);
  EXPECT_FLOAT_EQ(sampling.top_p, 0.01F);
  EXPECT_EQ(sampling.top_k, 1);
  EXPECT_EQ(sampling.presence_penalty, 1);
  EXPECT_FLOAT_EQ(sampling.frequency_penalty, 0.05F);
  EXPECT_EQ(sampling.repetition_penalty, 1);
  EXPECT_EQ(sampling.no_repeat_ngram, 100);
  EXPECT_TRUE(out.settings.keep_special);
  EXPECT_FALSE(out.settings.stream);
  EXPECT_EQ(out.settings.max_tokens, 4096);
}

TEST(ChatFields, NothingGivenIsGreedyAndWhole) {
  const Read out = read("");
  ASSERT_FALSE(out.problem);
  EXPECT_EQ(out.settings.sampling.temperature, 0);
  EXPECT_EQ(out.settings.sampling.top_p, 1);
  EXPECT_EQ(out.settings.max_tokens, 0);
  EXPECT_FALSE(out.settings.seed);
  EXPECT_FALSE(out.settings.keep_special);
}

TEST(ChatFields, NullIsAbsent) {
  EXPECT_EQ(
      refused(R"("temperature":null,"stop":null,"stream":null,"stream_options":null,"n":null,)"
              R"("vllm_xargs":null,"tools":null,"response_format":null,"seed":null)"),
      "");
}

struct Row {
  const char* name;
  double least, most;
  bool whole;
};
constexpr Row kRows[] = {{"temperature", 0, 2, false},
                         {"top_p", 0, 1, false},
                         {"min_p", 0, 1, false},
                         {"top_k", -1, 16777216, true},
                         {"presence_penalty", -2, 2, false},
                         {"frequency_penalty", -2, 2, false},
                         {"repetition_penalty", 0.01, 10, false},
                         {"no_repeat_ngram_size", 0, 16777216, true},
                         {"seed", -9.3e18, 9.3e18, true},
                         {"max_tokens", 1, 1073741824, true},
                         {"max_completion_tokens", 1, 1073741824, true},
                         {"n", 1, 1, true}};
constexpr std::string_view kEdges[] = {"0",
                                       "-0.0",
                                       "1",
                                       "-1",
                                       "2",
                                       "0.5",
                                       "1e-300",
                                       "-1e-300",
                                       "1e38",
                                       "-1e38",
                                       "1e308",
                                       "-1e308",
                                       "3.4e38",
                                       "1e9",
                                       "true",
                                       "\"1\"",
                                       "[1]",
                                       "{}",
                                       "2147483648",
                                       "-2147483649",
                                       "9007199254740993",
                                       "9223372036854775807",
                                       "-9223372036854775808",
                                       "9223372036854775808",
                                       "18446744073709551615"};

bool fits(const Row& row, std::string_view value) {
  // Two that a double rounds into the range, and that no 64 bits with a sign hold.
  if (value == "9223372036854775808" || value == "18446744073709551615") return false;
  char* end = nullptr;
  const double number = std::strtod(value.data(), &end);
  return *end == '\0' && number >= row.least && number <= row.most &&
         (!row.whole || number == std::floor(number));
}

// Every numeric field with values that break others: taken where they lie in the range, else
// refused by name, and whatever is taken is a number the engine computes with.
TEST(ChatFields, EdgesOfEveryNumber) {
  int taken = 0;
  for (const Row& row : kRows)
    for (const std::string_view value : kEdges) {
      const std::string member = "\"" + std::string(row.name) + "\":" + std::string(value);
      const Read out = read(member);
      EXPECT_EQ(!out.problem, fits(row, value)) << member;
      if (out.problem) {
        EXPECT_EQ(out.problem->code + " " + out.problem->parameter,
                  "invalid_parameter " + std::string(row.name))
            << member;
        continue;
      }
      ++taken;
      const Sampling& s = out.settings.sampling;
      for (const float real : {s.temperature, s.top_p, s.min_p, s.repetition_penalty,
                               s.presence_penalty, s.frequency_penalty})
        EXPECT_TRUE(std::isfinite(real) && std::fabs(real) <= 10) << member;
      EXPECT_GT(s.top_p, 0) << member;
      EXPECT_GT(s.repetition_penalty, 0) << member;
      EXPECT_GE(s.top_k, 0) << member;
    }
  EXPECT_GT(taken, 50);
}

TEST(ChatFields, WholeNumbersMayBeWrittenWithAPoint) {
  EXPECT_EQ(read(R"("top_k":40.0)").settings.sampling.top_k, 40);
  EXPECT_EQ(refused(R"("top_k":40.5)"), "invalid_parameter top_k");
  EXPECT_EQ(read(R"("seed":-9223372036854775808)").settings.seed, INT64_MIN);
}

TEST(ChatFields, ExtrasAreHeldAgainstTheSameTable) {
  EXPECT_EQ(refused(R"("vllm_xargs":{"no_repeat_ngram_size":-1})"),
            "invalid_parameter vllm_xargs.no_repeat_ngram_size");
  EXPECT_EQ(refused(R"("vllm_xargs":7)"), "invalid_parameter vllm_xargs");
  EXPECT_EQ(read(R"("mm_processor_kwargs":{"max_pixels":1003520})").settings.max_pixels, 1003520);
}

TEST(ChatFields, Stops) {
  EXPECT_EQ(read(R"("stop":"###")").settings.stop, std::vector<std::string>{"###"});
  EXPECT_EQ(read(R"("stop":["a","\n"])").settings.stop, (std::vector<std::string>{"a", "\n"}));
  EXPECT_EQ(refused(R"("stop":[])"), "");
  for (const std::string& stop :
       {std::string("[\"\"]"), std::string("\"\""), std::string("7"), std::string("[1]"),
        std::string("{}"), "\"" + std::string(257, 'x') + "\""})
    EXPECT_EQ(refused("\"stop\":" + stop), "invalid_parameter stop") << stop;
  std::string many = "\"a\"";
  for (int i = 0; i < 16; ++i) many += ",\"a\"";
  EXPECT_EQ(refused("\"stop\":[" + many + "]"), "invalid_parameter stop");
}

TEST(ChatFields, Streaming) {
  const Read out = read(R"("stream":true,"stream_options":{"include_usage":true})");
  EXPECT_TRUE(out.settings.stream && out.settings.include_usage);
  EXPECT_EQ(refused(R"("stream_options":{"include_usage":true})"),
            "invalid_parameter stream_options");
  EXPECT_EQ(refused(R"("stream":"yes")"), "invalid_parameter stream");
  EXPECT_EQ(refused(R"("stream":true,"stream_options":{"include_usage":1})"),
            "invalid_parameter stream_options.include_usage");
}

TEST(ChatFields, UnknownOnesDoNotCountDangerousOnesDo) {
  EXPECT_EQ(refused(R"("user":"me","store":false,"metadata":{"a":"b"},"parallel_tool_calls":true,)"
                    R"("service_tier":"auto","whatever":[1,2],"chat_template_kwargs":{"x":1})"),
            "");
  for (const char* name : {"chat_template", "server_url", "grammar", "guided_json", "tools",
                           "logit_bias", "logits_processors", "structured_outputs"})
    EXPECT_EQ(refused("\"" + std::string(name) + "\":\"x\""),
              "unsupported_parameter " + std::string(name));
  EXPECT_EQ(refused(R"("logprobs":true)"), "unsupported_parameter logprobs");
  for (const char* type : {"json_object", "json_schema", "grammar"})
    EXPECT_EQ(refused(R"("response_format":{"type":")" + std::string(type) + "\"}"),
              "response_format_unsupported response_format");
  for (const char* wrong : {"7", "\"text\"", "{}", R"({"type":7})", "[]"})
    EXPECT_EQ(refused("\"response_format\":" + std::string(wrong)),
              "invalid_parameter response_format");
  // What clients send to say that they want nothing of it.
  EXPECT_EQ(
      refused(R"("response_format":{"type":"text"},"tools":[],"logit_bias":{},"logprobs":false,)"
              R"("top_logprobs":0,"modalities":["text"],"add_generation_prompt":true)"),
      "");
}

}  // namespace
}  // namespace octavo::server
