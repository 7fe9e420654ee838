// Prepacked files: what comes out of one is what went in, bit for bit; what is damaged is told.
#include "engine/model/packed_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/model/config_json_text.h"
#include "engine/model/model.h"
#include "tests/engine/made_model.h"
#include "tests/engine/model_bench.h"

namespace octavo::engine {
namespace {

namespace fs = std::filesystem;

std::vector<float> last_logits(const Model& model, const MadeModel& made) {
  const MadePrompt prompt = made_prompt(made);
  const ModelConfig& config = model.config();
  ThreadPool pool(1);
  const auto count = static_cast<int64_t>(prompt.ids.size());
  Matrix<float> rows(count, config.language.hidden), logits(1, config.language.vocabulary);
  model.embed(prompt.ids, rows);
  for (size_t i = 0; i < prompt.grids.size(); ++i) {
    const ImageGrid grid = prompt.grids[i];
    VisionScratch scratch(config.vision, grid.patches(), 2);
    model.encode_image(
        made_patches(made, static_cast<int>(i), grid), grid, scratch, pool,
        rows.view().rows_from(prompt.image_starts[i], grid.tokens(config.vision.merge)));
  }
  const PromptPositions positions =
      prompt_positions(count, prompt.image_starts, prompt.grids, config.vision.merge);
  const auto kv = KvPool::create(config.language, KvPool::bytes_per_token(config.language) * 512);
  KvSequence sequence(**kv);
  EXPECT_TRUE(sequence.reserve(count).ok());
  const SequenceRows part{&sequence, 0, positions.positions, 1};
  LanguageScratch scratch(config.language, count, 2);
  model.forward(rows, {&part, 1}, scratch, pool, logits);
  return {logits.data(), logits.data() + logits.cols()};
}

double distance(const std::vector<float>& right, const std::vector<float>& other) {
  double error = 0, size = 0;
  for (size_t i = 0; i < right.size(); ++i) {
    error += (double{right[i]} - double{other[i]}) * (double{right[i]} - double{other[i]});
    size += double{right[i]} * double{right[i]};
  }
  return std::sqrt(error / size);
}

// A made model on disk, as a folder or a .gguf file.
class Made {
 public:
  explicit Made(const MadeModel& model)
      : folder_(testing::TempDir() + "octavo_pack_" + model.name + "_" +
                std::to_string(static_cast<long>(::getpid()))) {
    EXPECT_TRUE(write_made_model(model, folder_));
    path_ = model.names == TensorNames::kGguf ? folder_ + "/model.gguf" : folder_;
  }
  ~Made() { fs::remove_all(folder_); }
  const std::string& path() const { return path_; }
  std::string packed() const { return folder_ + "/packed.octavo"; }

