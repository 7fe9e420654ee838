// The sampler against a second, plain implementation (tools/reference/sampling_goldens.py).
#include <gtest/gtest.h>
#include <test_places.h>

#include <fstream>
#include <sstream>
#include <string>

#include "engine/sampling/sampler.h"

namespace octavo::engine {
namespace {

// Logits of a formula that the script has too.
std::vector<float> logits_of(uint32_t vocabulary, uint64_t salt, uint64_t step, uint64_t levels) {
  std::vector<float> logits(vocabulary);
  for (uint64_t i = 0; i < vocabulary; ++i) {
    uint64_t x = (i * 2654435761U + salt * 7919 + step * 104729) & 0xFFFFFFFF;
    x ^= x >> 15;
    x = (x * 2246822519U) & 0xFFFFFFFF;
    x ^= x >> 13;
    logits[i] =
        static_cast<float>(x % levels) * static_cast<float>(20.0 / static_cast<double>(levels)) -
        10.0F;
  }
  return logits;
}

TEST(Sampler, AsThePlainImplementation) {
  std::ifstream file(OCTAVO_SOURCE_DIR "/tests/golden/engine/sampling.txt");
  int cases = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream in(line);
    uint32_t vocabulary;
    uint64_t salt, levels, period;
    SamplingOptions options;
    in >> vocabulary >> salt >> levels >> period >> options.seed >> options.temperature >>
        options.top_k >> options.top_p >> options.min_p >> options.repetition_penalty >>
        options.presence_penalty >> options.frequency_penalty >> options.no_repeat_ngram;
    ASSERT_TRUE(check(options).ok()) << line;
    Sampler sampler(options);
    if (cases % 2 == 0) sampler.reserve(vocabulary, 100);
    uint64_t step = 0;
    for (TokenId expected; in >> expected; ++step) {
      auto logits = logits_of(vocabulary, salt, step % period, levels);
      const auto picked = sampler.pick(logits);
      ASSERT_TRUE(picked.ok()) << line;
      ASSERT_EQ(*picked, expected) << line << " at " << step;
    }
    EXPECT_EQ(step, 40U) << line;
    ++cases;
  }
  EXPECT_EQ(cases, 120);
}

}  // namespace
}  // namespace octavo::engine
