// octavo bench: how fast a model runs here, and what memory it takes.
#pragma once

#include <string>
#include <vector>

#include "octavo/system.h"
#include "plan.h"
#include "text_model.h"

namespace octavo::cli {

struct BenchRun {
  double image_seconds = 0, first_token_seconds = 0, prefill_rate = 0, decode_rate = 0;
  int64_t anonymous = 0;  // memory behind this run
};

struct BenchFacts {
  std::string model, precision;
  std::vector<double> load_seconds;  // of several loads, one after the other
  int64_t prompt_tokens = 0, image_tokens = 0, new_tokens = 0;
  std::vector<BenchRun> runs;
  MemoryUse memory;

  // Growth of our own memory from the third run's end to the last one's: the first two take what is
  // kept (the allocator holds on to what the first gave back).
  int64_t growth() const;
};

// Of equal counts the mean of the middle two; 0 for none.
double median(std::vector<double> values);

std::string bench_text(const BenchFacts& facts);
std::string bench_json(const BenchFacts& facts);

// A BMP of that size that looks like a page of text, the same each time; another for another seed.
std::vector<uint8_t> bench_picture(int width, int height, uint32_t seed = 1);

// A prompt of so many words: each is a token or two for every tokenizer of this family, or a few
// for one of bytes alone.
std::string bench_prompt(int tokens);

// Greedy runs over one prompt that go on behind the model's end. Writes to standard output; returns
// the exit code.
int run_bench(const BenchPlan& plan, const ModelLoader& load, const ModelResolver& resolve,
              const CancelFlag* cancel);

}  // namespace octavo::cli
