#include "engine/model/language.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/model/plain_math.h"
#include "engine/model/test_weights.h"
#include "engine/ops/test_compute.h"

namespace octavo::engine {
namespace {

struct Shape {
  LanguageConfig config;
  DType dtype;
};

const Shape kShapes[] = {
    // MinerU's head and groups, over more tokens than a block of keys.
    {{.hidden = 56,
      .layers = 2,
      .heads = 7,
      .kv_heads = 1,
      .head_dim = 64,
      .intermediate = 100,
      .vocabulary = 90,
      .mrope_sections = {8, 12, 12}},
     DType::kF32},
    {{.hidden = 32,
      .layers = 3,
      .heads = 4,
      .kv_heads = 2,
      .head_dim = 8,
      .intermediate = 40,
      .vocabulary = 50,
      .rms_epsilon = 1e-5f,
      .rope_theta = 10000,
      .mrope_sections = {2, 1, 1},
      .tied_head = false},
     DType::kBF16},
    // A plain text model, every head with keys of its own.
    {{.hidden = 30,
      .layers = 1,
      .heads = 3,
      .kv_heads = 3,
      .head_dim = 10,
      .intermediate = 33,
      .vocabulary = 40,
      .mrope_sections = {5, 0, 0}},
     DType::kF16},
};

// Text, a picture of 3 x 4, text.
std::vector<Position> positions_of(int64_t tokens) {
  const int64_t starts[] = {5};
  const ImageGrid grids[] = {{6, 8}};
  return prompt_positions(tokens, starts, grids, 2).positions;
}

std::vector<TokenId> ids_of(int64_t tokens, const LanguageConfig& config, uint64_t seed) {
  Numbers numbers(seed);
  std::vector<TokenId> ids;
  for (int64_t i = 0; i < tokens; ++i)
    ids.push_back(static_cast<TokenId>(numbers.bits() % static_cast<uint64_t>(config.vocabulary)));
  return ids;
}

// As the reference has it: angles for all three axes, and sections that are dealt out in turn over
// both halves of a head.
Row angles_at(const LanguageConfig& config, const Position& position) {
  Row angles;
  for (int half = 0; half < 2; ++half)
    for (size_t axis = 0, i = 0; axis < 3; ++axis)
      for (int count = 0; count < config.mrope_sections[axis]; ++count, ++i)
        angles.push_back(position[axis] *
                         std::pow(config.rope_theta, -2.0 * double(i) / config.head_dim));
  return angles;
}

void attention_of(const LanguageConfig& config, const LanguageLayerWeights& layer,
                  const std::vector<Position>& positions, Rows& hidden) {
  Rows normed, mixed(hidden.size());
  for (const Row& row : hidden) normed.push_back(rms(row, layer.input_norm, config.rms_epsilon));
  for (int head = 0; head < config.heads; ++head) {
    const int shared = head / (config.heads / config.kv_heads);
    Rows keys, values;
    for (size_t i = 0; i < hidden.size(); ++i) {
      const Row angles = angles_at(config, positions[i]);
      const auto part = [&](const WeightView& w, int which) {
        return head_of(multiply(w, normed[i]), which, config.head_dim);
      };
      keys.push_back(rotated(part(layer.k, shared), angles));
      values.push_back(part(layer.v, shared));
      const Row out = attended(rotated(part(layer.q, head), angles), keys, values, i + 1);
      mixed[i].insert(mixed[i].end(), out.begin(), out.end());
    }
  }
  for (size_t i = 0; i < hidden.size(); ++i) add(hidden[i], multiply(layer.o, mixed[i]));
}

std::map<std::string, Rows> right(const LanguageConfig& config, const LanguageWeights& weights,
                                  MatView<const float> embedded,
                                  const std::vector<Position>& positions) {
  std::map<std::string, Rows> taps;
  Rows hidden = rows_from(embedded);
  taps["language.embed 0"] = hidden;
  for (size_t i = 0; i < weights.layers.size(); ++i) {
    const LanguageLayerWeights& layer = weights.layers[i];
    attention_of(config, layer, positions, hidden);
    for (Row& row : hidden) {
      const Row x = rms(row, layer.mlp_norm, config.rms_epsilon);
      Row inner = multiply(layer.gate, x);
      const Row up = multiply(layer.up, x);
      for (size_t j = 0; j < inner.size(); ++j) inner[j] = silu_of(inner[j]) * up[j];
      add(row, multiply(layer.down, inner));
    }
    taps["language.layer " + std::to_string(i)] = hidden;
  }
  for (const Row& row : hidden)
    taps["language.norm 0"].push_back(rms(row, weights.final_norm, config.rms_epsilon));
  for (const Row& row : taps["language.norm 0"])
    taps["language.logits 0"].push_back(multiply(weights.head, row));
  return taps;
}

// A model with all that a forward pass needs.
struct Bench {
  Bench(const Shape& shape, const Kernels& kernels, int threads)
      : config(shape.config),
        store(5),
        weights(store.language(config, shape.dtype)),
        forward(config, weights, kernels),
        pool(threads),
        scratch(config, 300, threads + 1),
        kv(KvPool::create(config, KvPool::bytes_per_token(config) * 1024).value()) {}

