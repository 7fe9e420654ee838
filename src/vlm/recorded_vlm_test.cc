#include "vlm/recorded_vlm.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

std::unique_ptr<Vlm> recorded(std::string_view lines) {
  auto vlm = make_recorded_vlm(lines, "answers.jsonl");
  EXPECT_TRUE(vlm.ok()) << vlm.error().message();
  return std::move(vlm).value();
}

VlmRequest asking(std::string prompt, std::vector<ImageView> images = {}) {
  VlmRequest request;
  request.prompt = std::move(prompt);
  request.images = std::move(images);
  return request;
}

std::vector<VlmAnswer> ask(Vlm& vlm, std::vector<VlmRequest> requests) {
  return vlm.answer(requests, {}, {});
}

// The name reaches outputs: they must not tell where the file lies.
TEST(RecordedVlm, IsNamedByTheFileAlone) {
  const auto vlm = make_recorded_vlm("", "/a/folder/answers.jsonl");
  ASSERT_TRUE(vlm.ok());
  EXPECT_EQ((*vlm)->name(), "answers.jsonl");
}

TEST(RecordedVlm, AnswersByPrompt) {
  const auto vlm = recorded(
      "# a comment\n\n{\"prompt\": \"a\", \"answer\": \"1\"}\n"
      "{\"prompt\": \"b\", \"answer\": \"2\\n\", \"finish\": \"length\"}");
  const auto answers = ask(*vlm, {asking("b"), asking("a")});
  EXPECT_EQ(answers[0].text, "2\n");
  EXPECT_EQ(answers[0].finish, "length");
  EXPECT_EQ(answers[1].text, "1");
  EXPECT_EQ(answers[1].finish, "stop");
}

TEST(RecordedVlm, EachAnswerOnce) {
  const auto vlm = recorded("{\"answer\": \"1\"}\n{\"answer\": \"2\"}");
  const auto answers = ask(*vlm, {asking("x"), asking("x"), asking("x")});
  EXPECT_EQ(answers[0].text, "1");
  EXPECT_EQ(answers[1].text, "2");
  EXPECT_EQ(answers[2].finish, "error");
  EXPECT_EQ(answers[2].error.code, Code::kInvalidArgument);
  EXPECT_EQ(answers[2].error.what, "no answer is recorded for the prompt \"x\" with pictures []");
}

TEST(RecordedVlm, PicturesAreToldApartBySizeAndContent) {
  const Image white(4, 2, 3), black(4, 2, 3, 0), tall(2, 4, 3);
  EXPECT_NE(picture_key(white), picture_key(black));
  EXPECT_NE(picture_key(white), picture_key(tall));
  EXPECT_TRUE(picture_key(white).starts_with("4x2:"));
  const auto vlm =
      recorded("{\"pictures\": [\"" + picture_key(black) + "\"], \"answer\": \"b\"}\n" +
               "{\"pictures\": [\"" + picture_key(white) + "\"], \"answer\": \"w\"}\n");
  const auto answers = ask(*vlm, {asking("x", {white}), asking("x", {black}), asking("x", {tall})});
  EXPECT_EQ(answers[0].text, "w");
  EXPECT_EQ(answers[1].text, "b");
  EXPECT_EQ(answers[2].finish, "error");
}

TEST(RecordedVlm, APartOfAPictureIsThatPart) {
  Image whole(8, 8, 3);
  whole.pixel(0, 0)[0] = 1;  // outside the part
  const Image white(2, 2, 3);
  const ImageView view = whole;
  EXPECT_EQ(picture_key(view.part({4, 4, 6, 6})), picture_key(white));
}

TEST(RecordedVlm, WhatIsRecordedIsReplayed) {
  const Image white(4, 2, 3);
  const VlmRequest request = asking("say \"hi\"\\\n\t\x01 \xE4\xBD\xA0", {white});
  VlmAnswer said;
  said.text = "\"\\\n\x1F<fcel>";
  said.finish = "length";
  const auto vlm = recorded(recorded_line(request, said));
  const auto answers = ask(*vlm, {request});
  EXPECT_EQ(answers[0].text, said.text);
  EXPECT_EQ(answers[0].finish, "length");
}

TEST(RecordedVlm, TheCallerMayCancel) {
  const auto vlm = recorded("{\"answer\": \"1\"}\n{\"answer\": \"2\"}");
  const std::vector<VlmRequest> requests{asking("x"), asking("y")};
  std::string seen;
  const auto answers = vlm->answer(requests, {}, [&](size_t index, std::string_view text) {
    seen += std::to_string(index) + std::string(text) + ";";
    return index == 1;
  });
  EXPECT_EQ(answers[0].finish, "cancelled");
  EXPECT_EQ(answers[1].finish, "stop");
  EXPECT_EQ(seen, "01;12;");
  CancelFlag flag;
  flag.set();
  const auto stopped = vlm->answer(requests, Deadline(std::chrono::hours(1), &flag), {});
  EXPECT_EQ(stopped[0].finish, "cancelled");
  EXPECT_EQ(stopped[0].error.code, Code::kCancelled);
}

TEST(RecordedVlm, BrokenRecords) {
  const auto what = [](std::string_view lines) {
    const auto vlm = make_recorded_vlm(lines, "a.jsonl");
    EXPECT_FALSE(vlm.ok()) << lines;
    return vlm.ok() ? "" : vlm.error().message();
  };
  EXPECT_EQ(what("\n{\"prompt\": \"a\"}"),
            "a.jsonl: file_corrupted: line 2: the key 'answer' is missing");
  EXPECT_EQ(what("{\"answer\": \"a\", \"colour\": 1}"),
            "a.jsonl: file_corrupted: line 1: there is no key 'colour' in an answer");
  EXPECT_EQ(what("{\"answer\": \"a\", \"finish\": \"never\"}"),
            "a.jsonl: file_corrupted: line 1: 'finish' must be stop or length");
  EXPECT_NE(what("{\"answer\": "), "");
  EXPECT_NE(what("{\"answer\": \"a\"} x"), "");
}

}  // namespace
}  // namespace octavo
