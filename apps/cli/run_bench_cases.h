// octavo bench --compare: what is saved by a draft, by a batch, by crops in a batch, and by
// guessing quotations from the prompt.
#pragma once

#include "run_bench.h"

namespace octavo::cli {

// Two ways to the same tokens.
struct BenchPair {
  std::string name;  // "draft_95", "decode_batch8", "crops10", "crops10_generation", "quote200"
  std::vector<double> plain, ours;  // seconds, of runs in turns
  std::vector<double> decode;       // of ours, from the first token to the last
  int64_t tokens = 0;               // of one run
  // Of one run of ours: guesses from the prompt, and the right ones among them.
  int64_t drafted = 0, accepted = 0;
  bool same = true;      // the tokens, in all runs
  double ratio() const;  // of the medians; above 1: ours is faster
};

std::string bench_cases_text(const std::string& model, const std::vector<BenchPair>& pairs);
std::string bench_cases_json(const std::string& model, const std::vector<BenchPair>& pairs);

// Tokens with every twentieth replaced: a draft that is right in 95 of 100.
std::vector<int32_t> draft_95(std::vector<int32_t> tokens);

// The prompt to copy one line of a list; another for each number.
std::string quote_prompt(int number);

// Writes to standard output; returns the exit code.
int run_bench_cases(const BenchPlan& plan, const ModelLoader& load, const ModelResolver& resolve,
                    const CancelFlag* cancel);

}  // namespace octavo::cli
