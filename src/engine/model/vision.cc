#include "engine/model/vision.h"

#include "base/check.h"
#include "engine/ops/attention.h"
#include "engine/ops/bf16_attention.h"
#include "engine/ops/byte_attention.h"
#include "engine/ops/linear.h"
#include "engine/ops/norm.h"

namespace octavo::engine {

// The working memory of one picture.
struct VisionForward::Pass {
  Compute compute;
  VisionAttentionPlan plan;
  const Tap* tap;
  MatView<float> hidden, normed, cos, sin;
  float* work;

  MatView<float> work_as(int64_t rows, int64_t cols) const { return {work, rows, cols, cols}; }
  // Queries, keys or values of all heads, until they are where attention wants them.
  MatView<float> projected() const { return work_as(hidden.rows, hidden.cols); }
  uint8_t* bytes() const { return reinterpret_cast<uint8_t*>(work + plan.keys_offset); }
  float* key_block(int64_t head, int64_t block) const {
    return work + plan.keys_offset + (head * plan.blocks + block) * plan.key_floats;
  }
  float* value_block(int64_t head, int64_t block) const {
    return work + plan.values_offset + (head * plan.blocks + block) * plan.value_floats;
  }
  RowChunk rows_of_block(int64_t block) const {
    return {block * kKeyBlock, std::min<int64_t>(kKeyBlock, hidden.rows - block * kKeyBlock)};
  }
  void report(std::string_view name, int index, MatView<const float> what) const {
    if (tap != nullptr) (*tap)(name, index, what);
  }
};

VisionForward::VisionForward(const VisionConfig& config, const VisionWeights& weights,
                             const Kernels& kernels)
    : config_(config), weights_(weights), kernels_(kernels), rope_(config) {
  OCTAVO_CHECK(weights.blocks.size() == static_cast<size_t>(config.depth));
  in_bytes_ = !weights.blocks.empty() && weights.blocks.front().q.int8.is_there() &&
              fits_byte_attention(config.head_dim);
  in_bf16_ = kernels.bf16_attention.attend != nullptr && fits_bf16_attention(config.head_dim);
}

bool VisionForward::run(MatView<const float> patches, const ImageGrid& grid, VisionScratch& scratch,
                        ThreadPool& pool, MatView<float> out, const Tap* tap,
                        const std::function<bool(int)>& done) const {
  const int64_t count = grid.patches();
  OCTAVO_CHECK(patches.rows == count && count > 0 && count <= scratch.max_patches());
  OCTAVO_CHECK(out.rows == grid.tokens(config_.merge));
  const auto cut = [&](Matrix<float>& whole) { return whole.view().rows_from(0, count); };
  const Pass pass{.compute = {kernels_, pool, scratch.lanes_},
                  .plan = VisionAttentionPlan(config_, count),
                  .tap = tap,
                  .hidden = cut(scratch.hidden_),
                  .normed = cut(scratch.normed_),
                  .cos = cut(scratch.cos_),
                  .sin = cut(scratch.sin_),
                  .work = scratch.work_.data()};
  set_angles(pass, grid);
  linear(pass.compute, {.x = patches, .weights = weights_.patch_embed, .out = pass.hidden});
  pass.report("vision.patch_embed", 0, pass.hidden);
  for (int block = 0; block < config_.depth; ++block) {
    attention(pass, block);
    mlp(pass, block);
    pass.report("vision.block", block, pass.hidden);
    if (done && block + 1 < config_.depth && !done(block)) return false;
  }
  merge(pass, out);
  if (done) static_cast<void>(done(config_.depth - 1));
  pass.report("vision.merger", 0, out);
  return true;
}

void VisionForward::set_angles(const Pass& pass, const ImageGrid& grid) const {
  for_items(pass.compute, row_chunks(grid.patches()), [&](int, int64_t item) {
    const RowChunk chunk = row_chunk(grid.patches(), item);
    for (int64_t row = chunk.first; row < chunk.first + chunk.count; ++row) {
      const auto [y, x] = patch_position(row, grid, config_.merge);
      rope_.angles(y, x, pass.cos.row(row), pass.sin.row(row));
    }
  });
}

// hidden += proj(attention(rope(q), rope(k), v)) of the normed rows. Keys, values and queries one
// after the other: they share the place where they are projected to.
void VisionForward::attention(const Pass& pass, int block) const {
  const VisionBlockWeights& weights = weights_.blocks[static_cast<size_t>(block)];
  layer_norm(pass.compute, pass.hidden, weights.norm1, weights.norm1_bias, config_.norm_epsilon,
             pass.normed);
  pass.report("vision.attention_input", block, pass.normed);
  if (in_bytes_)
    attend_packed<ByteHeads>(pass, weights);
  else if (in_bf16_)
    attend_packed<Bf16Heads>(pass, weights);
  else
    attend_in_floats(pass, weights);
  const MatView<float> projected = pass.projected();
  pass.report("vision.attention_output", block, projected);
  linear(pass.compute,
         {.x = projected, .weights = weights.proj, .out = pass.normed, .add_to = pass.hidden});
}

void VisionForward::project(const Pass& pass, const WeightView& matrix) const {
  linear(pass.compute, {.x = pass.normed, .weights = matrix, .out = pass.projected()});
}

// Keys and values of all heads in another form (ops/byte_attention.h, ops/bf16_attention.h).
template <class Heads>
void VisionForward::attend_packed(const Pass& pass, const VisionBlockWeights& weights) const {
  const MatView<float> projected = pass.projected();
  const Heads heads(projected.rows, config_.heads, config_.head_dim);
  project(pass, weights.k);
  turn_all(pass);
  heads.pack_keys(pass.compute, projected, pass.bytes());
  project(pass, weights.v);
  heads.pack_values(pass.compute, projected, pass.bytes());
  project(pass, weights.q);
  turn_all(pass);
  heads.attend(pass.compute, projected, pass.bytes());
}

void VisionForward::attend_in_floats(const Pass& pass, const VisionBlockWeights& weights) const {
  project(pass, weights.k);
  store_keys(pass);
  project(pass, weights.v);
  store_values(pass);
  project(pass, weights.q);
  turn_all(pass);
  attend_all(pass);
}

namespace {

void turn(const Kernels& kernels, const VisionConfig& config, MatView<float> x,
          const RowChunk& rows, MatView<float> cos, MatView<float> sin) {
  kernels.rope({.x = x.row(rows.first),
                .stride = x.stride,
                .rows = rows.count,
                .heads = config.heads,
                .head_dim = config.head_dim,
                .cos = cos.row(rows.first),
                .sin = sin.row(rows.first)});
}

}  // namespace

void VisionForward::store_keys(const Pass& pass) const {
  for_items(pass.compute, pass.plan.blocks, [&](int, int64_t block) {
    const RowChunk rows = pass.rows_of_block(block);
    turn(kernels_, config_, pass.projected(), rows, pass.cos, pass.sin);
    for (int head = 0; head < config_.heads; ++head)
      for (int64_t i = 0; i < rows.count; ++i)
        store_key(KvType::kF32,
                  pass.projected().row(rows.first + i) + int64_t(head) * config_.head_dim,
                  config_.head_dim, i, pass.key_block(head, block));
  });
}

void VisionForward::store_values(const Pass& pass) const {
  for_items(pass.compute, pass.plan.blocks, [&](int, int64_t block) {
    const RowChunk rows = pass.rows_of_block(block);
    for (int head = 0; head < config_.heads; ++head)
      for (int64_t i = 0; i < rows.count; ++i)
        store_value(KvType::kF32,
                    pass.projected().row(rows.first + i) + int64_t(head) * config_.head_dim,
                    config_.head_dim, i, pass.value_block(head, block));
  });
}

// Turns the rows that were projected in their place.
void VisionForward::turn_all(const Pass& pass) const {
  const MatView<float> rows = pass.projected();
  for_items(pass.compute, row_chunks(rows.rows), [&](int, int64_t item) {
    turn(kernels_, config_, rows, row_chunk(rows.rows, item), pass.cos, pass.sin);
  });
}

// Every patch sees every patch; results take the queries' place.
void VisionForward::attend_all(const Pass& pass) const {
  const MatView<float> queries = pass.projected();
  const int64_t items = attention_items(queries.rows, 1);
  for_items(pass.compute, items * config_.heads, [&](int lane, int64_t item) {
    const int64_t head = item / items;  // one head after the other: its keys stay in the cache
    const AttentionCall call{
        .queries = queries.cols_from(head * config_.head_dim, config_.head_dim),
        .heads = 1,
        .head_dim = config_.head_dim,
        .blocks = {.keys = pass.key_block(head, 0),
                   .values = pass.value_block(head, 0),
                   .key_stride = pass.plan.key_floats,
                   .value_stride = pass.plan.value_floats},
        .visible = queries.rows};
    attend(pass.compute, lane, call, item % items);
  });
}

// hidden += fc2(activation(fc1)) of the normed rows.
void VisionForward::mlp(const Pass& pass, int block) const {
  const VisionBlockWeights& weights = weights_.blocks[static_cast<size_t>(block)];
  layer_norm(pass.compute, pass.hidden, weights.norm2, weights.norm2_bias, config_.norm_epsilon,
             pass.normed);
  pass.report("vision.mlp_input", block, pass.normed);
  const bool quick = config_.activation == VisionConfig::Activation::kQuickGelu;
  const MatView<float> inner = pass.work_as(pass.hidden.rows, config_.mlp);
  linear(pass.compute,
         {.x = pass.normed,
          .weights = weights.fc1,
          .out = inner,
          .activation = quick ? kernels_.activation.quick_gelu : kernels_.activation.gelu});
  pass.report("vision.mlp_inner", block, inner);
  linear(pass.compute,
         {.x = inner, .weights = weights.fc2, .out = pass.normed, .add_to = pass.hidden});
}

// The patches of one merge block are neighbouring rows: together they are one long row.
void VisionForward::merge(const Pass& pass, MatView<float> out) const {
  layer_norm(pass.compute, pass.hidden, weights_.merger_norm, weights_.merger_norm_bias,
             config_.norm_epsilon, pass.normed);
  const int64_t together = int64_t(config_.merge) * config_.merge;
  const int64_t tokens = pass.hidden.rows / together, width = pass.hidden.cols * together;
  const MatView<float> inner = pass.work_as(tokens, width);
  const MatView<const float> merged{pass.normed.data, tokens, width, width};
  pass.report("vision.merger_input", 0, merged);
  linear(pass.compute, {.x = merged,
                        .weights = weights_.merger_fc1,
                        .out = inner,
                        .activation = kernels_.activation.gelu});
  pass.report("vision.merger_inner", 0, inner);
  linear(pass.compute, {.x = inner, .weights = weights_.merger_fc2, .out = out});
}

}  // namespace octavo::engine
