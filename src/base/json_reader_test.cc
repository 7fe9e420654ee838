#include "base/json_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace octavo {
namespace {

std::string error_of(std::string_view text, int max_depth = 64) {
  JsonReader reader(text, max_depth);
  reader.skip();
  reader.finish();
  return reader.error();
}

TEST(JsonReader, ReadsAnObjectInOrder) {
  JsonReader reader(
      R"( {"name": "a\u00e9\n\ud83d\ude00", "list":[1, -2,3.5e1 ], "on":true,"off":null} )");
  reader.enter_object();
  EXPECT_EQ(reader.next_key(), "name");
  EXPECT_EQ(reader.peek(), JsonReader::Kind::kString);
  EXPECT_EQ(reader.string(), "a\xC3\xA9\n\xF0\x9F\x98\x80");
  EXPECT_EQ(reader.next_key(), "list");
  reader.enter_array();
  EXPECT_TRUE(reader.next_element());
  EXPECT_EQ(reader.unsigned_integer(), 1u);
  EXPECT_TRUE(reader.next_element());
  EXPECT_EQ(reader.integer(), -2);
  EXPECT_TRUE(reader.next_element());
  EXPECT_EQ(reader.number(), 35.0);
  EXPECT_FALSE(reader.next_element());
  EXPECT_EQ(reader.next_key(), "on");
  EXPECT_TRUE(reader.boolean());
  EXPECT_EQ(reader.next_key(), "off");
  EXPECT_EQ(reader.peek(), JsonReader::Kind::kNull);
  reader.null();
  EXPECT_EQ(reader.next_key(), std::nullopt);
  reader.finish();
  EXPECT_TRUE(reader.ok()) << reader.error();
}

TEST(JsonReader, GoodTexts) {
  for (const char* text :
       {"0", "-0", "-1.5E+3", "1e-400", "0e99999999999999999999", "\"\"", "[]", "{}", "[[],{}]",
        "{\"\":{\"a\":[null,true,false]}}", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\"", "\t\r\n 1 ",
        "1.7976931348623157e308", "0.000000000000000000001e30"})
    EXPECT_EQ(error_of(text), "") << text;
}

TEST(JsonReader, BadTexts) {
  for (const char* text : {"",
                           " ",
                           "tru",
                           "True",
                           "nul",
                           "01",
                           "-",
                           "+1",
                           "1.",
                           ".5",
                           "1e",
                           "1e+",
                           "0x1",
                           "NaN",
                           "Infinity",
                           "1e400",
                           "-1e309",
                           "1 2",
                           "[1,]",
                           "[,1]",
                           "[1 2]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\":1,}",
                           "{a:1}",
                           "{'a':1}",
                           "{\"a\":1",
                           "[",
                           "[1",
                           "]",
                           "}",
                           "[}",
                           "{]",
                           "\"",
                           "\"\\\"",
                           "\"\\x\"",
                           "\"\\u12\"",
                           "\"\\u12g4\"",
                           "\"\\ud800\"",
                           "\"\\ud800x\"",
                           "\"\\ud800\\u0041\"",
                           "\"\\udc00\"",
                           "\"\\ud800\\ud800\"",
                           "\"a\nb\"",
                           "\"\x01\"",
                           "1,",
                           "{} x",
                           "\xEF\xBB\xBF{}",
                           "[1]]",
                           "/**/1"})
    EXPECT_NE(error_of(text), "") << text;
  EXPECT_NE(error_of(std::string_view("{}\0", 3)), "");
  EXPECT_NE(error_of(std::string_view("\"\\\0\"", 4)), "");
}

TEST(JsonReader, NumbersThatAreNoIntegers) {
  const auto as_unsigned = [](std::string_view text) {
    JsonReader reader(text);
    const auto value = reader.unsigned_integer();
    reader.finish();
    EXPECT_TRUE(reader.ok()) << text;
    return value;
  };
  EXPECT_EQ(as_unsigned("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(as_unsigned("0"), 0u);
  for (const char* text : {"18446744073709551616", "-1", "-0", "1.0", "1e2"})
    EXPECT_EQ(as_unsigned(text), std::nullopt) << text;
  EXPECT_EQ(JsonReader("-9223372036854775808").integer(), INT64_MIN);
  EXPECT_EQ(JsonReader("9223372036854775808").integer(), std::nullopt);
  EXPECT_EQ(JsonReader("-0").integer(), std::nullopt);
  JsonReader too_large("1e999");
  EXPECT_EQ(too_large.unsigned_integer(), std::nullopt);
  EXPECT_FALSE(too_large.ok());
}

TEST(JsonReader, LongNumbersAreJudgedByTheirSize) {
  EXPECT_EQ(error_of(std::string(300, '9')), "");
  EXPECT_NE(error_of(std::string(310, '9')), "");
  EXPECT_EQ(error_of("0." + std::string(400, '0') + "1"), "");
  EXPECT_EQ(error_of("0." + std::string(400, '0') + "1e401"), "");
  EXPECT_EQ(error_of("1" + std::string(400, '0') + "e-400"), "");
}

TEST(JsonReader, DepthIsBoundedWithoutUsingTheStack) {
  EXPECT_EQ(error_of(std::string(64, '[') + std::string(64, ']')), "");
  EXPECT_NE(error_of(std::string(65, '[') + std::string(65, ']')).find("byte 65"),
            std::string::npos);
  EXPECT_NE(error_of(std::string(1'000'000, '[')).find("nested too deep"), std::string::npos);
}

TEST(JsonReader, AnErrorEndsEveryLoop) {
  JsonReader reader("[1, 2, x, 4]");
  int seen = 0;
  reader.enter_array();
  while (reader.next_element()) {
    reader.unsigned_integer();
    ++seen;
  }
  EXPECT_EQ(seen, 3);
  EXPECT_EQ(reader.error(), "byte 7: not a number");
  EXPECT_EQ(reader.next_key(), std::nullopt);
  EXPECT_EQ(reader.string(), "");
  EXPECT_EQ(reader.peek(), JsonReader::Kind::kNone);
}

TEST(JsonReader, ACopyReadsOnFromTheSamePlace) {
  JsonReader reader(R"({"a":[5],"b":6})");
  reader.enter_object();
  reader.next_key();
  JsonReader copy = reader;
  reader.skip();
  EXPECT_EQ(reader.next_key(), "b");
  copy.enter_array();
  EXPECT_TRUE(copy.next_element());
  EXPECT_EQ(copy.unsigned_integer(), 5u);
}

}  // namespace
}  // namespace octavo
