#include "store/digest.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "octavo/files.h"

namespace octavo::store {
namespace {

std::span<const uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

std::string sha1_of(const std::string& text, size_t portion) {
  Sha1 hash;
  for (size_t at = 0; at < text.size(); at += portion) hash.add(bytes_of(text.substr(at, portion)));
  return hash.finish();
}

// FIPS 180-4 examples.
TEST(Sha1Test, KnownValues) {
  EXPECT_EQ(sha1_of("", 1), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(sha1_of("abc", 1), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha1_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 7),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(sha1_of(std::string(1'000'000, 'a'), 4097), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(DigestTest, KindByDigits) {
  EXPECT_EQ(Digest::from_hex(std::string(64, 'a')).kind, Digest::Kind::kSha256);
  EXPECT_EQ(Digest::from_hex("\"" + std::string(40, '0') + "\"").kind, Digest::Kind::kGitBlob);
  EXPECT_EQ(Digest::from_hex("\"" + std::string(40, '0') + "\"").hex, std::string(40, '0'));
  for (const std::string& other : {std::string(), std::string(63, 'a'), std::string(64, 'A'),
                                   std::string(64, 'g'), "W/\"" + std::string(40, '0') + "\""})
    EXPECT_EQ(Digest::from_hex(other).kind, Digest::Kind::kNone) << other;
}

// "git hash-object" gives these ids.
TEST(DigestTest, GitBlobs) {
  for (const auto& [text, id] :
       {std::pair<std::string, std::string>{"", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"},
        {"hello\n", "ce013625030ba8dba906f756967f9e9ca394464a"}}) {
    ContentHash hash(Digest::from_hex(id), text.size());
    hash.add(bytes_of(text));
    EXPECT_TRUE(hash.finish().as_expected) << text;
    ContentHash other(Digest::from_hex(id), text.size());
    other.add(bytes_of(text + "x"));
    EXPECT_FALSE(other.finish().as_expected) << text;
  }
}

TEST(DigestTest, Files) {
  const std::string path = testing::TempDir() + "octavo_digest_test";
  ASSERT_TRUE(write_file_atomically(path, "hello\n").ok());
  const auto seen =
      hash_file(path, Digest::from_hex("ce013625030ba8dba906f756967f9e9ca394464a"), nullptr);
  ASSERT_TRUE(seen.ok());
  EXPECT_TRUE(seen.value().as_expected);
  EXPECT_EQ(seen.value().sha256,
            "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03");
  CancelFlag stop;
  stop.set();
  EXPECT_EQ(hash_file(path, {}, &stop).error().code, Code::kCancelled);
  EXPECT_EQ(hash_file(path + ".none", {}, nullptr).error().code, Code::kFileNotFound);
  EXPECT_EQ(hash_file(testing::TempDir(), {}, nullptr).error().code, Code::kFileUnreadable);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace octavo::store
