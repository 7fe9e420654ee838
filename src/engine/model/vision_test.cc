#include "engine/model/vision.h"

#include <gtest/gtest.h>

#include <list>
#include <map>

#include "engine/model/plain_math.h"
#include "engine/model/test_weights.h"
#include "engine/model/visit_weights.h"
#include "engine/ops/int8_matrix.h"
#include "engine/ops/test_compute.h"

namespace octavo::engine {
namespace {

struct Shape {
  VisionConfig config;
  int hidden;
  ImageGrid grid;
  DType dtype;
};

const Shape kShapes[] = {
    // More patches than a block of keys and an item of queries, heads as wide as MinerU's.
    {{.depth = 2, .width = 160, .heads = 2, .head_dim = 80, .mlp = 320, .patch = 4},
     48,
     {8, 14},
     DType::kF32},
    {{.depth = 3, .width = 24, .heads = 3, .head_dim = 8, .mlp = 40, .patch = 2},
     20,
     {2, 2},
     DType::kBF16},
    {{.depth = 1,
      .width = 20,
      .heads = 1,
      .head_dim = 20,
      .mlp = 30,
      .channels = 1,
      .patch = 3,
      .temporal_patch = 1,
      .merge = 3,
      .norm_epsilon = 1e-5f,
      .rope_theta = 500,
      .activation = VisionConfig::Activation::kGelu},
     12,
     {6, 9},
     DType::kF16},
    {{.depth = 1, .width = 16, .heads = 4, .head_dim = 4, .mlp = 16, .patch = 2, .merge = 1},
     8,
     {5, 3},
     DType::kF32},
};

int64_t patch_size(const VisionConfig& config) {
  return int64_t(config.channels) * config.temporal_patch * config.patch * config.patch;
}

Matrix<float> patches_of(const Shape& shape) {
  Matrix<float> patches(shape.grid.patches(), patch_size(shape.config));
  const std::vector<float> values =
      Numbers(77).many(static_cast<size_t>(patches.rows() * patches.cols()), 2);
  std::copy(values.begin(), values.end(), patches.data());
  return patches;
}

// Angles of all elements of a head: half of them by frequency for the row and the column, twice.
Row angles_at(const VisionConfig& config, int y, int x) {
  Row angles;
  for (int twice = 0; twice < 2; ++twice)
    for (const int at : {y, x})
      for (int i = 0; i < config.head_dim / 4; ++i)
        angles.push_back(at * std::pow(config.rope_theta, -2.0 * i / (config.head_dim / 2)));
  return angles;
}

// In the order of the rows: blocks of merge x merge, row by row.
Rows all_angles(const Shape& shape) {
  const int merge = shape.config.merge;
  Rows all;
  for (int by = 0; by < shape.grid.height; by += merge)
    for (int bx = 0; bx < shape.grid.width; bx += merge)
      for (int y = by; y < by + merge; ++y)
        for (int x = bx; x < bx + merge; ++x) all.push_back(angles_at(shape.config, y, x));
  return all;
}

void attention_of(const VisionConfig& config, const VisionBlockWeights& block, const Rows& angles,
                  Rows& hidden) {
  Rows mixed(hidden.size());
  for (int head = 0; head < config.heads; ++head) {
    Rows queries, keys, values;
    for (size_t i = 0; i < hidden.size(); ++i) {
      const Row x = layer_normed(hidden[i], block.norm1, block.norm1_bias, config.norm_epsilon);
      const auto part = [&](const WeightView& w) {
        return head_of(multiply(w, x), head, config.head_dim);
      };
      queries.push_back(rotated(part(block.q), angles[i]));
      keys.push_back(rotated(part(block.k), angles[i]));
      values.push_back(part(block.v));
    }
    for (size_t i = 0; i < hidden.size(); ++i) {
      const Row out = attended(queries[i], keys, values, keys.size());
      mixed[i].insert(mixed[i].end(), out.begin(), out.end());
    }
  }
  for (size_t i = 0; i < hidden.size(); ++i) add(hidden[i], multiply(block.proj, mixed[i]));
}

std::map<std::string, Rows> right(const Shape& shape, const VisionWeights& weights,
                                  MatView<const float> patches) {
  const VisionConfig& config = shape.config;
  const bool quick = config.activation == VisionConfig::Activation::kQuickGelu;
  std::map<std::string, Rows> taps;
  Rows hidden;
  for (const Row& patch : rows_from(patches))
    hidden.push_back(multiply(weights.patch_embed, patch));
  taps["vision.patch_embed 0"] = hidden;
  const Rows angles = all_angles(shape);
  for (size_t i = 0; i < weights.blocks.size(); ++i) {
    const VisionBlockWeights& block = weights.blocks[i];
    attention_of(config, block, angles, hidden);
    for (Row& row : hidden) {
      Row inner = multiply(block.fc1,
                           layer_normed(row, block.norm2, block.norm2_bias, config.norm_epsilon));
      for (double& v : inner) v = quick ? quick_gelu_of(v) : gelu_of(v);
      add(row, multiply(block.fc2, inner));
    }
    taps["vision.block " + std::to_string(i)] = hidden;
  }
  const auto together = static_cast<size_t>(config.merge * config.merge);
  for (size_t i = 0; i < hidden.size(); i += together) {
    Row merged;
    for (size_t j = i; j < i + together; ++j) {
      const Row part = layer_normed(hidden[j], weights.merger_norm, weights.merger_norm_bias,
                                    config.norm_epsilon);
      merged.insert(merged.end(), part.begin(), part.end());
    }
    Row inner = multiply(weights.merger_fc1, merged);
    for (double& v : inner) v = gelu_of(v);
    taps["vision.merger 0"].push_back(multiply(weights.merger_fc2, inner));
  }
  return taps;
}

TEST(Vision, EveryTapMatchesTheFormulas) {
  for (const Shape& shape : kShapes) {
    TestWeights store(5);
    const VisionWeights weights = store.vision(shape.config, shape.hidden, shape.dtype);
    const Matrix<float> patches = patches_of(shape);
    const std::map<std::string, Rows> expected = right(shape, weights, patches);
    for_each_compute([&](const Compute& compute) {
      const VisionForward forward(shape.config, weights, compute.kernels);
      // Room for more than this picture must not matter.
      VisionScratch scratch(shape.config, shape.grid.patches() + 70, compute.pool.size() + 1);
      Matrix<float> out(shape.grid.tokens(shape.config.merge), shape.hidden);
      size_t seen = 0;
      const Tap tap = [&](std::string_view name, int index, MatView<const float> rows) {
        if (is_matrix_input(name)) return;
        const auto found = expected.find(std::string(name) + " " + std::to_string(index));
        ASSERT_NE(found, expected.end()) << name;
        EXPECT_LT(difference(found->second, rows), 2e-5) << name << " " << index;
        ++seen;
      };
      forward.run(patches, shape.grid, scratch, compute.pool, out, &tap);
      EXPECT_EQ(seen, expected.size());
      EXPECT_LT(difference(expected.at("vision.merger 0"), out), 2e-5);
    });
  }
}

// Neither the number of threads nor what the scratch memory was used for before.
TEST(Vision, AlwaysTheSameBits) {
  const Shape& shape = kShapes[0];
  TestWeights store(6);
  const VisionWeights weights = store.vision(shape.config, shape.hidden, shape.dtype);
  const Matrix<float> patches = patches_of(shape);
  const Kernels kernels = select_kernels(detect_arch());
  const VisionForward forward(shape.config, weights, kernels);
  Matrix<float> first(28, shape.hidden);
  for (const int threads : {0, 1, 4}) {
    ThreadPool pool(threads);
    VisionScratch scratch(shape.config, shape.grid.patches(), threads + 1);
    for (int again = 0; again < 2; ++again) {
      Matrix<float> out(28, shape.hidden);
      forward.run(patches, shape.grid, scratch, pool, out);
      if (threads + again == 0) std::copy(out.data(), out.data() + 28 * shape.hidden, first.data());
      EXPECT_TRUE(same_bits(out.data(), first.data(), static_cast<size_t>(28 * shape.hidden)));
      const ImageGrid smaller{4, 4};
      Matrix<float> other(4, shape.hidden);
      forward.run(patches.view().rows_from(3, 16), smaller, scratch, pool, other);
    }
  }
}

// Gives every matrix a copy in bytes.
class Packer {
 public:
  void vector(const std::string&, const float*, int64_t) {}
  void rows(const std::string&, const WeightView&, int64_t, int64_t) {}
  void matrix(const std::string&, const InputName&, WeightView& view, int64_t cols, int64_t depth) {
    const Int8Layout layout(cols, depth, view.bias != nullptr);
    Matrix<float>& memory = memory_.emplace_back(1, layout.bytes / int64_t{sizeof(float)} + 1);
    auto* const bytes = reinterpret_cast<uint8_t*>(memory.data());
    pack_int8(view, {}, layout, pool_, bytes);
    view.int8 = view_int8(bytes, layout);
  }

