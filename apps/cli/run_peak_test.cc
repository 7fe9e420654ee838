#include "run_peak.h"

#include <gtest/gtest.h>

#include "run_result.h"

namespace octavo::cli {
namespace {

const MachinePeak kPeak{.instructions = "avx2", .f32_operations = 1.2e11, .read_bytes = 3.05e10};

TEST(RunPeak, Text) {
  EXPECT_EQ(peak_text(kPeak),
            "instructions avx2\n"
            "f32          120.0 billion operations/s\n"
            "bf16         not known\n"
            "int8         not known\n"
            "read         30.5 GB/s\n");
}

TEST(RunPeak, WhatIsNotKnownIsNull) {
  const std::string json = peak_json(kPeak);
  EXPECT_NE(json.find("\"int8_operations\": null"), std::string::npos) << json;
  EXPECT_NE(json.find("\"read_bytes\": 30500000000.0"), std::string::npos) << json;
}

TEST(RunPeak, TakesTheThreadsAndTellsErrors) {
  BenchPlan plan;
  plan.model.options.threads = 3;
  int seen = 0;
  const auto measure = [&](int threads) -> Result<MachinePeak> {
    seen = threads;
    return Error{Code::kInvalidArgument, "no", "", {}};
  };
  EXPECT_EQ(run_peak(plan, measure), kExitFailed);
  EXPECT_EQ(seen, 3);
}

}  // namespace
}  // namespace octavo::cli
