// The log of pages: what was appended is there, and what a crash leaves at any byte costs nothing
// else.
#include "service/page_log.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "service/page_writer.h"

namespace octavo::service {
namespace {

namespace fs = std::filesystem;

class PageLogTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "octavo_log_XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    path_ = folder_ + "/0.log";
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  static LoggedPage page(int number, size_t bytes = 20) {
    return {.page = number,
            .kept = "kept " + std::to_string(number) + std::string(bytes, 'k'),
            .json = "{\"page\":" + std::to_string(number) + "}"};
  }
  PageLog open() const {
    auto log = PageLog::open(path_);
    EXPECT_TRUE(log.ok()) << log.error().message();
    return std::move(log).value();
  }
  void append(const std::vector<LoggedPage>& pages) const {
    auto log = open();
    const auto written = log.append(pages);
    ASSERT_TRUE(written.ok()) << written.error().message();
  }
  std::string bytes() const {
    std::ostringstream text;
    text << std::ifstream(path_, std::ios::binary).rdbuf();
    return text.str();
  }
  void write(const std::string& content) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << content;
  }
  std::vector<int> numbers() const {
    std::vector<int> numbers;
    read_page_log(path_, [&](const LoggedPage& read) {
      numbers.push_back(read.page);
      EXPECT_EQ(read.json, page(read.page).json);
    });
    return numbers;
  }

  std::string folder_, path_;
};

TEST_F(PageLogTest, WhatIsAppendedIsThereAndTheLastOfANumberCounts) {
  EXPECT_TRUE(numbers().empty());
  EXPECT_EQ(read_logged_json(path_, 0).error().code, Code::kFileNotFound);
  append({page(3), page(0)});
  LoggedPage again = page(3);
  again.json = "{\"again\":true}";
  append({page(7), again});
  const PageLog log = open();
  EXPECT_EQ(log.find(3)->json, again.json);
  EXPECT_EQ(log.find(0)->kept, page(0).kept);
  EXPECT_FALSE(log.find(1));
  EXPECT_EQ(*read_logged_json(path_, 3), again.json);
  EXPECT_EQ(*read_logged_json(path_, 7), page(7).json);
  EXPECT_EQ(read_logged_json(path_, 1).error().code, Code::kFileNotFound);
  // The form itself; the digest as sha256sum says it of "00000003 0000001a 0000000a ", kept and
  // json.
  EXPECT_EQ(bytes().substr(0, 32), "OPL1 00000003 0000001a 0000000a ");
  EXPECT_EQ(bytes().substr(32, 64),
            "869dd8113ee236e2692697ceac75357beae401b07b3563d69a1bf24d4dfbb99b");
  EXPECT_EQ(bytes()[96], '\n');
  EXPECT_EQ(bytes().substr(97, 26), page(3).kept);
}

TEST_F(PageLogTest, ATornEndCostsOnlyThePageItIsIn) {
  append({page(0), page(1)});
  const std::string two = bytes();
  append({page(2)});
  const std::string three = bytes();
  for (size_t size = 0; size < three.size(); ++size) {
    write(three.substr(0, size));
    const std::vector<int> whole = numbers();
    EXPECT_EQ(whole.size(), size >= two.size() ? 2u : size >= two.size() / 2 ? 1u : 0u) << size;
    append({page(9)});
    std::vector<int> expected = whole;
    expected.push_back(9);
    EXPECT_EQ(numbers(), expected) << size;
    EXPECT_EQ(*read_logged_json(path_, 9), page(9).json) << size;
  }
}

// A disk may have written the length and not the bytes, or have lost some of them.
TEST_F(PageLogTest, ADamagedByteIsNeverTakenForAPage) {
  append({page(0), page(1), page(2)});
  const std::string whole = bytes();
  const size_t one = whole.size() / 3;
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
    write(damaged);
    const std::vector<int> left = numbers();
    ASSERT_EQ(left.size(), at / one) << at;
    EXPECT_FALSE(read_logged_json(path_, static_cast<int>(at / one)).ok()) << at;
  }
  write(whole.substr(0, one) + std::string(2 * one, '\0'));
  EXPECT_EQ(numbers(), std::vector{0});
  append({page(1)});
  EXPECT_EQ(numbers(), (std::vector{0, 1}));
}

