#include "server/openai/task_answer.h"

#include <gtest/gtest.h>

namespace octavo::server {
namespace {

const char kFound[] = R"([[
  {"type":"title","bbox":[0.1,0.05,0.9,0.1],"angle":0,"content":"Results & <more>"},
  {"type":"text","bbox":[0.1,0.12,0.9,0.2],"angle":90,"content":"Words","merge_prev":false},
  {"type":"table","bbox":[0,0.3,1,1.2],"angle":0,"content":"<table><tr><td>1</td></tr></table>"},
  {"type":"equation","bbox":[0.0684,0.3,1,1],"angle":null,"content":"a^2"},
  {"type":"image","bbox":[0.1,0.3,0.2,0.4],"angle":180,"content":""}]])";

TEST(TaskAnswer, ALayoutAsTheModelWritesIt) {
  EXPECT_EQ(
      task_answer(DocumentTask::kLayout, kFound, true),
      "<|box_start|>100 050 900 100<|box_end|><|ref_start|>title<|ref_end|><|rotate_up|>\n"
      "<|box_start|>100 120 900 200<|box_end|><|ref_start|>text<|ref_end|><|rotate_right|>\n"
      "<|box_start|>000 300 1000 1000<|box_end|><|ref_start|>table<|ref_end|><|rotate_up|>\n"
      "<|box_start|>068 300 1000 1000<|box_end|><|ref_start|>equation<|ref_end|><|rotate_up|>\n"
      "<|box_start|>100 300 200 400<|box_end|><|ref_start|>image<|ref_end|><|rotate_down|>");
  EXPECT_EQ(task_answer(DocumentTask::kLayout, kFound, false).substr(0, 20),
            "100 050 900 100title");
}

TEST(TaskAnswer, Contents) {
  EXPECT_EQ(task_answer(DocumentTask::kText, kFound, true),
            "Results & <more>\nWords\n<table><tr><td>1</td></tr></table>\na^2");
  EXPECT_EQ(task_answer(DocumentTask::kTable, kFound, true), "<table><tr><td>1</td></tr></table>");
  EXPECT_EQ(task_answer(DocumentTask::kFormula, kFound, true), "\\[\na^2\n\\]");
  EXPECT_EQ(task_answer(DocumentTask::kImage, kFound, true), "");
}

TEST(TaskAnswer, WithoutWhatWasAskedForTheTextIsThere) {
  const char text[] = R"([[{"type":"text","bbox":[0,0,1,1],"angle":0,"content":"a < b"}]])";
  EXPECT_EQ(task_answer(DocumentTask::kTable, text, true),
            "<table><tr><td>a &lt; b</td></tr></table>");
  EXPECT_EQ(task_answer(DocumentTask::kFormula, text, true), "a < b");
  for (const char* odd : {"", "{", "[]", "[[]]", "[7]", "[[7]]", R"([[{"type":"text"}]])"})
    for (const auto task : {DocumentTask::kText, DocumentTask::kTable, DocumentTask::kFormula})
      EXPECT_EQ(task_answer(task, odd, true), "") << odd;
}

}  // namespace
}  // namespace octavo::server
