// Models as callers load them: the same bits as the parts that model_parity_test.cc compares with
// the reference.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "engine/model/model.h"
#include "tests/engine/made_model.h"
#include "tests/engine/model_bench.h"

namespace octavo::engine {
namespace {

std::vector<float> last_logits(const Model& model, const MadeModel& made) {
  const MadePrompt prompt = made_prompt(made);
  const ModelConfig& config = model.config();
  ThreadPool pool(1);
  const auto count = static_cast<int64_t>(prompt.ids.size());
  Matrix<float> rows(count, config.language.hidden);
  model.embed(prompt.ids, rows);
  for (size_t i = 0; i < prompt.grids.size(); ++i) {
    VisionScratch scratch(config.vision, prompt.grids[i].patches(), 2);
    model.encode_image(
        made_patches(made, static_cast<int>(i), prompt.grids[i]), prompt.grids[i], scratch, pool,
        rows.view().rows_from(prompt.image_starts[i], prompt.grids[i].tokens(config.vision.merge)));
  }
  const PromptPositions positions =
      prompt_positions(count, prompt.image_starts, prompt.grids, config.vision.merge);
  const auto kv = KvPool::create(config.language, KvPool::bytes_per_token(config.language) * 512);
  KvSequence sequence(**kv);
  EXPECT_TRUE(sequence.reserve(count).ok());
  const SequenceRows part{&sequence, 0, positions.positions, 1};
  LanguageScratch scratch(config.language, count, 2);
  Matrix<float> logits(1, config.language.vocabulary);
  model.forward(rows, {&part, 1}, scratch, pool, logits);
  return {logits.data(), logits.data() + logits.cols()};
}

std::vector<float> expected_logits(const std::string& path, const MadeModel& made,
                                   const Kernels& kernels) {
  const auto files = ModelFiles::open(path);
  EXPECT_TRUE(files.ok());
  const MadePrompt prompt = made_prompt(made);
  ModelBench bench(**files, kernels, 0, 512, 128);
  std::vector<Matrix<float>> images;
  for (size_t i = 0; i < prompt.grids.size(); ++i)
    images.push_back(bench.encode(made_patches(made, static_cast<int>(i), prompt.grids[i]),
                                  prompt.grids[i], nullptr));
  const Matrix<float> logits =
      bench.prefill(prompt.ids, prompt.image_starts, prompt.grids, images, nullptr, 1);
  return {logits.data(), logits.data() + logits.cols()};
}

TEST(ModelLoad, EveryMadeModelGivesTheBitsOfItsParts) {
  for (const MadeModel& made : made_models()) {
    SCOPED_TRACE(made.name);
    const std::string folder = testing::TempDir() + "octavo_load_" + made.name + "_" +
                               std::to_string(static_cast<long>(::getpid()));
    ASSERT_TRUE(write_made_model(made, folder));
    const bool gguf = made.names == TensorNames::kGguf;
    LoadOptions options;
    options.check_tensors = true;
    options.precision = Precision::kF32;
    const auto model = Model::load(gguf ? folder + "/model.gguf" : folder, options);
    ASSERT_TRUE(model.ok()) << model.error().message();
    EXPECT_EQ((*model)->has_vision(), made.vision.depth > 0);
    EXPECT_EQ((*model)->tokenizer().id_of("<|image_pad|>"), kMadeImagePad);
    EXPECT_EQ(last_logits(**model, made),
              expected_logits(folder, made, select_kernels(detect_arch())));
    std::filesystem::remove_all(folder);
  }
}

}  // namespace
}  // namespace octavo::engine
