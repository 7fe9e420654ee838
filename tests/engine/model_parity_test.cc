// Models with made weights against what transformers computes for them: every tap, the logits, and
// what greedy decoding answers, with the reference kernels and with the vectorised ones.
#include <gtest/gtest.h>
#include <test_places.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "tests/engine/made_model.h"
#include "tests/engine/model_bench.h"
#include "tests/engine/model_golden.h"

namespace octavo::engine {
namespace {

// How far taps (root of mean squares, relative) and logits may be off, and whether greedy decoding
// must answer the same.
struct Bounds {
  double tap, logit;
  bool same_tokens;
};
constexpr Bounds kExact{1e-4, 1e-3, true};
// Of weights that hide nothing: values of 8 bits meet them in every layer.
constexpr Bounds kBf16{0.1, 0.3, false};

std::string golden_path(const std::string& name) {
  // The GGUF twin has the numbers of the model it is named after.
  const size_t suffix = name.find("_gguf");
  return std::string(OCTAVO_SOURCE_DIR "/tests/golden/engine/models/") + name.substr(0, suffix) +
         ".txt";
}

// Written once a process, removed at its end.
class Folder {
 public:
  explicit Folder(const MadeModel& model)
      : path_(testing::TempDir() + "octavo_made_" + model.name + "_" +
              std::to_string(static_cast<long>(::getpid()))) {
    EXPECT_TRUE(write_made_model(model, path_));
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Worst {
  double tap = 0, logit = 0;
  size_t taps = 0;
};

class Parity {
 public:
  Parity(const MadeModel& model, const ModelFiles& files, const Kernels& kernels,
         const Bounds& bounds = kExact)
      : model_(model),
        bounds_(bounds),
        prompt_(made_prompt(model)),
        golden_(ModelGolden::read(golden_path(model.name))),
        bench_(files, kernels, 1, 512, 128) {}

  Worst run() {
    EXPECT_EQ(prompt_.ids, golden_.ids);
    std::vector<Matrix<float>> images;
    for (size_t i = 0; i < prompt_.grids.size(); ++i) {
      const Tap tap = compare("picture" + std::to_string(i) + ".");
      images.push_back(bench_.encode(made_patches(model_, static_cast<int>(i), prompt_.grids[i]),
                                     prompt_.grids[i], &tap));
    }
    const Tap tap = compare("");
    Matrix<float> logits = bench_.prefill(prompt_.ids, prompt_.image_starts, prompt_.grids, images,
                                          &tap, static_cast<int64_t>(prompt_.ids.size()));
    compare_logits(logits);
    EXPECT_EQ(worst_.taps, golden_.tensors.size());
    if (!bounds_.same_tokens) return worst_;
    std::vector<TokenId> tokens;
    while (tokens.size() < golden_.tokens.size()) {
      tokens.push_back(best_of(logits));
      logits = bench_.next(tokens.back());
    }
    EXPECT_EQ(tokens, golden_.tokens);
    return worst_;
  }

 private:
  Tap compare(const std::string& prefix) {
    return [this, prefix](std::string_view name, int index, MatView<const float> rows) {
      if (is_matrix_input(name)) return;
      const std::string key = prefix + std::string(name) + "." + std::to_string(index);
      const auto found = golden_.tensors.find(key);
      ASSERT_NE(found, golden_.tensors.end()) << key;
      const double far = distance(found->second, rows);
      EXPECT_LT(far, bounds_.tap) << key;
      worst_.tap = std::max(worst_.tap, far);
      ++worst_.taps;
    };
  }
  void compare_logits(const Matrix<float>& logits) {
    ASSERT_EQ(static_cast<size_t>(logits.cols()), golden_.last_logits.size());
    const float* last = logits.row(logits.rows() - 1);
    for (size_t i = 0; i < golden_.last_logits.size(); ++i)
      worst_.logit = std::max(worst_.logit, double{std::abs(last[i] - golden_.last_logits[i])});
    EXPECT_LT(worst_.logit, bounds_.logit);
  }

  const MadeModel& model_;
  const Bounds bounds_;
  MadePrompt prompt_;
  ModelGolden golden_;
  ModelBench bench_;
  Worst worst_;
};

class ModelParity : public testing::TestWithParam<std::string> {};

TEST_P(ModelParity, TapsLogitsAndTokens) {
  const MadeModel& model = made_model(GetParam());
  const Folder folder(model);
  const auto files = ModelFiles::open(folder.path());
  ASSERT_TRUE(files.ok()) << files.error().message();
  const ArchMask have = detect_arch();
  for (const std::string_view name : arch_names()) {
    const ArchMask arch = *arch_by_name(name);
    if ((arch & have) != arch) continue;
    SCOPED_TRACE(name);
    const Worst worst = Parity(model, **files, select_kernels(arch)).run();
    RecordProperty(std::string(name) + "_tap", std::to_string(worst.tap * 1e6) + "e-6");
    RecordProperty(std::string(name) + "_logit", std::to_string(worst.logit * 1e6) + "e-6");
  }
}

TEST_P(ModelParity, Bf16IsNearAndNotExact) {
  const MadeModel& model = made_model(GetParam());
  const Folder folder(model);
  const auto files = ModelFiles::open(folder.path());
  ASSERT_TRUE(files.ok()) << files.error().message();
  const ArchMask have = detect_arch();
  for (const std::string_view name : arch_names()) {
    const ArchMask arch = *arch_by_name(name);
    if ((arch & have) != arch) continue;
    SCOPED_TRACE(name);
    const Kernels kernels = select_kernels(arch, FloatProducts::kBf16);
    const Worst worst = Parity(model, **files, kernels, kBf16).run();
    EXPECT_GT(worst.tap, kExact.tap) << "this is not bf16";
    RecordProperty(std::string(name) + "_tap", std::to_string(worst.tap * 1e6) + "e-6");
    RecordProperty(std::string(name) + "_logit", std::to_string(worst.logit * 1e6) + "e-6");
  }
}

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const MadeModel& model : made_models()) out.push_back(model.name);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Made, ModelParity, testing::ValuesIn(names()),
                         [](const auto& made) { return made.param; });

}  // namespace
}  // namespace octavo::engine
