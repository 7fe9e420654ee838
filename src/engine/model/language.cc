#include "engine/model/language.h"

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
                  .sin = cut(scratch.sin_)};
  set_angles(pass);
  pass.report("language.embed", 0, rows);
  for (int layer = 0; layer < config_.layers; ++layer) {
    attention(pass, layer);
    mlp(pass, layer);
    pass.report("language.layer", layer, rows);
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
  rms_norm(pass.compute, pass.rows, weights.input_norm, config_.rms_epsilon, pass.normed);
  pass.report("language.attention_input", layer, pass.normed);
  const LinearCall projections[] = {{.x = pass.normed, .weights = weights.q, .out = pass.queries},
                                    {.x = pass.normed, .weights = weights.k, .out = pass.keys},
                                    {.x = pass.normed, .weights = weights.v, .out = pass.values}};
  linear(pass.compute, projections);
  for (const SequenceRows& sequence : pass.sequences) store(pass, sequence, layer);
  attend_all(pass, layer);
  pass.report("language.attention_output", layer, pass.queries);
  linear(pass.compute,
         {.x = pass.queries, .weights = weights.o, .out = pass.normed, .add_to = pass.rows});
}

// Turns the queries and keys of one sequence, and writes keys and values to its cache.
void LanguageForward::store(const Pass& pass, const SequenceRows& sequence, int layer) const {
  const auto turn = [&](MatView<float> x, int heads, int64_t first, int64_t count) {
    kernels_.rope({.x = x.row(first),
                   .stride = x.stride,
                   .rows = count,
                   .heads = heads,
                   .head_dim = config_.head_dim,
                   .cos = pass.cos.row(first),
                   .sin = pass.sin.row(first)});
  };
  const int64_t length = sequence.kv->length();
  for_items(pass.compute, row_chunks(sequence.count()), [&](int, int64_t item) {
    const RowChunk chunk = row_chunk(sequence.count(), item);
    const int64_t first = sequence.first_row + chunk.first;
    turn(pass.queries, config_.heads, first, chunk.count);
    turn(pass.keys, config_.kv_heads, first, chunk.count);
    for (int64_t i = 0; i < chunk.count; ++i)
      for (int head = 0; head < config_.kv_heads; ++head) {
        const int64_t col = int64_t(head) * config_.head_dim;
        sequence.kv->store(length + chunk.first + i, layer, head, config_.head_dim,
                           pass.keys.row(first + i) + col, pass.values.row(first + i) + col);
      }
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
    const int64_t width = int64_t(group) * config_.head_dim;
    const AttentionCall call{
        .queries = pass.queries.rows_from(sequence->first_row, sequence->count())
                       .cols_from(head * width, width),
        .heads = group,
        .head_dim = config_.head_dim,
        .blocks = sequence->kv->blocks(layer, head),
        .visible = sequence->kv->length() + 1,
        .causal = true};
    attend(pass.compute, lane, call, item);
  });
}

// rows += down(silu(gate) * up) of the normed rows.
void LanguageForward::mlp(const Pass& pass, int layer) const {
  const LanguageLayerWeights& weights = weights_.layers[static_cast<size_t>(layer)];
  rms_norm(pass.compute, pass.rows, weights.mlp_norm, config_.rms_epsilon, pass.normed);
  pass.report("language.mlp_input", layer, pass.normed);
  gated_linear(pass.compute, pass.normed, weights.gate, weights.up, pass.gate, pass.up);
  pass.report("language.mlp_inner", layer, pass.gate);
  linear(pass.compute,
         {.x = pass.gate, .weights = weights.down, .out = pass.normed, .add_to = pass.rows});
}

// Logits of the rows that are wanted; those of one sequence are its last ones.
void LanguageForward::head(const Pass& pass, MatView<float> logits) const {
  if (pass.tap != nullptr) {
    rms_norm(pass.compute, pass.rows, weights_.final_norm, config_.rms_epsilon, pass.normed);
    pass.report("language.norm", 0, pass.normed);
  }
  int64_t wanted = 0;
  for (const SequenceRows& sequence : pass.sequences) {
    const int64_t count = sequence.logit_rows;
    OCTAVO_CHECK(count >= 0 && count <= sequence.count());
    const int64_t first = sequence.first_row + sequence.count() - count;
    rms_norm(pass.compute, pass.rows.rows_from(first, count), weights_.final_norm,
             config_.rms_epsilon, pass.normed.rows_from(wanted, count));
    wanted += count;
  }
  OCTAVO_CHECK(logits.rows == wanted);
  if (wanted == 0) return;
  linear(pass.compute,
         {.x = pass.normed.rows_from(0, wanted), .weights = weights_.head, .out = logits});
  pass.report("language.logits", 0, logits);
}

}  // namespace octavo::engine
