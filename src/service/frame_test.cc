#include "service/frame.h"

#include <gtest/gtest.h>

#include <random>

namespace octavo::service {
namespace {

std::string encoded(const Message& message) {
  auto out = encode_message(message);
  EXPECT_TRUE(out.ok());
  return out.ok() ? *out : "";
}

TEST(Frame, ALengthIsLittleEndianAndBytesComeFirst) {
  EXPECT_EQ(encoded({"{}", ""}), std::string("\x02\0\0\0{}", 6));
  EXPECT_EQ(encoded({"{}", "abc"}), std::string("\x03\0\0\x80"
                                                "abc"
                                                "\x02\0\0\0{}",
                                                13));
}

TEST(Frame, AnyPortionsGiveTheSameMessages) {
  const std::string stream = encoded({"{\"a\":1}", ""}) + encoded({"{\"b\":2}", "payload"}) +
                             encoded({"{\"c\":3}", std::string(1000, '\0')});
  for (size_t portion = 1; portion < stream.size(); portion += 7) {
    FrameReader reader;
    for (size_t at = 0; at < stream.size(); at += portion)
      ASSERT_TRUE(reader.add(std::string_view(stream).substr(at, portion)).ok());
    Message message;
    ASSERT_TRUE(reader.take(message));
    EXPECT_EQ(message.json, "{\"a\":1}");
    EXPECT_EQ(message.bytes, "");
    ASSERT_TRUE(reader.take(message));
    EXPECT_EQ(message.bytes, "payload");
    ASSERT_TRUE(reader.take(message));
    EXPECT_EQ(message.bytes.size(), 1000u);
    EXPECT_FALSE(reader.take(message));
    EXPECT_FALSE(reader.inside_a_message());
  }
}

TEST(Frame, TooLongIsRefusedByItsHeadAlone) {
  FrameReader reader({.max_json_bytes = 10, .max_bytes = 20});
  EXPECT_TRUE(reader.add(std::string("\x0a\0\0\0", 4)).ok());
  EXPECT_TRUE(reader.add("{\"a\":\"bc\"}").ok());
  EXPECT_FALSE(reader.add(std::string("\x0b\0\0\0", 4)).ok());
  // What was whole before it is still there; nothing after it is.
  Message message;
  EXPECT_TRUE(reader.take(message));
  EXPECT_FALSE(reader.add(encoded({"{}", ""})).ok());
  EXPECT_FALSE(reader.take(message));
  FrameReader bytes({.max_json_bytes = 10, .max_bytes = 20});
  EXPECT_FALSE(bytes.add(std::string("\x15\0\0\x80", 4)).ok());
}

TEST(Frame, EmptyFramesAndLoneBytesAreRefused) {
  FrameReader empty;
  EXPECT_FALSE(empty.add(std::string(4, '\0')).ok());
  FrameReader twice;
  EXPECT_FALSE(twice.add(std::string("\x01\0\0\x80x\x01\0\0\x80y", 10)).ok());
}

TEST(Frame, ACutOffMessageIsSeen) {
  const std::string whole = encoded({"{\"a\":1}", "payload"});
  for (size_t length = 1; length < whole.size(); ++length) {
    FrameReader reader;
    ASSERT_TRUE(reader.add(whole.substr(0, length)).ok());
    Message message;
    EXPECT_FALSE(reader.take(message));
    EXPECT_TRUE(reader.inside_a_message()) << length;
  }
}

TEST(Frame, GarbageNeverTakesMoreThanTheCap) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    FrameReader reader({.max_json_bytes = 64, .max_bytes = 64});
    std::string garbage(200, '\0');
    for (char& c : garbage) c = static_cast<char>(random());
    if (round % 2 == 0) garbage[1] = garbage[2] = garbage[3] = 0;
    static_cast<void>(reader.add(garbage));
    Message message;
    while (reader.take(message)) EXPECT_LE(message.json.size(), 64u);
  }
}

TEST(Frame, MessagesOverTheCapAreNotSent) {
  EXPECT_FALSE(encode_message({std::string(11, 'x'), ""}, {.max_json_bytes = 10}).ok());
  EXPECT_FALSE(encode_message({"", ""}).ok());
}

}  // namespace
}  // namespace octavo::service