 private:
  std::string folder_, path_;
};

std::shared_ptr<const Model> load(const std::string& path, Precision precision) {
  LoadOptions options;
  options.precision = precision;
  auto model = Model::load(path, options);
  EXPECT_TRUE(model.ok()) << model.error().message();
  return model.ok() ? *model : nullptr;
}

struct Kind {
  Precision precision;
  const char* name;
  // Random weights hide nothing: each layer adds a per cent or so, and a tenth with 4 bits (0.85 in
  // the deepest of these models). Logits that have nothing to do with each other are at 1.4.
  double most_error;
};
constexpr Kind kKinds[] = {{Precision::kInt8, "int8 (", 0.2}, {Precision::kInt4, "int4 (", 1.0}};

TEST(PackedFile, GivesTheBitsOfTheCopiesItWasMadeFrom) {
  for (const MadeModel& made : made_models())
    for (const Kind& kind : kKinds) {
      SCOPED_TRACE(made.name + std::string(" ") + kind.name);
      const Made files(made);
      const auto exact = load(files.path(), Precision::kF32);
      const auto copies = load(files.path(), kind.precision);
      ASSERT_TRUE(exact && copies);
      ASSERT_TRUE(copies->write_packed(files.packed()).ok());
      EXPECT_TRUE(is_packed_file(files.packed()));
      const auto packed = load(files.packed(), Precision::kAuto);
      ASSERT_TRUE(packed);
      EXPECT_EQ(config_members(packed->config()), config_members(copies->config()));
      EXPECT_EQ(packed->tokenizer().size(), copies->tokenizer().size());
      EXPECT_EQ(packed->tokenizer().id_of("<|image_pad|>"), kMadeImagePad);
      EXPECT_EQ(packed->chat_template(), copies->chat_template());
      EXPECT_TRUE(packed->precision().starts_with(kind.name)) << packed->precision();
      const std::vector<float> logits = last_logits(*copies, made);
      EXPECT_EQ(last_logits(*packed, made), logits);
      EXPECT_LT(distance(last_logits(*exact, made), logits), kind.most_error);
      EXPECT_NE(last_logits(*exact, made), logits);
    }
}

// Version 1 for what older readers can take, and what 4 bits are asked of has them.
TEST(PackedFile, CodesAreToldByTheVersionAndTheMatrix) {
  const Made files(made_models().front());
  const auto version = [&] {
    std::ifstream in(files.packed(), std::ios::binary);
    in.seekg(8);
    return in.get();
  };
  ASSERT_TRUE(load(files.path(), Precision::kInt8)->write_packed(files.packed()).ok());
  EXPECT_EQ(version(), 1);
  ASSERT_TRUE(load(files.path(), Precision::kInt4)->write_packed(files.packed()).ok());
  EXPECT_EQ(version(), 2);
  const auto opened = PackedFile::open(files.packed());
  ASSERT_TRUE(opened.ok());
  const ModelWeights& weights = (*opened)->weights();
  for (const WeightView* view : {&weights.language.layers[1].v, &weights.language.layers[0].down}) {
    EXPECT_NE(view->int8.codes, nullptr);
    EXPECT_EQ(view->int8.panels, nullptr);
  }
  for (const WeightView* view : {&weights.language.head, &weights.vision.blocks[0].fc2}) {
    EXPECT_EQ(view->int8.codes, nullptr);
    EXPECT_NE(view->int8.panels, nullptr);
  }
  LoadOptions other;
  other.precision = Precision::kInt8;
  const auto refused = Model::load(files.packed(), other);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidArgument);
}

TEST(PackedFile, SmoothingComesBackToo) {
  const MadeModel& made = made_models().front();
  const Made files(made);
  InputRanges ranges;
  const LanguageConfig config = load(files.path(), Precision::kF32)->config().language;
  for (int i = 0; i < config.layers; ++i) {
    std::vector<float>& range = ranges[{"language.mlp_input", i}];
    for (int t = 0; t < config.hidden; ++t) range.push_back(t % 7 == 0 ? 9.0F : 1.0F);
  }
  LoadOptions options;
  options.precision = Precision::kInt8;
  options.ranges = &ranges;
  const auto int8 = Model::load(files.path(), options);
  ASSERT_TRUE(int8.ok());
  ASSERT_TRUE((*int8)->write_packed(files.packed()).ok());
  const std::vector<float> logits = last_logits(**int8, made);
  EXPECT_NE(logits, last_logits(*load(files.path(), Precision::kInt8), made));
  EXPECT_EQ(logits, last_logits(*load(files.packed(), Precision::kInt8), made));
}

void expect_damage_is_told(Precision precision) {
  const Made files(made_models().front());
  ASSERT_TRUE(load(files.path(), precision)->write_packed(files.packed()).ok());
  std::ifstream in(files.packed(), std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), {}};
  const auto error_of = [&](const std::string& bytes) {
    std::ofstream(files.packed(), std::ios::binary) << bytes;
    const auto opened = PackedFile::open(files.packed());
    EXPECT_FALSE(opened.ok());
    return opened.ok() ? std::string() : opened.error().message();
  };
  const auto with = [&](size_t at, char value) {
    std::string bytes = good;
    bytes[at] = value;
    return bytes;
  };
  const auto says = [](const std::string& text, const char* what) {
    return text.find(what) != std::string::npos;
  };
  EXPECT_TRUE(says(error_of(with(8, 3)), "version 1 or 2"));
  EXPECT_TRUE(says(error_of(with(12, 32)), "multiples of 64"));
  EXPECT_TRUE(says(error_of(with(32, char(good[32] + 1))), "SHA-256"));
  EXPECT_TRUE(says(error_of(with(80, char(good[80] + 1))), "SHA-256"));
  EXPECT_TRUE(says(error_of(with(22, 1)), "header's size"));
  EXPECT_TRUE(says(error_of(good.substr(0, good.size() - 64)), "bytes as the file says"));
  EXPECT_TRUE(says(error_of(good.substr(0, 40)), "first 64 bytes"));
  std::ofstream(files.packed(), std::ios::binary) << good;
  size_t scales = 0;
  {
    const auto opened = PackedFile::open(files.packed());
    ASSERT_TRUE(opened.ok());
    const float* values = (*opened)->weights().language.layers[0].o.int8.scales;
    scales = good.find(std::string(reinterpret_cast<const char*>(values), 4 * sizeof(float)));
  }
  ASSERT_NE(scales, std::string::npos);
  std::string no_number = good;
  no_number.replace(scales, 4, "\xff\xff\xff\xff");
  EXPECT_TRUE(says(error_of(no_number), "no finite number"));
  std::ofstream(files.packed(), std::ios::binary) << good;

  // What is no regular file is neither waited for nor replaced.
  const std::string pipe = files.packed() + ".pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(is_packed_file(pipe));
  EXPECT_FALSE(Model::load(pipe, {}).ok());
  const Status written = load(files.path(), precision)->write_packed(pipe);
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, Code::kOutputUnwritable);
  EXPECT_TRUE(fs::is_fifo(pipe));

  LoadOptions exact;
  exact.precision = Precision::kF32;
  const auto refused = Model::load(files.packed(), exact);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidArgument);
  EXPECT_FALSE(load(files.packed(), Precision::kAuto)->write_packed(files.packed() + "2").ok());
}

TEST(PackedFile, WhatIsDamagedIsTold) {
  for (const Kind& kind : kKinds) expect_damage_is_told(kind.precision);
}

// What no check reads is multiplied all the same: whatever it says, it stays inside of the file.
TEST(PackedFile, AnyBytesInAMatrixDoNoHarm) {
  const MadeModel& made = made_models().front();
  const Made files(made);
  ASSERT_TRUE(load(files.path(), Precision::kInt4)->write_packed(files.packed()).ok());
  std::ifstream in(files.packed(), std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  size_t codes = 0;
  {
    const auto opened = PackedFile::open(files.packed());
    ASSERT_TRUE(opened.ok());
    const uint8_t* panel = (*opened)->weights().language.layers[0].gate.int8.codes;
    codes = bytes.find(std::string(reinterpret_cast<const char*>(panel), 64));
  }
  ASSERT_NE(codes, std::string::npos);
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(codes), 576, '\xff');
  std::ofstream(files.packed(), std::ios::binary) << bytes;
  const auto damaged = load(files.packed(), Precision::kAuto);
  ASSERT_TRUE(damaged);
  EXPECT_EQ(last_logits(*damaged, made).size(), size_t(made.language.vocabulary));
}

}  // namespace
}  // namespace octavo::engine
