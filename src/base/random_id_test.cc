#include "base/random_id.h"

#include <gtest/gtest.h>

#include <set>

namespace octavo {
namespace {

TEST(RandomId, AreIdsAndNeverTheSame) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    const std::string id = random_id();
    EXPECT_TRUE(is_id(id)) << id;
    seen.insert(id);
  }
  EXPECT_EQ(seen.size(), 1000U);
}

TEST(RandomId, WhatIsNone) {
  EXPECT_TRUE(is_id("0123456789abcdef0123456789abcdef"));
  for (const char* text :
       {"", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0",
        "0123456789ABCDEF0123456789abcdef", "../3456789abcdef0123456789abcdef"})
    EXPECT_FALSE(is_id(text)) << text;
}

}  // namespace
}  // namespace octavo
