#include "staging.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "test_folder.h"

namespace octavo::cli {
namespace {

TEST(Staging, AppearsTogetherOrNotAtAll) {
  const TestFolder folder;
  {
    auto staging = Staging::create(folder.path());
    ASSERT_TRUE(staging.ok());
    ASSERT_TRUE(staging->add("a.md", std::string_view("text")).ok());
    ASSERT_TRUE(staging->add("images/x.jpg", std::string_view("pixels")).ok());
    EXPECT_FALSE(folder.has("doc"));
    ASSERT_TRUE(staging->commit(folder / "doc/auto", "a.md").ok());
  }
  EXPECT_EQ(folder.read("doc/auto/a.md"), "text");
  EXPECT_EQ(folder.read("doc/auto/images/x.jpg"), "pixels");
  EXPECT_EQ(folder.count(), 1u) << "nothing hidden is left";
}

TEST(Staging, LeavesNothingWhenDropped) {
  const TestFolder folder;
  {
    auto staging = Staging::create(folder.path());
    ASSERT_TRUE(staging->add("images/x.jpg", std::string_view("pixels")).ok());
    EXPECT_EQ(folder.count(), 1u);
  }
  EXPECT_EQ(folder.count(), 0u);
}

TEST(Staging, JoinsAFolderThatIsThere) {
  const TestFolder folder;
  folder.write("auto/a.md", "old");
  folder.write("auto/mine.txt", "keep");
  folder.write("auto/images/old.jpg", "old");
  auto staging = Staging::create(folder.path());
  ASSERT_TRUE(staging->add("a.md", std::string_view("new")).ok());
  ASSERT_TRUE(staging->add("images/x.jpg", std::string_view("pixels")).ok());
  ASSERT_TRUE(staging->commit(folder / "auto", "a.md").ok());
  EXPECT_EQ(folder.read("auto/a.md"), "new");
  EXPECT_EQ(folder.read("auto/mine.txt"), "keep");
  EXPECT_TRUE(folder.has("auto/images/x.jpg"));
}

TEST(Staging, TakesRelativeNames) {
  const TestFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  for (const char* target : {".", "new"}) {
    auto staging = Staging::create(".");
    EXPECT_TRUE(staging->add("a.md", std::string_view("x")).ok());
    EXPECT_TRUE(staging->commit(target, "a.md").ok());
  }
  std::filesystem::current_path(before);
  EXPECT_TRUE(folder.has("a.md"));
  EXPECT_TRUE(folder.has("new/a.md"));
  EXPECT_EQ(folder.count(), 2u);
}

TEST(Staging, SaysWhatIsInTheWay) {
  const TestFolder folder;
  folder.write("file", "x");
  EXPECT_EQ(Staging::create(folder / "file").error().code, Code::kOutputUnwritable);
  EXPECT_EQ(Staging::create(folder / "none").error().code, Code::kOutputUnwritable);
  auto staging = Staging::create(folder.path());
  ASSERT_TRUE(staging->add("a.md", std::string_view("x")).ok());
  const auto done = staging->commit(folder / "file", "a.md");
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, Code::kOutputUnwritable);
}

}  // namespace
}  // namespace octavo::cli
