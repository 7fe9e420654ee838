// octavo_full_size_check FOLDER GOLDENS [THREADS [PICTURE]]: the made model of the full size (in
// FOLDER, as octavo_write_made_models has written it) against what the reference computes for it
// (GOLDENS/full_size_*.txt): vision output, last logits and 32 greedy tokens, on the best kernels
// of this CPU. For ./dev test --large; prints what it finds, and fails beyond the bounds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/engine/made_model.h"
#include "tests/engine/model_bench.h"
#include "tests/engine/model_golden.h"

namespace octavo::engine {
namespace {

// 32 blocks and 24 layers of f32 sums in another order: each adds errors of its own.
constexpr double kTapBound = 1e-4, kLogitBound = 1e-3;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// How far every tap is that a golden knows; remembers the worst.
class Comparison {
 public:
  explicit Comparison(const ModelGolden& golden) : golden_(golden) {}

  void look(const std::string& key, MatView<const float> rows) {
    const auto found = golden_.tensors.find(key);
    if (found == golden_.tensors.end()) return;
    const double far = distance(found->second, rows);
    const double bound = key == "last_logits" ? kLogitBound : kTapBound;
    std::printf("  %-28s %.2e (bound %.0e)\n", key.c_str(), far, bound);
    good_ = good_ && far < bound;
    ++seen_;
  }
  Tap tap(const std::string& prefix) {
    return [this, prefix](std::string_view name, int index, MatView<const float> rows) {
      if (is_matrix_input(name)) return;
      look(prefix + std::string(name) + "." + std::to_string(index), rows);
    };
  }
  bool good() const { return good_ && seen_ == golden_.tensors.size(); }

 private:
  const ModelGolden& golden_;
  bool good_ = true;
  size_t seen_ = 0;
};

// Equal tokens, or a first difference where the reference's best two logits are closer than the
// bound on logits could tell apart.
bool check_tokens(ModelBench& bench, const ModelGolden& golden, Matrix<float> logits) {
  const double largest = golden.tensors.at("last_logits").largest;
  for (size_t i = 0; i < golden.tokens.size(); ++i) {
    const TokenId token = best_of(logits);
    if (token != golden.tokens[i]) {
      const double allowed = 2 * kLogitBound * largest;
      std::printf("  token %zu differs: %d, expected %d; gap %.5f (explained below %.5f)\n", i,
                  token, golden.tokens[i], golden.gaps[i], allowed);
      return golden.gaps[i] < allowed;
    }
    logits = bench.next(token);
  }
  std::printf("  %zu tokens equal\n", golden.tokens.size());
  return !golden.tokens.empty();
}

bool check(const ModelFiles& files, const std::string& picture, const ModelGolden& golden,
           int threads) {
  const MadeModel model = full_size_model(picture);
  const MadePrompt prompt = made_prompt(model);
  std::printf("%s: %zu ids\n", picture.c_str(), prompt.ids.size());
  if (prompt.ids != golden.ids) return false;
  const auto rows = static_cast<int64_t>(prompt.ids.size());
  ModelBench bench(files, select_kernels(detect_arch()), threads, rows, prompt.grids[0].patches());
  Comparison comparison(golden);
  auto start = Clock::now();
  std::vector<Matrix<float>> images;
  const Tap vision_tap = comparison.tap("picture0.");
  images.push_back(
      bench.encode(made_patches(model, 0, prompt.grids[0]), prompt.grids[0], &vision_tap));
  std::printf("  vision: %.1f s\n", seconds_since(start));
  start = Clock::now();
  const Tap language_tap = comparison.tap("");
  Matrix<float> logits =
      bench.prefill(prompt.ids, prompt.image_starts, prompt.grids, images, &language_tap, 1);
  std::printf("  prompt: %.1f s\n", seconds_since(start));
  comparison.look("last_logits", logits);
  const bool same = check_tokens(bench, golden, std::move(logits));
  return comparison.good() && same;
}

int run(const std::string& folder, const std::string& goldens, int threads,
        const std::string& wanted) {
  const auto files = ModelFiles::open(folder);
  if (!files.ok()) {
    std::fprintf(stderr, "%s\n", files.error().message().c_str());
    return 1;
  }
  bool good = true;
  for (const std::string_view picture : kFullSizePictures) {
    const std::string name(picture);
    if (!wanted.empty() && wanted != name) continue;
    const ModelGolden golden = ModelGolden::read(goldens + "/full_size_" + name + ".txt");
    const bool passed = check(**files, name, golden, threads);
    std::printf("  %s\n", passed ? "passed" : "FAILED");
    good = good && passed;
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace octavo::engine

int main(int count, char** arguments) {
  if (count < 3 || count > 5) return 2;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  return octavo::engine::run(arguments[1], arguments[2], count > 3 ? std::atoi(arguments[3]) : 1,
                             count > 4 ? arguments[4] : "");
}
