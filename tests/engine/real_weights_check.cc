// octavo_real_weights_check MODEL.gguf GOLDEN [THREADS]: a real model against what llama.cpp says
// (tools/reference/real_weights.py): ids of the prompts, greedy tokens, perplexity. The reference's
// tokens are fed all at once and each place's best token compared: that finds the same first
// difference as decoding, which gives the same bits (language_test.cc), in a fraction of the time.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "engine/tokenizer/tokenizer.h"
#include "tests/engine/model_bench.h"

namespace octavo::engine {
namespace {

// The largest gap between llama.cpp's best two logits that explains another choice of ours: its
// products with block formats round activations to 8 bits, those with f32 weights do not.
constexpr double kRoundedBound = 0.5, kExactBound = 0.02;
constexpr double kPerplexityBound = 0.005;  // relative
constexpr int64_t kMaxRows = 1024;

struct Sample {
  std::string text;
  std::vector<TokenId> ids, tokens;
  std::vector<double> gaps;
};

struct Golden {
  Sample text;
  double loss = 0;
  std::vector<Sample> prompts;
};

std::string from_hex(const std::string& hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return out;
}

template <class T>
std::vector<T> read_list(std::istringstream& in) {
  size_t count = 0;
  in >> count;
  return {std::istream_iterator<T>(in), {}};
}

Golden read_golden(const std::string& path) {
  Golden out;
  std::ifstream file(path);
  for (std::string line, kind, hex; std::getline(file, line);) {
    std::istringstream in(line);
    in >> kind;
    if (kind == "text" && in >> hex) out.text.text = from_hex(hex);
    if (kind == "text_ids") out.text.ids = read_list<TokenId>(in);
    if (kind == "loss") in >> out.loss;
    if (kind == "prompt" && in >> hex) out.prompts.push_back({.text = from_hex(hex)});
    if (out.prompts.empty()) continue;
    Sample& last = out.prompts.back();
    if (kind == "ids") last.ids = read_list<TokenId>(in);
    if (kind == "tokens") last.tokens = read_list<TokenId>(in);
    if (kind == "gaps") last.gaps = read_list<double>(in);
  }
  return out;
}

class Check {
 public:
  Check(const ModelFiles& files, const Tokenizer& tokenizer, double bound, int threads)
      : tokenizer_(tokenizer),
        bound_(bound),
        bench_(files, select_kernels(detect_arch()), threads, kMaxRows, 0) {}

  bool prompt(size_t number, const Sample& sample) {
    std::vector<TokenId> ids = sample.ids;
    ids.insert(ids.end(), sample.tokens.begin(), sample.tokens.end() - 1);
    const auto steps = static_cast<int64_t>(sample.tokens.size());
    const Matrix<float> logits = bench_.prefill(ids, {}, {}, {}, nullptr, steps);
    const bool same_ids = ids_match(sample);
    for (int64_t i = 0; i < steps; ++i) {
      const auto place = static_cast<size_t>(i);
      const TokenId token = best_of({logits.row(i), static_cast<size_t>(logits.cols())});
      if (token == sample.tokens[place]) continue;
      const bool explained = sample.gaps[place] < bound_;
      std::printf("prompt %2zu: token %zu differs, gap %.4f: %s\n", number, place,
                  sample.gaps[place], explained ? "explained" : "NOT EXPLAINED");
      widest_ = std::max(widest_, sample.gaps[place]);
      return same_ids && explained;
    }
    ++equal_;
    return same_ids;
  }

  bool perplexity(const Sample& text, double expected) {
    const auto rows = static_cast<int64_t>(text.ids.size());
    const Matrix<float> logits = bench_.prefill(text.ids, {}, {}, {}, nullptr, rows);
    double loss = 0;
    for (int64_t i = 0; i + 1 < rows; ++i) {
      const float* row = logits.row(i);
      const double top = double{*std::max_element(row, row + logits.cols())};
      double sum = 0;
      for (int64_t j = 0; j < logits.cols(); ++j) sum += std::exp(double{row[j]} - top);
      loss += top + std::log(sum) - double{row[text.ids[static_cast<size_t>(i) + 1]]};
    }
    loss /= static_cast<double>(rows - 1);
    const double ratio = std::exp(loss - expected);
    std::printf("perplexity of %lld tokens: %.4f, llama.cpp %.4f, ratio %.5f\n",
                static_cast<long long>(rows), std::exp(loss), std::exp(expected), ratio);
    return ids_match(text) && std::abs(ratio - 1) < kPerplexityBound;
  }

  int equal() const { return equal_; }
  double widest() const { return widest_; }

 private:
  bool ids_match(const Sample& sample) const {
    const bool same = tokenizer_.encode(sample.text, SpecialTokens::kParse) == sample.ids;
    if (!same) std::printf("ids differ: %.60s\n", sample.text.c_str());
    return same;
  }

  const Tokenizer& tokenizer_;
  double bound_;
  ModelBench bench_;
  int equal_ = 0;
  double widest_ = 0;
};

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message().c_str());
  return 1;
}

int run(const std::string& model, const std::string& golden_path, int threads) {
  const auto files = ModelFiles::open(model);
  if (!files.ok()) return fail(files.error());
  const auto tokenizer = Tokenizer::load_gguf((*files)->language);
  if (!tokenizer.ok()) return fail(tokenizer.error());
  const Golden golden = read_golden(golden_path);
  const bool exact = golden_path.ends_with("expanded.txt");
  Check check(**files, *tokenizer, exact ? kExactBound : kRoundedBound, threads);
  bool good = check.perplexity(golden.text, golden.loss) && !golden.prompts.empty();
  for (size_t i = 0; i < golden.prompts.size(); ++i)
    good = check.prompt(i, golden.prompts[i]) && good;
  std::printf("%d of %zu prompts equal; widest gap at a first difference %.4f\n%s\n", check.equal(),
              golden.prompts.size(), check.widest(), good ? "passed" : "FAILED");
  return good ? 0 : 1;
}

}  // namespace
}  // namespace octavo::engine

int main(int count, char** arguments) {
  if (count < 3 || count > 4) return 2;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  return octavo::engine::run(arguments[1], arguments[2], count > 3 ? std::atoi(arguments[3]) : 1);
}
