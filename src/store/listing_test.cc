#include <gtest/gtest.h>

#include "store/plan.h"

namespace octavo::store {
namespace {

TEST(ListingTest, HuggingFace) {
  const auto read = read_hugging_face_listing(R"({"sha": "abc0", "siblings": [
      {"rfilename": "config.json", "size": 12, "blobId": "0123"},
      {"rfilename": "m.bin", "size": 5, "blobId": "4567", "lfs": {"sha256": "89ab", "size": 7}},
      {"rfilename": "bare"}, {"size": 1}, 7]})");
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read.value().revision, "abc0");
  const auto& files = read.value().files;
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0].hash, "0123");
  EXPECT_EQ(files[1].hash, "89ab");
  EXPECT_EQ(files[1].bytes, 7u);
  EXPECT_EQ(files[2].bytes, 0u);
}

TEST(ListingTest, ModelScope) {
  const auto read = read_modelscope_listing(R"({"Code": 200, "Data": {"Files": [
      {"Path": "a", "Type": "tree"},
      {"Path": "a/b.bin", "Type": "blob", "Size": 3, "Sha256": "cd"}]}})");
  ASSERT_TRUE(read.ok()) << read.error().message();
  ASSERT_EQ(read.value().files.size(), 1u);
  EXPECT_EQ(read.value().files[0].name, "a/b.bin");
  EXPECT_EQ(read.value().files[0].hash, "cd");
  const auto refused = read_modelscope_listing(R"({"Code": 10010205001, "Message": "no such"})");
  EXPECT_EQ(refused.error().what, "the hub's list of files is refused: no such");
}

TEST(ListingTest, StrangeAnswers) {
  for (const char* text : {"", "[]", "{}", "<html>", R"({"siblings": 7})",
                           R"({"sha": "../x", "siblings": []})", R"({"Data": []})", "null"}) {
    EXPECT_FALSE(read_hugging_face_listing(text).ok()) << text;
    EXPECT_FALSE(read_modelscope_listing(text).ok()) << text;
  }
  // 100,000 levels: the parser must not recurse.
  EXPECT_FALSE(read_hugging_face_listing(std::string(100'000, '[')).ok());
}

TEST(ListingTest, PackageIndexes) {
  const std::string page = "https://host/simple/a-b/";
  EXPECT_EQ(find_archive("<a href='../../p/a_b-1.0.tar.gz#sha256=1'>x</a>", page, "a_b-1.0.tar.gz"),
            "https://host/p/a_b-1.0.tar.gz#sha256=1");
  EXPECT_EQ(find_archive("<a href=\"https://cdn/x/a_b-1.0%2Bcpu.whl?k=1&amp;l=2\">", page,
                         "a_b-1.0+cpu.whl"),
            "https://cdn/x/a_b-1.0%2Bcpu.whl?k=1&l=2");
  EXPECT_EQ(find_archive(R"({"files": [{"filename": "a.whl", "url": "/f/a.whl"}]})", page, "a.whl"),
            "https://host/f/a.whl");
  for (const char* text : {"", "<a href=", "<a href=\"", "<a href=x>", "{}", R"({"files": [{}]})"})
    EXPECT_EQ(find_archive(text, page, "a.whl"), "") << text;
}

}  // namespace
}  // namespace octavo::store
