#include "server/openai/chat_messages.h"

#include <gtest/gtest.h>

#include "base/base64.h"
#include "server/openai/document_task.h"

namespace octavo::server {
namespace {

using Role = service::ChatMessage::Role;

std::string png_header(uint32_t width, uint32_t height) {
  std::string bytes = "\x89PNG\r\n\x1A\n";
  bytes += std::string("\0\0\0\x0DIHDR", 8);
  for (const uint32_t value : {width, height})
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
  return bytes + "\x08\x02";
}
std::string uri(const std::string& bytes) {
  return "data:image/png;base64," +
         base64({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}
std::string picture(const std::string& address) {
  return R"({"type":"image_url","image_url":{"url":")" + address + "\"}}";
}
std::string user(const std::string& parts) {
  return R"([{"role":"user","content":[)" + parts + "]}]";
}

struct Read {
  std::optional<Problem> problem;
  ChatMessages chat;
};
Read read(const std::string& list, const ChatLimits& limits = {}) {
  Read out;
  auto json = read_json(list);
  EXPECT_TRUE(std::holds_alternative<Json>(json)) << list;
  out.problem = read_chat_messages(std::move(std::get<Json>(json)), limits, out.chat);
  return out;
}
std::string refused(const std::string& list, const ChatLimits& limits = {}) {
  const Read out = read(list, limits);
  return out.problem ? std::to_string(out.problem->status) + " " + out.problem->code + " " +
                           out.problem->parameter
                     : "";
}

TEST(ChatMessages, WhatMineruSends) {
  const Read out = read(
      R"([{"role":"system","content":"You are a helpful assistant."},{"role":"user","content":[)" +
      picture(uri(png_header(3, 2))) + R"(,{"type":"text","text":"\nLayout Detection:"}]}])");
  ASSERT_FALSE(out.problem) << out.problem->message;
  ASSERT_EQ(out.chat.messages.size(), 2U);
  EXPECT_EQ(out.chat.messages[0].role, Role::kSystem);
  EXPECT_EQ(out.chat.messages[0].parts[0].text, "You are a helpful assistant.");
  const auto& parts = out.chat.messages[1].parts;
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(std::string(parts[0].picture.begin(), parts[0].picture.end()), png_header(3, 2));
  EXPECT_EQ(parts[1].text, "\nLayout Detection:");
  EXPECT_EQ(out.chat.pictures, 1U);
  EXPECT_EQ(out.chat.pixels, 6);
  EXPECT_EQ(document_task_of(out.chat.messages, 1), DocumentTask::kLayout);
}

TEST(ChatMessages, Conversations) {
  const Read out = read(
      R"([{"role":"developer","content":"a"},{"role":"system","content":[{"type":"text","text":"b"}]},)"
      R"({"role":"user","content":"c"},{"role":"assistant","content":null},)"
      R"({"role":"user","content":"d\u0000\ud83d\ude00"}])");
  ASSERT_FALSE(out.problem) << out.problem->message;
  ASSERT_EQ(out.chat.messages.size(), 4U);  // what the system says is one message
  ASSERT_EQ(out.chat.messages[0].parts.size(), 3U);
  EXPECT_EQ(out.chat.messages[0].parts[2].text, "b");
  EXPECT_EQ(out.chat.messages[2].role, Role::kAssistant);
  EXPECT_EQ(out.chat.messages[3].parts[0].text, std::string("d\0\xF0\x9F\x98\x80", 6));
}

TEST(ChatMessages, WrongShapesAreNamed) {
  EXPECT_EQ(refused("[]"), "400 invalid_parameter messages");
  EXPECT_EQ(refused("{}"), "400 invalid_parameter messages");
  EXPECT_EQ(refused("7"), "400 invalid_parameter messages");
  EXPECT_EQ(refused("[7]"), "400 invalid_parameter messages[0]");
  EXPECT_EQ(refused(R"([{"content":"x"}])"), "400 invalid_parameter messages[0].role");
  EXPECT_EQ(refused(R"([{"role":"tool","content":"x"}])"),
            "400 invalid_parameter messages[0].role");
  EXPECT_EQ(refused(R"([{"role":"user"}])"), "400 invalid_parameter messages[0].content");
  EXPECT_EQ(refused(R"([{"role":"user","content":7}])"),
            "400 invalid_parameter messages[0].content");
  EXPECT_EQ(refused(user("7")), "400 invalid_parameter messages[0].content[0].type");
  EXPECT_EQ(refused(user(R"({"type":"video_url"})")),
            "400 invalid_parameter messages[0].content[0].type");
  EXPECT_EQ(refused(user(R"({"type":"text"})")),
            "400 invalid_parameter messages[0].content[0].text");
  EXPECT_EQ(refused(user(R"({"type":"image_url","image_url":{}})")),
            "400 invalid_parameter messages[0].content[0].image_url.url");
  EXPECT_EQ(refused(R"([{"role":"assistant","content":"x"}])"), "400 invalid_parameter messages");
  EXPECT_EQ(refused(R"([{"role":"user","content":"x"},{"role":"system","content":"y"}])"),
            "400 invalid_parameter messages[1].role");
  EXPECT_EQ(refused(R"([{"role":"system","content":[)" + picture(uri(png_header(1, 1))) + "]}]"),
            "400 invalid_parameter messages[0].content[0]");
}

TEST(ChatMessages, AddressesOfPictures) {
  const std::string where = " messages[0].content[0].image_url.url";
  for (const char* address : {"file:///etc/passwd", "ftp://a/b", "gopher://a", "/etc/passwd", "",
                              "javascript:alert(1)", "\\\\\\\\host\\\\share"})
    EXPECT_EQ(refused(user(picture(address))), "400 unsupported_scheme" + where) << address;
  for (const char* address :
       {"data:", "data:,x", "data:image/png,x", "data:image/png;base64",
        "data:text/html;base64,AAAA", "data:image/;base64,AAAA",
        "data:image/png;charset=x;base64,AAAA", "data:;base64,AAAA", "data:image/png;base64,",
        "data:image/png;base64,AA", "data:image/png;base64,A A=", "data:image/png;base64,AAA\\n"})
    EXPECT_EQ(refused(user(picture(address))), "400 invalid_url" + where) << address;
  EXPECT_EQ(refused(user(picture("data:image/png;base64,AAAA"))), "415 unsupported_media" + where);
  EXPECT_EQ(refused(user(picture(uri("\x89PNG\r\n\x1A\n")))), "422 image_malformed" + where);
  EXPECT_EQ(refused(user(picture("DATA:IMAGE/PNG;BASE64," + uri(png_header(1, 1)).substr(22)))),
            "");
  const Read remote = read(user(picture("https://example.org/a.png")));
  ASSERT_EQ(remote.chat.wanted.size(), 1U);
  EXPECT_EQ(remote.chat.wanted[0].url, "https://example.org/a.png");
  EXPECT_EQ(remote.chat.wanted[0].parameter, where.substr(1));
}

TEST(ChatMessages, BudgetsAreForTheWholeChat) {
  const std::string small = picture(uri(png_header(10, 10)));
  EXPECT_EQ(refused(user(small + "," + small), {.all_pixels = 200}), "");
  EXPECT_EQ(refused(user(small + "," + small), {.all_pixels = 199}),
            "413 media_budget_exceeded messages[0].content[1].image_url.url");
  EXPECT_EQ(refused(user(small + "," + small), {.pictures = 1}),
            "413 media_budget_exceeded messages");
  EXPECT_EQ(refused(user(small), {.picture_bytes = 25}), "413 media_budget_exceeded messages");
  EXPECT_EQ(refused(user(picture(uri(png_header(65535, 65535))))),
            "413 image_too_large messages[0].content[0].image_url.url");
  EXPECT_EQ(
      refused(user(picture("http://a/1") + "," + picture("http://a/2")), {.remote_pictures = 1}),
      "413 media_budget_exceeded messages");
  EXPECT_EQ(
      refused(R"([{"role":"user","content":"a"},{"role":"user","content":"b"}])", {.messages = 1}),
      "413 too_many_messages messages");
}

// Nothing of what is too much is read out: 10,000 pictures are refused by counting them.
TEST(ChatMessages, TenThousandPicturesAreCountedNotRead) {
  std::string parts = picture("data:image/png;base64,AAAA");
  for (int i = 1; i < 10000; ++i) parts += "," + picture("data:image/png;base64,AAAA");
  ChatLimits limits;
  limits.parts = 20000;
  EXPECT_EQ(refused(user(parts), limits), "413 media_budget_exceeded messages");
  EXPECT_EQ(refused(user(parts)), "413 too_many_messages messages");
}

TEST(DocumentTask, OnlyThePromptsThemselves) {
  const auto task = [](const std::string& text, size_t pictures = 1) {
    return document_task_of({{.role = Role::kUser, .parts = {{.text = text}}}}, pictures);
  };
  EXPECT_EQ(task("\nText Recognition:"), DocumentTask::kText);
  EXPECT_EQ(task("Table Recognition:"), DocumentTask::kTable);
  EXPECT_EQ(task("Formula Recognition:"), DocumentTask::kFormula);
  EXPECT_EQ(task("\nImage Analysis:"), DocumentTask::kImage);
  EXPECT_EQ(task("Text Recognition: of this"), std::nullopt);
  EXPECT_EQ(task("\nText Recognition:", 0), std::nullopt);
  EXPECT_EQ(task("\nText Recognition:", 2), std::nullopt);
}

}  // namespace
}  // namespace octavo::server
