#include "vlm/make_vlm.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "vlm/recorded_vlm.h"

namespace octavo {
namespace {

namespace fs = std::filesystem;

class MakeVlmTest : public ::testing::Test {
 protected:
  MakeVlmTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~MakeVlmTest() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  static std::string read(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }

  const fs::path folder_ = fs::path(::testing::TempDir()) /
                           ::testing::UnitTest::GetInstance()->current_test_info()->name();
  ThreadPool pool_{0};
};

TEST_F(MakeVlmTest, SaysWhatToDoWithoutAModel) {
  const auto vlm = make_vlm({}, pool_);
  ASSERT_FALSE(vlm.ok());
  EXPECT_EQ(vlm.error().code, Code::kModelMissing);
  EXPECT_NE(vlm.error().hint.find("octavo models pull"), std::string::npos);
}

TEST_F(MakeVlmTest, RecordsWhatItReplays) {
  const std::string replay = write("a.jsonl", "{\"answer\": \"one\"}\n{\"answer\": \"two\"}\n");
  const std::string record = (folder_ / "b.jsonl").string();
  Image picture(2, 2, 3);
  const VlmRequest request{.images = {picture}, .prompt = "what?"};
  const std::vector<VlmRequest> requests{request, request};
  {
    auto vlm = make_vlm({.replay_file = replay, .record_file = record}, pool_);
    ASSERT_TRUE(vlm.ok()) << vlm.error().message();
    const auto answers = (*vlm)->answer(requests);
    ASSERT_EQ(answers.size(), 2u);
    EXPECT_EQ(answers[1].text, "two");
  }
  EXPECT_EQ(read(record), recorded_line(request, {.text = "one", .finish = "stop"}) +
                              recorded_line(request, {.text = "two", .finish = "stop"}));
  auto again = make_vlm({.replay_file = record}, pool_);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ((*again)->answer(requests)[0].text, "one");
}

TEST_F(MakeVlmTest, NamesTheFileThatIsNoUse) {
  const auto missing = make_vlm({.replay_file = (folder_ / "none").string()}, pool_);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, Code::kFileNotFound);
  const auto broken = make_vlm({.replay_file = write("x", "{\"answer\": 3}")}, pool_);
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().code, Code::kFileCorrupted);
  const auto closed = make_vlm({.replay_file = write("y", "# nothing\n"),
                                .record_file = (folder_ / "no/such/place").string()},
                               pool_);
  ASSERT_FALSE(closed.ok());
  EXPECT_EQ(closed.error().code, Code::kOutputUnwritable);
  const auto model = make_vlm({.model_path = (folder_ / "none").string()}, pool_);
  ASSERT_FALSE(model.ok());
}

}  // namespace
}  // namespace octavo
