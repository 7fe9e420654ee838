#include "engine/session/picture_cache.h"

#include <gtest/gtest.h>

namespace octavo::engine {
namespace {

PreparedImage picture(int height, int width, float value) {
  PreparedImage made;
  made.grid = {height, width};
  made.patches = Matrix<float>(made.grid.patches(), 3);
  for (int64_t i = 0; i < made.patches.rows() * 3; ++i) made.patches.data()[i] = value;
  return made;
}

Matrix<float> rows(float value) {
  Matrix<float> made(2, 4);  // 32 bytes
  made.row(0)[0] = value;
  return made;
}

TEST(PictureCache, KeysTellPixelsAndShapesApart) {
  const std::string key = PictureCache::key_of(picture(2, 4, 1));
  EXPECT_EQ(key, PictureCache::key_of(picture(2, 4, 1)));
  EXPECT_NE(key, PictureCache::key_of(picture(4, 2, 1)));  // the same numbers
  PreparedImage other = picture(2, 4, 1);
  other.patches.row(7)[2] = 1.0000001F;
  EXPECT_NE(key, PictureCache::key_of(other));
}

TEST(PictureCache, WhatWasUsedLastStays) {
  PictureCache cache(3 * 32);
  for (const char* key : {"a", "b", "c"}) cache.add(key, rows(static_cast<float>(key[0])));
  const auto a = cache.find("a");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->rows.row(0)[0], 'a');
  cache.add("d", rows('d'));  // b was used the longest time ago
  EXPECT_EQ(cache.find("b"), nullptr);
  for (const char* key : {"a", "c", "d"}) EXPECT_NE(cache.find(key), nullptr) << key;
  EXPECT_EQ(cache.find("a")->id, a->id);
  EXPECT_NE(cache.find("a")->id, cache.find("c")->id);
}

TEST(PictureCache, NothingIsKeptWithoutRoom) {
  PictureCache cache(31);
  const auto features = cache.add("a", rows('a'));
  EXPECT_EQ(features->rows.row(0)[0], 'a');  // still there for who asked
  EXPECT_EQ(cache.find("a"), nullptr);
}

}  // namespace
}  // namespace octavo::engine
