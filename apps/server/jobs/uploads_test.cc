#include "server/jobs/uploads.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace octavo::server {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class UploadsTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "octavo-uploads-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  StagedFile staged(std::string_view content) const {
    auto file = StagedFile::create(folder_);
    EXPECT_TRUE(file.ok() && file->append(content).ok() && file->finish().ok());
    return std::move(file).value();
  }
  size_t files_on_disk() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // With its content, and complete.
  static std::string add(Uploads& uploads, StagedFile content) {
    auto upload = uploads.create({.name = "a.pdf"});
    EXPECT_TRUE(upload.ok());
    EXPECT_TRUE(uploads.put(upload->id, std::move(content)).ok());
    EXPECT_TRUE(uploads.complete(upload->id).ok());
    return upload->id;
  }

  std::string folder_;
};

TEST_F(UploadsTest, FromAnnouncementToFile) {
  Uploads uploads(folder_, 100, 10);
  auto upload = uploads.create({.name = "a.pdf", .announced_bytes = 3});
  ASSERT_TRUE(upload.ok());
  EXPECT_EQ(upload->id.rfind("file-", 0), 0U);
  EXPECT_EQ(uploads.complete(upload->id).error().code, Code::kInvalidArgument);  // nothing yet
  EXPECT_EQ(uploads.put(upload->id, staged("four")).error().code, Code::kInvalidArgument);
  EXPECT_EQ(files_on_disk(), 0U);  // what was refused is gone
  ASSERT_TRUE(uploads.put(upload->id, staged("abc")).ok());
  EXPECT_TRUE(uploads.files().empty());
  EXPECT_FALSE(uploads.path(upload->id).has_value());
  ASSERT_TRUE(uploads.complete(upload->id).ok());
  ASSERT_EQ(uploads.files().size(), 1U);
  EXPECT_EQ(uploads.files()[0].bytes, 3U);
  EXPECT_EQ(content_of(*uploads.path(upload->id)), "abc");
  EXPECT_EQ(uploads.put(upload->id, staged("xyz")).error().code, Code::kInvalidArgument);
  EXPECT_EQ(content_of(*uploads.path(upload->id)), "abc");
}

TEST_F(UploadsTest, NothingIsNoFile) {
  Uploads uploads(folder_, 100, 10);
  const auto upload = uploads.create({.name = "a.pdf"});
  EXPECT_EQ(uploads.put(upload->id, staged("")).error().code, Code::kFileEmpty);
}

TEST_F(UploadsTest, WhatIsUnknown) {
  Uploads uploads(folder_, 100, 10);
  EXPECT_EQ(uploads.put("file-x", staged("abc")).error().code, Code::kFileNotFound);
  EXPECT_EQ(uploads.complete("file-x").error().code, Code::kFileNotFound);
  EXPECT_EQ(uploads.link("file-x").error().code, Code::kFileNotFound);
  EXPECT_FALSE(uploads.find("file-x").has_value());
  EXPECT_FALSE(uploads.remove("file-x"));
}

TEST_F(UploadsTest, ALaterContentTakesThePlaceOfAnEarlier) {
  Uploads uploads(folder_, 5, 10);
  const auto upload = uploads.create({.name = "a.pdf"});
  ASSERT_TRUE(uploads.put(upload->id, staged("abc")).ok());
  // Together they would be too much.
  ASSERT_TRUE(uploads.put(upload->id, staged("12345")).ok());
  EXPECT_EQ(files_on_disk(), 1U);
}

TEST_F(UploadsTest, NumberAndBytesHaveBounds) {
  Uploads uploads(folder_, 5, 2);
  const std::string first = add(uploads, staged("abc"));
  const auto second = uploads.create({.name = "b.pdf"});
  EXPECT_EQ(uploads.create({.name = "c.pdf"}).error().code, Code::kServerFailed);
  EXPECT_EQ(uploads.put(second->id, staged("abc")).error().code, Code::kServerFailed);
  EXPECT_TRUE(uploads.put(second->id, staged("ab")).ok());
  EXPECT_TRUE(uploads.remove(first));
  EXPECT_TRUE(uploads.create({.name = "c.pdf"}).ok());
  EXPECT_TRUE(uploads.put(second->id, staged("12345")).ok());  // its bytes are free again
}

TEST_F(UploadsTest, ALinkOutlivesTheUpload) {
  Uploads uploads(folder_, 100, 10);
  const std::string id = add(uploads, staged("abc"));
  auto link = uploads.link(id);
  ASSERT_TRUE(link.ok());
  EXPECT_TRUE(uploads.remove(id));
  EXPECT_EQ(content_of(link->path()), "abc");
  EXPECT_EQ(link->bytes(), 3U);
  // sha256sum of "abc" (FIPS 180-2, appendix B.1).
  EXPECT_EQ(link->sha256(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(UploadsTest, OldOnesGoWithoutAnybodyAsking) {
  Uploads uploads(folder_, 3, 1, 20ms);
  const std::string id = add(uploads, staged("abc"));
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (files_on_disk() > 0 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(5ms);
  EXPECT_EQ(files_on_disk(), 0U);
  EXPECT_FALSE(uploads.find(id).has_value());
  add(uploads, staged("xyz"));  // number and bytes are free again
}

TEST_F(UploadsTest, WhatIsLeftGoesWithIt) {
  {
    Uploads uploads(folder_, 100, 10);
    add(uploads, staged("abc"));
    EXPECT_EQ(files_on_disk(), 1U);
  }
  EXPECT_EQ(files_on_disk(), 0U);
}

}  // namespace
}  // namespace octavo::server
