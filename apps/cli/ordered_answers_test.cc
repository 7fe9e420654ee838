#include "ordered_answers.h"

#include <gtest/gtest.h>

namespace octavo::cli {
namespace {

struct Rig {
  std::string shown;
  bool take = true;
  OrderedAnswers answers{{"a", "b", "c"}, [this](std::string_view text) {
                           shown += text;
                           return take;
                         }};
};

TEST(OrderedAnswers, TheFirstIsShownAsItComes) {
  Rig rig;
  EXPECT_TRUE(rig.answers.add(0, "Hel"));
  EXPECT_EQ(rig.shown, "==> a <==\nHel");
  rig.answers.add(1, "B1");
  rig.answers.add(0, "lo");
  EXPECT_EQ(rig.shown, "==> a <==\nHello");
  rig.answers.end(0, false);
  EXPECT_EQ(rig.shown, "==> a <==\nHello\n\n==> b <==\nB1");
  rig.answers.add(1, "B2");
  EXPECT_TRUE(rig.shown.ends_with("B1B2"));
}

TEST(OrderedAnswers, AllThatIsReadyFollows) {
  Rig rig;
  rig.answers.add(2, "C");
  rig.answers.end(2, false);
  rig.answers.add(1, "B");
  rig.answers.end(1, false);
  EXPECT_EQ(rig.shown, "");
  rig.answers.end(0, false);  // without a word
  EXPECT_EQ(rig.shown, "==> a <==\n\n\n==> b <==\nB\n\n==> c <==\nC\n");
}

TEST(OrderedAnswers, AFailureIsNotShownUnlessItBegan) {
  Rig rig;
  rig.answers.end(1, true);
  rig.answers.add(0, "A");
  rig.answers.end(0, true);
  rig.answers.add(2, "C");
  EXPECT_EQ(rig.shown, "==> a <==\nA\n\n==> c <==\nC");
}

TEST(OrderedAnswers, WhoReadsMayStop) {
  Rig rig;
  rig.take = false;
  EXPECT_FALSE(rig.answers.add(0, "A"));
  const std::string shown = rig.shown;
  EXPECT_FALSE(rig.answers.add(0, "A"));
  EXPECT_EQ(rig.shown, shown);
}

}  // namespace
}  // namespace octavo::cli
