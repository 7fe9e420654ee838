#include "server/http/json.h"

#include <gtest/gtest.h>

namespace octavo::server {
namespace {

std::string refused(std::string_view text) {
  const auto read = read_json(text);
  const auto* problem = std::get_if<Problem>(&read);
  if (problem == nullptr) return "";
  EXPECT_EQ(problem->status, 400);
  EXPECT_EQ(problem->code, "invalid_json");
  return problem->message;
}

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Json, WhatItTakes) {
  for (const char* text :
       {"{}", "[]", "7", "\"\"", "null", " [1e-400, -0, 1E+2] ", "[\"\\u0000\\ud83d\\ude00\"]",
        "{\"\":[true,false]}", "\"\x7F\"", "[\"\xF0\x9F\x98\x80\"]"})
    EXPECT_EQ(refused(text), "") << text;
}

TEST(Json, WhatItRefuses) {
  for (const char* text : {"",
                           "{",
                           "[1,]",
                           "{\"a\":1,}",
                           "{'a':1}",
                           "[01]",
                           "[1.]",
                           "[.5]",
                           "[+1]",
                           "[NaN]",
                           "[Infinity]",
                           "[1e999]",
                           "[\"\\ud800\"]",
                           "[\"\\udc00\"]",
                           "[\"\\x\"]",
                           "[\"\t\"]",
                           "[\"\xC3\"]",
                           "[\"\xED\xA0\x80\"]",
                           "\xEF\xBB\xBF[]x",
                           "[] []",
                           "nul",
                           "//\n[]",
                           "{\"a\":1,\"a\":2}",
                           "[{\"a\":{\"b\":1,\"b\":1}}]"})
    EXPECT_NE(refused(text), "") << text;
}

TEST(Json, DepthIsBounded) {
  EXPECT_EQ(refused(repeated("[", 60) + repeated("]", 60)), "");
  EXPECT_NE(refused(repeated("[", 70) + repeated("]", 70)), "");
  EXPECT_NE(refused(repeated("{\"a\":", 100'000)), "");
}

// Time and memory stay in proportion to a request of some size.
TEST(Json, NumbersOfValuesAndKeysAreBounded) {
  EXPECT_EQ(refused("[" + repeated("0,", 100'000) + "0]"), "");
  EXPECT_NE(refused("[" + repeated("[],", 300'000) + "0]").find("too many values"),
            std::string::npos);
  std::string keys = "{";
  for (int i = 0; i < 100'000; ++i) keys += "\"" + std::to_string(i) + "\":0,";
  EXPECT_NE(refused(keys + "\"x\":0}").find("too many keys"), std::string::npos);
}

TEST(Json, WhatIsWrittenIsAlwaysValid) {
  EXPECT_EQ(json_text({{"a",
                        "\xFF"
                        "b\n"}}),
            "{\"a\":\"\xEF\xBF\xBD"
            "b\\n\"}");
}

}  // namespace
}  // namespace octavo::server
