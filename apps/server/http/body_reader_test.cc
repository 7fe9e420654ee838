#include "server/http/body_reader.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>

namespace octavo::server {
namespace {

namespace fs = std::filesystem;

class BodyReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "octavo-bodies-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  BodyReader reader() { return BodyReader(limits_, budget_, folder_); }
  static RequestHead head(const std::string& type, std::optional<uint64_t> length) {
    RequestHead head;
    head.request.headers = {{"content-type", type}};
    head.content_length = length;
    return head;
  }
  bool nothing_on_disk() const { return fs::is_empty(folder_); }

  HttpLimits limits_;
  BodyBudget budget_;
  std::string folder_;
};

TEST_F(BodyReaderTest, AFileIsMadeWithItsFirstByteAndGoesWhenForgotten) {
  BodyReader body = reader();
  EXPECT_FALSE(body.begin(head("application/pdf", 3), BodyKind::kFiles).has_value());
  EXPECT_TRUE(body.on_disk());
  EXPECT_TRUE(nothing_on_disk());
  EXPECT_FALSE(body.feed("ab").has_value());
  EXPECT_FALSE(nothing_on_disk());
  body.forget_files();
  EXPECT_TRUE(nothing_on_disk());
}

TEST_F(BodyReaderTest, AnEmptyFileIsAFile) {
  BodyReader body = reader();
  EXPECT_FALSE(body.begin(head("application/octet-stream", 0), BodyKind::kFiles).has_value());
  Request request;
  EXPECT_FALSE(body.finish(request).has_value());
  ASSERT_EQ(request.parts.size(), 1U);
  EXPECT_TRUE(request.parts[0].file);
  EXPECT_EQ(request.parts[0].file.bytes(), 0U);
}

TEST_F(BodyReaderTest, NothingOfNoKindIsNoFile) {
  BodyReader body = reader();
  EXPECT_FALSE(body.begin(head("", 0), BodyKind::kFiles).has_value());
  EXPECT_FALSE(body.on_disk());
  Request request;
  EXPECT_FALSE(body.finish(request).has_value());
  EXPECT_TRUE(request.parts.empty());
}

TEST_F(BodyReaderTest, MemoryIsGivenBackOnce) {
  limits_.buffered_bytes = 10;
  {
    BodyReader body = reader();
    EXPECT_FALSE(body.begin(head("application/json", 8), BodyKind::kBuffered).has_value());
    EXPECT_FALSE(body.feed("12345678").has_value());
    EXPECT_EQ(budget_.used, 8U);
    BodyReader other = reader();
    EXPECT_FALSE(other.begin(head("application/json", 3), BodyKind::kBuffered).has_value());
    const auto busy = other.feed("123");
    ASSERT_TRUE(busy.has_value());
    EXPECT_EQ(busy->status, 503);
    EXPECT_GT(busy->retry_after, 0);
    body.release();
    EXPECT_EQ(budget_.used, 0U);
    EXPECT_FALSE(other.feed("123").has_value());
  }
  EXPECT_EQ(budget_.used, 0U);
}

}  // namespace
}  // namespace octavo::server
