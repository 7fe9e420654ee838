#include "engine/model/language.h"

#include <algorithm>
#include <functional>

#include "base/check.h"
#include "engine/ops/linear.h"
#include "engine/ops/norm.h"

namespace octavo::engine {

// The working memory of one forward pass, cut to its rows.
struct LanguageForward::Pass {
  Compute compute;
  std::span<const SequenceRows> sequences;
  const Tap* tap;
  MatView<float> rows, normed, queries, keys, values, gate, up, cos, sin;
  int64_t wanted;  // rows of logits

  void report(std::string_view name, int index, MatView<const float> what) const {
    if (tap != nullptr) (*tap)(name, index, what);
  }
};

LanguageForward::LanguageForward(const LanguageConfig& config, const LanguageWeights& weights,
                                 const Kernels& kernels)
    : config_(config), weights_(weights), kernels_(kernels), rope_(config) {
  OCTAVO_CHECK(weights.layers.size() == static_cast<size_t>(config.layers));
}

void LanguageForward::embed(std::span<const TokenId> ids, MatView<float> out) const {
  take_rows(weights_.embedding, ids, out);
}

void LanguageForward::run(MatView<float> rows, std::span<const SequenceRows> sequences,
                          LanguageScratch& scratch, ThreadPool& pool, MatView<float> logits,
                          const Tap* tap) const {
  OCTAVO_CHECK(rows.cols == config_.hidden && rows.rows <= scratch.max_rows());
  const auto cut = [&](Matrix<float>& whole) { return whole.view().rows_from(0, rows.rows); };
  const Pass pass{.compute = {kernels_, pool, scratch.lanes_},
                  .sequences = sequences,
                  .tap = tap,
                  .rows = rows,
                  .normed = cut(scratch.normed_),
                  .queries = cut(scratch.queries_),
                  .keys = cut(scratch.keys_),
                  .values = cut(scratch.values_),
                  .gate = cut(scratch.gate_),
                  .up = cut(scratch.up_),
                  .cos = cut(scratch.cos_),
                  .sin = cut(scratch.sin_),
                  .wanted = logits.rows};
  set_angles(pass);
  if (tap != nullptr || pool.size() == 0) return layers(pass, logits);
  const auto work = [&](TeamLane& lane) {
    Pass own(pass);
    own.compute.lane = &lane;
    layers(own, logits);
  };
  scratch.team_.run(pool, std::ref(work));
}

// All of the pass; in a team every lane calls this.
void LanguageForward::layers(const Pass& pass, MatView<float> logits) const {
  pass.report("language.embed", 0, pass.rows);
  for (int layer = 0; layer < config_.layers; ++layer) {
    attention(pass, layer);
    mlp(pass, layer);
    pass.report("language.layer", layer, pass.rows);
  }
  head(pass, logits);
}

void LanguageForward::set_angles(const Pass& pass) const {
  int64_t covered = 0;
  for (const SequenceRows& sequence : pass.sequences) {
    OCTAVO_CHECK(sequence.first_row >= 0 &&
                 sequence.first_row + sequence.count() <= pass.rows.rows);
    OCTAVO_CHECK(sequence.kv->length() + sequence.count() <= sequence.kv->reserved_tokens());
    for (int64_t i = 0; i < sequence.count(); ++i)
      rope_.angles(sequence.positions[static_cast<size_t>(i)], pass.cos.row(sequence.first_row + i),
                   pass.sin.row(sequence.first_row + i));
    covered += sequence.count();
  }
  OCTAVO_CHECK(covered == pass.rows.rows);
}

// rows += o(attention(rope(q), rope(k), v)) of the normed rows.
void LanguageForward::attention(const Pass& pass, int layer) const {
  const LanguageLayerWeights& weights = weights_.layers[static_cast<size_t>(layer)];
  const LinearCall projections[] = {{.x = pass.normed, .weights = weights.q, .out = pass.queries},
                                    {.x = pass.normed, .weights = weights.k, .out = pass.keys},
                                    {.x = pass.normed, .weights = weights.v, .out = pass.values}};
  multiply_normed(pass, weights.input_norm, "language.attention_input", layer, projections);
  expect(pass, pass.rows.rows, {&weights.o});
  const bool one_each = std::ranges::all_of(
      pass.sequences, [](const SequenceRows& sequence) { return sequence.count() == 1; });
  if (one_each) {
    attend_one_each(pass, layer);
  } else {
    store_all(pass, layer);
    attend_all(pass, layer);
  }
  pass.report("language.attention_output", layer, pass.queries);
  expect(pass, pass.rows.rows, {&weights.gate, &weights.up});
  linear(pass.compute,
         {.x = pass.queries, .weights = weights.o, .out = pass.normed, .add_to = pass.rows});
}

// Products with the normed rows, which calls name as their x.
void LanguageForward::multiply_normed(const Pass& pass, const float* weight, std::string_view name,
                                      int layer, std::span<const LinearCall> calls) const {
  if (pass.tap == nullptr && makes_input(calls.front().weights, pass.rows.rows))
    return linear(pass.compute, {.x = pass.rows, .norm = weight, .epsilon = config_.rms_epsilon},
                  calls);
  rms_norm(pass.compute, pass.rows, weight, config_.rms_epsilon, pass.normed);
  pass.report(name, layer, pass.normed);
  linear(pass.compute, calls);
}

void LanguageForward::turn(const Pass& pass, MatView<float> x, int heads, int64_t first) const {
  kernels_.rope({.x = x.data,
                 .stride = x.stride,
                 .rows = x.rows,
                 .heads = heads,
                 .head_dim = config_.head_dim,
                 .cos = pass.cos.row(first),
                 .sin = pass.sin.row(first)});
}

// Turns keys of rows [first, first + count) of one sequence and writes them and their values to its
// cache.
void LanguageForward::store(const Pass& pass, const SequenceRows& sequence, int layer, int head,
                            const RowChunk& chunk) const {
  const int64_t width = config_.head_dim, first = sequence.first_row + chunk.first;
  const auto keys = pass.keys.rows_from(first, chunk.count).cols_from(head * width, width);
  turn(pass, keys, 1, first);
  for (int64_t i = 0; i < chunk.count; ++i)
    sequence.kv->store(sequence.kv->length() + chunk.first + i, layer, head, config_.head_dim,
                       keys.row(i), pass.values.row(first + i) + head * width);
}

// Turns the queries and keys of all rows, and writes keys and values to the caches.
void LanguageForward::store_all(const Pass& pass, int layer) const {
  int64_t items = 0;
  for (const SequenceRows& sequence : pass.sequences) items += row_chunks(sequence.count());
  for_items(pass.compute, items, [&](int, int64_t item) {
    const SequenceRows* sequence = pass.sequences.data();
    for (int64_t count; item >= (count = row_chunks(sequence->count())); ++sequence) item -= count;
    const RowChunk chunk = row_chunk(sequence->count(), item);
    const int64_t first = sequence->first_row + chunk.first;
    turn(pass, pass.queries.rows_from(first, chunk.count), config_.heads, first);
    for (int head = 0; head < config_.kv_heads; ++head) store(pass, *sequence, layer, head, chunk);
  });
}

AttentionCall LanguageForward::attention_call(const Pass& pass, const SequenceRows& sequence,
                                              int layer, int kv_head, HeadRange heads) const {
  const int group = config_.heads / config_.kv_heads;
  const int64_t first = (int64_t(kv_head) * group + heads.first) * config_.head_dim;
  return {.queries = pass.queries.rows_from(sequence.first_row, sequence.count())
                         .cols_from(first, int64_t(heads.count) * config_.head_dim),
          .heads = heads.count,
          .head_dim = config_.head_dim,
          .blocks = sequence.kv->blocks(layer, kv_head),
          .visible = sequence.kv->length() + 1,
          .causal = true};
}

// The same for one row of each sequence, where the ops would be too small to wait for each. Keys
// and values are read once for all query heads that share them, unless lanes would have nothing to
// do.
void LanguageForward::attend_one_each(const Pass& pass, int layer) const {
  const int group = config_.heads / config_.kv_heads;
  const auto stores = static_cast<int64_t>(pass.sequences.size()) * config_.kv_heads;
  const int64_t lanes = pass.compute.scratch.lanes();
  const int64_t parts = std::clamp<int64_t>((lanes + stores - 1) / stores, 1, group);
  const auto store_one = [&](int64_t item) {
    store(pass, pass.sequences[static_cast<size_t>(item / config_.kv_heads)], layer,
          static_cast<int>(item % config_.kv_heads), {0, 1});
  };
  if (parts > 1) for_items(pass.compute, stores, [&](int, int64_t item) { store_one(item); });
  for_items(pass.compute, stores * parts, [&](int lane, int64_t item) {
    const int64_t part = item % parts;
    item /= parts;
    if (parts == 1) store_one(item);
    const SequenceRows& sequence = pass.sequences[static_cast<size_t>(item / config_.kv_heads)];
    const auto first = static_cast<int>(group * part / parts);
    const int count = static_cast<int>(group * (part + 1) / parts) - first;
    const AttentionCall call = attention_call(
        pass, sequence, layer, static_cast<int>(item % config_.kv_heads), {first, count});
    turn(pass, call.queries, count, sequence.first_row);
    for (int64_t i = 0; i < attention_items(1, count); ++i) attend(pass.compute, lane, call, i);
  });
}

// Each row sees what its sequence's cache has up to itself; results take the queries' place.
void LanguageForward::attend_all(const Pass& pass, int layer) const {
  const int group = config_.heads / config_.kv_heads;
  const auto items_of = [&](const SequenceRows& sequence) {
    return attention_items(sequence.count(), group);
  };
  int64_t items = 0;
  for (const SequenceRows& sequence : pass.sequences) items += items_of(sequence);
  for_items(pass.compute, items * config_.kv_heads, [&](int lane, int64_t item) {
    // The last rows of a prompt see most: they go first, or they would be waited for.
    item = items * config_.kv_heads - 1 - item;
    const int head = static_cast<int>(item % config_.kv_heads);
    item /= config_.kv_heads;
    const SequenceRows* sequence = pass.sequences.data();
    for (; item >= items_of(*sequence); ++sequence) item -= items_of(*sequence);
    const AttentionCall call = attention_call(pass, *sequence, layer, head, {0, group});
    attend(pass.compute, lane, call, item);
  });
}

// rows += down(silu(gate) * up) of the normed rows.
void LanguageForward::mlp(const Pass& pass, int layer) const {
  const LanguageLayerWeights& weights = weights_.layers[static_cast<size_t>(layer)];
  const LinearCall down{
      .x = pass.gate, .weights = weights.down, .out = pass.normed, .add_to = pass.rows};
  expect(pass, pass.rows.rows, {&weights.down});
  if (pass.tap == nullptr && makes_input(weights.gate, pass.rows.rows)) {
    const LinearCall inner[] = {{.x = pass.normed, .weights = weights.gate, .out = pass.gate},
                                {.x = pass.normed, .weights = weights.up, .out = pass.up}};
    multiply_normed(pass, weights.mlp_norm, "language.mlp_input", layer, inner);
    expect_behind(pass, layer);
    return linear(pass.compute, {.x = pass.gate, .up = pass.up}, {&down, 1});
  }
  rms_norm(pass.compute, pass.rows, weights.mlp_norm, config_.rms_epsilon, pass.normed);
  pass.report("language.mlp_input", layer, pass.normed);
  gated_linear(pass.compute, {.x = pass.normed,
                              .gate = weights.gate,
                              .up = weights.up,
                              .out = pass.gate,
                              .up_out = pass.up});
  pass.report("language.mlp_inner", layer, pass.gate);
  expect_behind(pass, layer);
  linear(pass.compute, down);
}

// Where the next product is of few rows: many are cut up otherwise, and what would be brought near
// is not what a lane begins with.
void LanguageForward::expect(const Pass& pass, int64_t rows,
                             std::initializer_list<const WeightView*> weights) const {
  if (rows > 0 && makes_input(**weights.begin(), rows)) engine::expect(pass.compute, weights);
}

void LanguageForward::expect_behind(const Pass& pass, int layer) const {
  if (layer + 1 == config_.layers) return expect(pass, pass.wanted, {&weights_.head});
  const LanguageLayerWeights& next = weights_.layers[static_cast<size_t>(layer + 1)];
  expect(pass, pass.rows.rows, {&next.q, &next.k, &next.v});
}

// Logits of the rows that are wanted; those of one sequence are its last ones.
void LanguageForward::head(const Pass& pass, MatView<float> logits) const {
  if (pass.tap != nullptr) {
    rms_norm(pass.compute, pass.rows, weights_.final_norm, config_.rms_epsilon, pass.normed);
    pass.report("language.norm", 0, pass.normed);
  }
  int64_t wanted = 0;
  for (const SequenceRows& sequence : pass.sequences) {
    OCTAVO_CHECK(sequence.logit_rows >= 0 && sequence.logit_rows <= sequence.count());
    wanted += sequence.logit_rows;
  }
  OCTAVO_CHECK(logits.rows == wanted);
  if (wanted == 0) return;
  const LinearCall call{
      .x = pass.normed.rows_from(0, wanted), .weights = weights_.head, .out = logits};
  if (wanted == pass.rows.rows && makes_input(weights_.head, wanted)) {
    linear(pass.compute,
           {.x = pass.rows, .norm = weights_.final_norm, .epsilon = config_.rms_epsilon},
           {&call, 1});
  } else {
    norm_wanted(pass);
    linear(pass.compute, call);
  }
  pass.report("language.logits", 0, logits);
}

void LanguageForward::norm_wanted(const Pass& pass) const {
  int64_t wanted = 0;
  for (const SequenceRows& sequence : pass.sequences) {
    const int64_t count = sequence.logit_rows;
    const int64_t first = sequence.first_row + sequence.count() - count;
    rms_norm(pass.compute, pass.rows.rows_from(first, count), weights_.final_norm,
             config_.rms_epsilon, pass.normed.rows_from(wanted, count));
    wanted += count;
  }
}

}  // namespace octavo::engine
