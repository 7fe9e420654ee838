#include "octavo/models.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "octavo/files.h"
#include "store/disk.h"
#include "store/record.h"

namespace octavo {
namespace {

namespace fs = std::filesystem;

class ModelsTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) /
            ("octavo_models_" +
             std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(root_);
    fs::create_directories(root_);
    store_.directory = (root_ / "store").string();
    store_.manifest = (root_ / "manifest.json").string();
    write(root_ / "manifest.json", R"({"format": "octavo-models/1", "models": [
        {"name": "tiny", "licence": "MIT", "open": "a.gguf", "files": [{"name": "a.gguf", "bytes": 3}],
         "sources": [{"kind": "huggingface", "repo": "o/tiny", "revision": "main"}]}]})");
  }
  void TearDown() override { fs::remove_all(root_); }

  static void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }

  void install() {
    write(fs::path(store_.directory) / "tiny/a.gguf", "abc");
    const store::Record record{
        .name = "tiny", .licence = "MIT", .open = "a.gguf", .files = {{"a.gguf", 3}}};
    ASSERT_TRUE(store::write_record(store_.directory + "/tiny", record).ok());
  }

  fs::path root_;
  ModelStore store_;
};

TEST_F(ModelsTest, NamesAndPathsForLoaders) {
  const auto missing = resolve_model("tiny", store_);
  EXPECT_EQ(missing.error().code, Code::kModelMissing);
  EXPECT_EQ(missing.error().hint, "octavo models pull tiny");
  install();
  EXPECT_EQ(resolve_model("tiny", store_).value(), store_.directory + "/tiny/a.gguf");
  EXPECT_EQ(resolve_model(root_.string(), store_).value(), root_.string());
  EXPECT_EQ(resolve_model((root_ / "none").string(), store_).error().code, Code::kFileNotFound);
  EXPECT_EQ(resolve_model("", store_).error().code, Code::kInvalidArgument);
  EXPECT_EQ(resolve_model("nothing", store_).error().code, Code::kModelMissing);
  fs::resize_file(fs::path(store_.directory) / "tiny/a.gguf", 2);
  EXPECT_EQ(resolve_model("tiny", store_).error().code, Code::kModelInvalid);
}

TEST_F(ModelsTest, FindsTheBestThatReadsPages) {
  const auto entry = [](const std::string& name, int rank) {
    return R"({"name": ")" + name + R"(", "licence": "MIT", "page_rank": )" + std::to_string(rank) +
           R"(, "files": [{"name": "a", "bytes": 3}],
         "sources": [{"kind": "huggingface", "repo": "o/m", "revision": "main"}]})";
  };
  write(root_ / "manifest.json", R"({"format": "octavo-models/1", "models": [)" + entry("good", 2) +
                                     "," + entry("better", 1) + "," + entry("other", 0) + "]}");
  const auto install_model = [&](const std::string& name) {
    write(fs::path(store_.directory) / name / "a", "abc");
    ASSERT_TRUE(store::write_record(store_.directory + "/" + name,
                                    {.name = name, .licence = "MIT", .files = {{"a", 3}}})
                    .ok());
  };
  EXPECT_EQ(find_page_reader(store_, true).value(), "");
  install_model("other");
  EXPECT_EQ(find_page_reader(store_, true).value(), "");
  install_model("good");
  EXPECT_EQ(find_page_reader(store_, false).value(), store_.directory + "/good");
  install_model("better");
  EXPECT_EQ(find_page_reader(store_, false).value(), store_.directory + "/better");
  fs::resize_file(fs::path(store_.directory) / "better/a", 1);
  EXPECT_EQ(find_page_reader(store_, false).value(), store_.directory + "/good");
}

TEST_F(ModelsTest, FindsTheBestThatAnswersAboutText) {
  const auto entry = [](const std::string& name, const std::string& ranks) {
    return R"({"name": ")" + name + R"(", "licence": "MIT", )" + ranks +
           R"("files": [{"name": "a", "bytes": 3}],
         "sources": [{"kind": "huggingface", "repo": "o/m", "revision": "main"}]})";
  };
  write(root_ / "manifest.json", R"({"format": "octavo-models/1", "models": [)" +
                                     entry("reads", R"("page_rank": 1, )") + "," +
                                     entry("second", R"("text_rank": 2, )") + "," +
                                     entry("first", R"("text_rank": 1, )") + "]}");
  const auto install_model = [&](const std::string& name) {
    write(fs::path(store_.directory) / name / "a", "abc");
    ASSERT_TRUE(store::write_record(store_.directory + "/" + name,
                                    {.name = name, .licence = "MIT", .files = {{"a", 3}}})
                    .ok());
  };
  install_model("reads");
  EXPECT_EQ(find_text_model(store_, true).value(), "");
  install_model("second");
  EXPECT_EQ(find_text_model(store_, false).value(), store_.directory + "/second");
  install_model("first");
  EXPECT_EQ(find_text_model(store_, false).value(), store_.directory + "/first");
}

TEST_F(ModelsTest, OfflineNeedsNoNetwork) {
  const PullOptions offline{.network = {.offline = true}};
  EXPECT_EQ(pull_model(store_, "tiny", offline).error().code, Code::kModelMissing);
  EXPECT_FALSE(fs::exists(store_.directory)) << "nothing is made";
  install();
  EXPECT_TRUE(pull_model(store_, "tiny", offline).value().was_here);
}

TEST_F(ModelsTest, InTheStoreButInNoManifest) {
  install();
  store_.manifest.clear();
  EXPECT_EQ(find_model(store_, "tiny").value().state, ModelState::kInstalled);
  EXPECT_TRUE(check_model(store_, "tiny", nullptr).value().good());
  EXPECT_TRUE(remove_model(store_, "tiny", nullptr).ok());
  EXPECT_EQ(find_model(store_, "tiny").error().code, Code::kModelMissing);
}

TEST_F(ModelsTest, SizesForPeople) {
  EXPECT_EQ(size_text(0), "0 B");
  EXPECT_EQ(size_text(999), "999 B");
  EXPECT_EQ(size_text(1000), "1.00 kB");
  EXPECT_EQ(size_text(9994), "9.99 kB");
  EXPECT_EQ(size_text(9996), "10.0 kB");
  EXPECT_EQ(size_text(999'499), "999 kB");
  EXPECT_EQ(size_text(999'501), "1.00 MB");
  EXPECT_EQ(size_text(2'312'126'640), "2.31 GB");
  EXPECT_EQ(size_text(UINT64_MAX), "18.4 EB");
}

TEST_F(ModelsTest, LocksExclude) {
  const std::string path = (root_ / "lock").string();
  auto first = store::lock_file(path, nullptr, {});
  ASSERT_TRUE(first.ok());
  CancelFlag stop;
  bool waited = false;
  const auto second = store::lock_file(path, &stop, [&] {
    waited = true;
    stop.set();
  });
  EXPECT_TRUE(waited);
  EXPECT_EQ(second.error().code, Code::kCancelled);
  {
    const auto gone = std::move(first).value();
  }
  EXPECT_TRUE(store::lock_file(path, nullptr, {}).ok());
}

TEST_F(ModelsTest, FreeSpaceOfAFolderThatIsNotThereYet) {
  EXPECT_GT(store::free_bytes((root_ / "not/yet/there").string()).value(), 0u);
}

}  // namespace
}  // namespace octavo
