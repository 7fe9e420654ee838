#include "server/openai/model_name.h"

#include <gtest/gtest.h>

namespace octavo::server {
namespace {

TEST(ModelName, IsWhatPeopleCallIt) {
  EXPECT_EQ(model_name_of("models/octavo-mini"), "octavo-mini");
  EXPECT_EQ(model_name_of("/a/octavo-mini/"), "octavo-mini");
  EXPECT_EQ(model_name_of("x/MinerU2.5-Q8_0.gguf"), "MinerU2.5-Q8_0");
  EXPECT_EQ(model_name_of("/c/hub/models--opendatalab--MinerU2.5-2509-1.2B/snapshots/0123abcd"),
            "MinerU2.5-2509-1.2B");
  EXPECT_EQ(model_name_of("."), "octavo-model");
}

}  // namespace
}  // namespace octavo::server