  Matrix<float> embedded(const std::vector<TokenId>& ids) const {
    Matrix<float> rows(static_cast<int64_t>(ids.size()), config.hidden);
    forward.embed(ids, rows);
    return rows;
  }
  // Feeds tokens [kv.length(), end) of the prompt; logits of the last `logit_rows`.
  Matrix<float> feed(KvSequence& sequence, const std::vector<TokenId>& ids, int64_t end,
                     int64_t logit_rows, const Tap* tap = nullptr) {
    const int64_t first = sequence.length();
    Matrix<float> rows = embedded({ids.begin() + first, ids.begin() + end});
    const std::vector<Position> positions = positions_of(static_cast<int64_t>(ids.size()));
    EXPECT_TRUE(sequence.reserve(end - first).ok());
    const SequenceRows part{
        &sequence, 0,
        std::span(positions).subspan(static_cast<size_t>(first), static_cast<size_t>(end - first)),
        logit_rows};
    Matrix<float> logits(logit_rows, config.vocabulary);
    forward.run(rows, {&part, 1}, scratch, pool, logits, tap);
    sequence.advance(end - first);
    return logits;
  }

  LanguageConfig config;
  TestWeights store;
  LanguageWeights weights;
  LanguageForward forward;
  ThreadPool pool;
  LanguageScratch scratch;
  std::unique_ptr<KvPool> kv;
};

TEST(Language, EveryTapMatchesTheFormulas) {
  for (const Shape& shape : kShapes)
    for_each_compute([&](const Compute& compute) {
      Bench bench(shape, compute.kernels, compute.pool.size());
      const int64_t tokens = 70;
      const std::vector<TokenId> ids = ids_of(tokens, bench.config, 3);
      static std::map<const Shape*, std::map<std::string, Rows>> known;
      if (!known.contains(&shape))
        known[&shape] =
            right(bench.config, bench.weights, bench.embedded(ids), positions_of(tokens));
      const auto& expected = known[&shape];
      size_t seen = 0;
      const Tap tap = [&](std::string_view name, int index, MatView<const float> rows) {
        if (is_matrix_input(name)) return;
        const auto found = expected.find(std::string(name) + " " + std::to_string(index));
        ASSERT_NE(found, expected.end()) << name;
        EXPECT_LT(difference(found->second, rows), 2e-5) << name << " " << index;
        ++seen;
      };
      KvSequence sequence(*bench.kv);
      const Matrix<float> logits = bench.feed(sequence, ids, tokens, tokens, &tap);
      EXPECT_EQ(seen, expected.size());
      EXPECT_LT(difference(expected.at("language.logits 0"), logits), 2e-5);
    });
}

// A prompt in parts, token by token, or after a rejected draft gives the bits of the whole prompt.
TEST(Language, HowAPromptIsFedDoesNotMatter) {
  const Kernels kernels = select_kernels(detect_arch());
  for (const Shape& shape : kShapes) {
    const int64_t tokens = 100;
    Bench bench(shape, kernels, 1);
    const std::vector<TokenId> ids = ids_of(tokens, bench.config, 3);
    KvSequence whole(*bench.kv), parts(*bench.kv);
    const Matrix<float> all = bench.feed(whole, ids, tokens, tokens);
    const auto vocabulary = static_cast<size_t>(bench.config.vocabulary);
    EXPECT_EQ(bench.feed(parts, ids, 37, 0).rows(), 0);
    for (const int64_t end : {66, 67, 68, 75}) {
      const Matrix<float> logits = bench.feed(parts, ids, end, 1);
      EXPECT_TRUE(same_bits(logits.data(), all.row(end - 1), vocabulary)) << end;
    }
    std::vector<TokenId> wrong = ids;
    for (int64_t i = 75; i < tokens; ++i) wrong[static_cast<size_t>(i)] ^= 1;
    bench.feed(parts, wrong, 95, 1);
    parts.truncate(75);
    const Matrix<float> rest = bench.feed(parts, ids, tokens, 25);
    EXPECT_TRUE(same_bits(rest.data(), all.row(75), 25 * vocabulary));
  }
}

// Several sequences at once, at different places: each has the bits it has alone, whatever the
// number of threads.
TEST(Language, ABatchIsNothingButItsSequences) {
  const Kernels kernels = select_kernels(detect_arch());
  const Shape& shape = kShapes[1];
  const std::vector<int64_t> fed{0, 60, 64, 10}, ends{80, 61, 65, 90}, wanted{1, 1, 0, 3};
  std::vector<float> alone;
  for (const int threads : {0, 1, 3}) {
    Bench bench(shape, kernels, threads);
    std::vector<KvSequence> sequences;
    std::vector<SequenceRows> batch;
    std::vector<TokenId> ids_fed;
    const std::vector<Position> positions = positions_of(100);
    std::vector<float> expected;
    for (size_t i = 0; i < fed.size(); ++i) {
      const std::vector<TokenId> ids = ids_of(100, bench.config, i);
      sequences.emplace_back(*bench.kv);
      if (fed[i] > 0) bench.feed(sequences[i], ids, fed[i], 0);
      KvSequence twin(*bench.kv);
      if (fed[i] > 0) bench.feed(twin, ids, fed[i], 0);
      const Matrix<float> logits = bench.feed(twin, ids, ends[i], wanted[i]);
      expected.insert(expected.end(), logits.data(), logits.row(logits.rows()));
      ASSERT_TRUE(sequences[i].reserve(ends[i] - fed[i]).ok());
      ids_fed.insert(ids_fed.end(), ids.begin() + fed[i], ids.begin() + ends[i]);
    }
    int64_t first = 0;
    for (size_t i = 0; i < fed.size(); ++i) {
      const int64_t count = ends[i] - fed[i];
      batch.push_back(
          {&sequences[i], first,
           std::span(positions).subspan(static_cast<size_t>(fed[i]), static_cast<size_t>(count)),
           wanted[i]});
      first += count;
    }
    Matrix<float> rows = bench.embedded(ids_fed), logits(5, bench.config.vocabulary);
    bench.forward.run(rows, batch, bench.scratch, bench.pool, logits);
    EXPECT_TRUE(same_bits(logits.data(), expected.data(), expected.size()));
    if (threads == 0) alone = expected;
    EXPECT_TRUE(same_bits(logits.data(), alone.data(), alone.size()));
  }
}

TEST(Language, ScratchSaysItsSize) {
  // MinerU2.5: 896 + 18 * 64 + 2 * 4864 + 64 values a row.
  const LanguageConfig config{.hidden = 896,
                              .layers = 24,
                              .heads = 14,
                              .kv_heads = 2,
                              .head_dim = 64,
                              .intermediate = 4864,
                              .vocabulary = 151936};
  EXPECT_EQ(LanguageScratch::bytes(config, 520, 2),
            520 * (896 + 18 * 64 + 2 * 4864 + 64) * 4 + LaneScratch::bytes(2));
}

}  // namespace
}  // namespace octavo::engine
