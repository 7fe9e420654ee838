#include "server/mineru/errands.h"

#include <gtest/gtest.h>

#include <vector>

namespace octavo::server {
namespace {

TEST(Errands, AreDoneInOrderAndAllBeforeTheEnd) {
  std::vector<int> done;
  {
    Errands errands;
    for (int i = 0; i < 100; ++i) errands.run([&done, i] { done.push_back(i); });
  }
  ASSERT_EQ(done.size(), 100U);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(done[static_cast<size_t>(i)], i);
}

TEST(Errands, MayAskForMore) {
  int done = 0;
  {
    Errands errands;
    errands.run([&] { errands.run([&done] { ++done; }); });
  }
  EXPECT_EQ(done, 1);
}

TEST(Errands, RunOnAThreadOfTheirOwn) {
  std::thread::id where;
  {
    Errands().run([&where] { where = std::this_thread::get_id(); });
  }
  EXPECT_NE(where, std::this_thread::get_id());
  EXPECT_NE(where, std::thread::id());
}

}  // namespace
}  // namespace octavo::server