TEST_F(PageLogTest, AFullDiskLeavesWhatWasThere) {
  append({page(0)});
  const std::string before = bytes();
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    // No file may be longer than this: the write ends in the middle of the page.
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{before.size() + 50, before.size() + 50};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    auto log = PageLog::open(path_);
    if (!log.ok()) ::_exit(1);
    const LoggedPage big = page(1, 100);
    if (log->append({&big, 1}).ok()) ::_exit(2);
    const LoggedPage small{.page = 2, .kept = "", .json = ""};
    ::_exit(log->append({&small, 1}).ok() ? 3 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(bytes(), before);
  append({page(1)});
  EXPECT_EQ(numbers(), (std::vector{0, 1}));
}

TEST_F(PageLogTest, AWriterTellsEachPageOnceItIsThereWithItsPictures) {
  std::vector<int> told;
  fs::create_directory(folder_ + "/images");
  const std::string picture = folder_ + "/images/a.png";
  {
    PageWriter writer(open());
    EXPECT_FALSE(writer.find(0));
    for (int i = 0; i < 200; ++i) {
      ASSERT_TRUE(writer.add_picture({.path = picture, .bytes = "picture"}).ok());
      ASSERT_TRUE(writer
                      .add(page(i),
                           [&, i] {
                             EXPECT_TRUE(fs::exists(picture));
                             EXPECT_TRUE(read_logged_json(path_, i).ok());
                             told.push_back(i);
                           })
                      .ok());
    }
    ASSERT_TRUE(writer.flush().ok());
    EXPECT_EQ(told.size(), 200u);
    ASSERT_TRUE(writer.add(page(200), [&] { told.push_back(200); }).ok());
  }
  EXPECT_EQ(told.size(), 201u);  // the end of the writer is no reason to lose one
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_EQ(numbers(), told);
}

TEST_F(PageLogTest, AWriterThatFailsSaysSoAndTellsNothing) {
  PageWriter writer(open());
  int told = 0;
  // Its folder is not there.
  static_cast<void>(writer.add_picture({.path = folder_ + "/none/a.png", .bytes = "picture"}));
  EXPECT_EQ(writer.flush().error().code, Code::kOutputUnwritable);
  EXPECT_EQ(writer.add(page(0), [&] { ++told; }).error().code, Code::kOutputUnwritable);
  EXPECT_EQ(writer.flush().error().code, Code::kOutputUnwritable);
  EXPECT_EQ(told, 0);
}

// Killed while it appends, over and over: each time everything that was told is there.
TEST_F(PageLogTest, AKilledWriterKeepsWhatItHasTold) {
  int next = 0;
  for (int round = 0; round < 10; ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      auto log = PageLog::open(path_);
      if (!log.ok()) ::_exit(1);
      PageWriter writer(std::move(log).value());
      for (int i = next;; ++i)
        static_cast<void>(writer.add(page(i, 5000), [&, i] {
          [[maybe_unused]] const ssize_t told = ::write(ends[1], &i, sizeof i);
        }));
    }
    ::close(ends[1]);
    int told = -1;
    for (int i = 0; i < 10 + 7 * round; ++i)
      ASSERT_EQ(::read(ends[0], &told, sizeof told), static_cast<ssize_t>(sizeof told));
    ::kill(child, SIGKILL);
    while (::read(ends[0], &told, sizeof told) == static_cast<ssize_t>(sizeof told)) continue;
    ::close(ends[0]);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    const std::vector<int> whole = numbers();
    ASSERT_GT(static_cast<int>(whole.size()), told);
    for (int i = 0; i < static_cast<int>(whole.size()); ++i) ASSERT_EQ(whole[i], i);
    next = static_cast<int>(whole.size());
    static_cast<void>(open());  // cuts off what is torn
  }
}

}  // namespace
}  // namespace octavo::service
