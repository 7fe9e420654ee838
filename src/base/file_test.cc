#include "base/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/utf8.h"

namespace octavo {
namespace {

namespace fs = std::filesystem;

class FileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("octavo-file-test-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  size_t entries() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

TEST_F(FileTest, MapsWhatWasWritten) {
  ASSERT_TRUE(write_file_atomically(path("a"), std::string_view("hello")).ok());
  auto file = MappedFile::open(path("a"), 100);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(std::string(file->bytes().begin(), file->bytes().end()), "hello");
  EXPECT_EQ(entries(), 1u);  // no temporary left
}

TEST_F(FileTest, EachFaultHasItsCode) {
  EXPECT_EQ(MappedFile::open(path("none"), 100).error().code, Code::kFileNotFound);
  EXPECT_EQ(MappedFile::open(folder_.string(), 100).error().code, Code::kFileUnreadable);
  std::ofstream(path("empty")).flush();
  EXPECT_EQ(MappedFile::open(path("empty"), 100).error().code, Code::kFileEmpty);
  ASSERT_TRUE(write_file_atomically(path("big"), std::string_view("0123456789")).ok());
  EXPECT_EQ(MappedFile::open(path("big"), 9).error().code, Code::kLimitExceeded);
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  EXPECT_EQ(MappedFile::open(path("fifo"), 100).error().code,
            Code::kFileUnreadable);  // and does not hang
}

TEST_F(FileTest, FailedWriteLeavesNothing) {
  EXPECT_EQ(write_file_atomically(path("no/such/dir"), std::string_view("x")).error().code,
            Code::kOutputUnwritable);
  fs::create_directories(folder_ / "taken" / "child");
  EXPECT_FALSE(write_file_atomically(path("taken"), std::string_view("x")).ok());
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, FullDiskIsItsOwnCode) {
  // /dev/full cannot be renamed onto, so write through a descriptor-like path: a tiny tmpfs needs
  // root; the error mapping is what matters here.
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  std::error_code failure;
  fs::create_symlink("/dev/full", path("full"), failure);
  ASSERT_FALSE(failure);
  // Atomic writes never follow the link: they replace it.
  ASSERT_TRUE(write_file_atomically(path("full"), std::string_view("x")).ok());
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(path("full"))));
}

TEST_F(FileTest, ReadsPipesToTheEnd) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "abc", 3), 3);
  ::close(ends[1]);
  auto bytes = read_descriptor(ends[0], "stdin", 100);
  ::close(ends[0]);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(bytes->size(), 3u);
}

TEST(SafeFileStem, NeverEscapesAndNeverBreaksCharacters) {
  EXPECT_EQ(safe_file_stem("report"), "report");
  EXPECT_EQ(safe_file_stem("../../etc/passwd"), "___.._etc_passwd");
  EXPECT_EQ(safe_file_stem(".."), "__");
  EXPECT_EQ(safe_file_stem(""), "document");
  EXPECT_EQ(safe_file_stem("a\nb\x01"), "ab");
  std::string chinese;
  for (int i = 0; i < 100; ++i) chinese += "中";
  const std::string cut = safe_file_stem(chinese, 250);
  EXPECT_LE(cut.size(), 250u);
  EXPECT_EQ(cut.size() % 3, 0u);
  EXPECT_TRUE(is_valid_utf8(cut));
}

}  // namespace
}  // namespace octavo
