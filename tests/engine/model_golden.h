// Goldens that tools/reference/model_goldens.py and model_full_size.py have made, and how far a
// tensor is from them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/tensor/matrix.h"
#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

// What is kept of one tensor; see tools/reference/model_golden_file.py.
struct GoldenTensor {
  int64_t rows = 0, cols = 0;
  double length = 0, largest = 0;
  std::vector<double> signed_sums;
  std::vector<std::pair<int64_t, double>> samples;  // place, value
};

struct ModelGolden {
  std::map<std::string, GoldenTensor> tensors;
  std::vector<float> last_logits;
  std::vector<TokenId> ids, tokens;
  // Between the best and the second best logit: at its smallest, or before each token.
  double gap = 0;
  std::vector<double> gaps;

  static ModelGolden read(const std::string& path);
};

// The largest of: a sampled value's distance over the golden's largest value; a signed sum's
// distance over the golden's length (the distance of random errors all over the tensor has that
// size); the difference of the lengths over the length. Infinite when the shapes differ.
double distance(const GoldenTensor& golden, MatView<const float> found);

}  // namespace octavo::engine