 private:
  ThreadPool pool_{0};
  std::list<Matrix<float>> memory_;
};

TEST(Vision, BytesComeNearAndAreTheSameEverywhere) {
  const Shape& shape = kShapes[0];
  TestWeights store(5);
  VisionWeights weights = store.vision(shape.config, shape.hidden, shape.dtype);
  const Matrix<float> patches = patches_of(shape);
  const Rows expected = right(shape, weights, patches).at("vision.merger 0");
  Packer packer;
  visit_vision(shape.config, shape.hidden, weights, packer);
  std::vector<float> first;
  for_each_compute([&](const Compute& compute) {
    const VisionForward forward(shape.config, weights, compute.kernels);
    VisionScratch scratch(shape.config, shape.grid.patches(), compute.pool.size() + 1);
    Matrix<float> out(28, shape.hidden);
    forward.run(patches, shape.grid, scratch, compute.pool, out);
    EXPECT_LT(difference(expected, out), 0.05);
    EXPECT_GT(difference(expected, out), 1e-4) << "these are not bytes";
    const auto size = static_cast<size_t>(28 * shape.hidden);
    // The patch matrix is in f32, which the scalar kernels do not fuse.
    if (compute.kernels.arch == kArchScalar) return;
    if (first.empty()) first.assign(out.data(), out.data() + size);
    EXPECT_TRUE(same_bits(out.data(), first.data(), size));
  });
}

// Every shape: heads that bf16 attention takes, and such that stay with f32's.
TEST(Vision, Bf16ComesNearWhateverTheThreads) {
  for (const Shape& shape : kShapes) {
    TestWeights store(5);
    const VisionWeights weights = store.vision(shape.config, shape.hidden, shape.dtype);
    const Matrix<float> patches = patches_of(shape);
    const Rows expected = right(shape, weights, patches).at("vision.merger 0");
    std::map<ArchMask, std::vector<float>> first;
    for_each_compute(
        [&](const Compute& compute) {
          const VisionForward forward(shape.config, weights, compute.kernels);
          VisionScratch scratch(shape.config, shape.grid.patches(), compute.pool.size() + 1);
          Matrix<float> out(shape.grid.tokens(shape.config.merge), shape.hidden);
          forward.run(patches, shape.grid, scratch, compute.pool, out);
          EXPECT_LT(difference(expected, out), 0.01);
          EXPECT_GT(difference(expected, out), 1e-4) << "this is not bf16";
          const auto size = static_cast<size_t>(out.rows() * out.cols());
          std::vector<float>& same = first[compute.kernels.arch];
          if (same.empty()) same.assign(out.data(), out.data() + size);
          EXPECT_TRUE(same_bits(out.data(), same.data(), size));
        },
        FloatProducts::kBf16);
  }
}

TEST(Vision, EndsBehindTheBlockThatSaysSo) {
  const Shape& shape = kShapes[0];
  TestWeights store(5);
  const VisionWeights weights = store.vision(shape.config, shape.hidden, shape.dtype);
  const Matrix<float> patches = patches_of(shape);
  const Kernels kernels = select_kernels(detect_arch());
  const VisionForward forward(shape.config, weights, kernels);
  ThreadPool alone(0);
  VisionScratch scratch(shape.config, shape.grid.patches(), 1);
  Matrix<float> out(shape.grid.tokens(shape.config.merge), shape.hidden);
  int blocks = 0;
  bool merged = false;
  const Tap tap = [&](std::string_view name, int, MatView<const float>) {
    blocks += name == "vision.block" ? 1 : 0;
    merged |= name == "vision.merger";
  };
  EXPECT_FALSE(forward.run(patches, shape.grid, scratch, alone, out, &tap,
                           [](int block) { return block < 0; }));
  EXPECT_EQ(blocks, 1);
  EXPECT_FALSE(merged);
}

TEST(Vision, ScratchSaysItsSize) {
  // MinerU2.5 with its layout picture of 74 x 74 patches: per patch 2 + 4.0 x 1280 values and a
  // few for angles.
  const VisionConfig config{.depth = 32, .width = 1280, .heads = 16, .head_dim = 80, .mlp = 5120};
  const int64_t bytes = VisionScratch::bytes(config, 5476, 0);
  EXPECT_GT(bytes, 5476 * 6 * 1280 * 4);
  EXPECT_LT(bytes, 5476 * 6 * 1280 * 4 * 1.02);
}

}  // namespace
}  // namespace octavo::engine
