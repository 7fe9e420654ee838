#include <gtest/gtest.h>

#include "octavo/model.h"

namespace octavo {
namespace {

TEST(Generation, TheFirstTokenIsNotDecoded) {
  Generation generation;
  generation.decode_seconds = 2;
  EXPECT_EQ(generation.decode_tokens_per_second(), 0);
  generation.token_ids = {1};
  EXPECT_EQ(generation.decode_tokens_per_second(), 0);
  generation.token_ids = {1, 2, 3, 4, 5};
  EXPECT_DOUBLE_EQ(generation.decode_tokens_per_second(), 2);
  generation.decode_seconds = 0;
  EXPECT_EQ(generation.decode_tokens_per_second(), 0);
}

TEST(Generation, PrefillRate) {
  Generation generation;
  generation.prompt_tokens = 100;
  EXPECT_EQ(generation.prefill_tokens_per_second(), 0);
  generation.prefill_seconds = 0.5;
  EXPECT_DOUBLE_EQ(generation.prefill_tokens_per_second(), 200);
}

TEST(Generation, NamesOfEnds) {
  EXPECT_EQ(generate_end_name(GenerateEnd::kStop), "stop");
  EXPECT_EQ(generate_end_name(GenerateEnd::kLength), "length");
  EXPECT_EQ(generate_end_name(GenerateEnd::kCancelled), "cancelled");
}

}  // namespace
}  // namespace octavo
