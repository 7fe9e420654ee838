// A model for tests of the session: what it says next is a function of all that was fed, and it
// reads that back out of the KV cache, so that wrong bookkeeping shows.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/session/session.h"
#include "engine/session/session_model.h"
#include "engine/session/test_tokenizer.h"

namespace octavo::engine {

// What one row of the cache holds: the token (or a picture's feature) and its position.
struct Fed {
  float value;
  Position position;
  bool operator==(const Fed&) const = default;
};
using History = std::vector<Fed>;
using Script = std::function<TokenId(const History&)>;

class ScriptedModel : public SessionModel {
 public:
  explicit ScriptedModel(Script script) : script_(std::move(script)), tokenizer_(test_tokenizer()) {
    config_.language = {.hidden = 2,
                        .layers = 1,
                        .heads = 1,
                        .kv_heads = 1,
                        .head_dim = 4,
                        .intermediate = 4,
                        .vocabulary = kTestVocabulary,
                        .max_positions = 4096};
    config_.vision = {.depth = 1, .width = 4, .heads = 1, .head_dim = 4, .mlp = 4};
    config_.end_tokens = {kTestEnd};
    config_.image_pad = kTestImagePad;
    history_.reserve(static_cast<size_t>(config_.language.max_positions));
  }

  const ModelConfig& config() const override { return config_; }
  const Tokenizer& tokenizer() const override { return tokenizer_; }
  // Rows are cheap: many guesses pay.
  double step_cost(int64_t rows) const override { return 0.95 + 0.05 * static_cast<double>(rows); }

  // Feature k of a picture: 1000 * the first value of its patches + k.
  bool encode_image(MatView<const float> patches, ImageGrid grid, MatView<float> out,
                    const std::function<bool()>& goes_on) override {
    EXPECT_EQ(out.rows, grid.tokens(2));
    EXPECT_EQ(out.cols, config_.language.hidden);
    for (int64_t k = 0; k < out.rows; ++k)
      out.at(k, 0) = out.at(k, 1) = 1000 * patches.at(0, 0) + static_cast<float>(k);
    log += "E";
    if (meanwhile) meanwhile();
    return goes_on();
  }

  void embed(std::span<const TokenId> ids, MatView<float> out) override {
    ASSERT_EQ(out.rows, static_cast<int64_t>(ids.size()));
    for (size_t i = 0; i < ids.size(); ++i)
      out.at(static_cast<int64_t>(i), 0) = static_cast<float>(ids[i]);
  }

  void forward(MatView<float> rows, std::span<const SequenceRows> sequences,
               MatView<float> logits) override {
    log += "F";
    if (meanwhile) meanwhile();
    ++forwards;
    rows_fed += rows.rows;
    most_rows = std::max(most_rows, rows.rows);
    most_sequences = std::max(most_sequences, sequences.size());
    int64_t logit_row = 0;
    for (const SequenceRows& sequence : sequences) {
      append(rows, sequence);
      const int64_t length = sequence.kv->length() + sequence.count();
      for (int64_t last = length - sequence.logit_rows + 1; last <= length; ++last)
        say(read(*sequence.kv, last), logits.rows_from(logit_row++, 1));
    }
    EXPECT_EQ(logit_row, logits.rows);
  }

  ModelConfig config_;
  std::string log;                  // E: a picture encoded, F: a forward pass
  std::function<void()> meanwhile;  // called in both
  int forwards = 0;
  int64_t rows_fed = 0, most_rows = 0;
  size_t most_sequences = 0;

 private:
  static float* cell(KvSequence& kv, int64_t at) {
    return reinterpret_cast<float*>(kv.pool().keys(kv.block_of(at), 0, 0)) +
           at % KvPool::kBlockTokens * 4;
  }

  static void append(MatView<float> rows, const SequenceRows& sequence) {
    for (size_t i = 0; i < sequence.positions.size(); ++i) {
      float* out = cell(*sequence.kv, sequence.kv->length() + static_cast<int64_t>(i));
      out[0] = rows.at(sequence.first_row + static_cast<int64_t>(i), 0);
      for (size_t axis = 0; axis < 3; ++axis)
        out[1 + axis] = static_cast<float>(sequence.positions[i][axis]);
    }
  }

  History& read(KvSequence& kv, int64_t length) {
    history_.clear();
    for (int64_t i = 0; i < length; ++i) {
      const float* in = cell(kv, i);
      history_.push_back({in[0],
                          {static_cast<int32_t>(in[1]), static_cast<int32_t>(in[2]),
                           static_cast<int32_t>(in[3])}});
    }
    return history_;
  }

  void say(const History& history, MatView<float> logits) {
    const TokenId id = script_(history);
    for (int64_t i = 0; i < logits.cols; ++i) logits.at(0, i) = -static_cast<float>(i % 7);
    // A negative token stands for a model gone wrong.
    if (id < 0)
      logits.at(0, 5) = std::nanf("");
    else
      logits.at(0, id) = 10;
  }

  Script script_;
  Tokenizer tokenizer_;
  History history_;
};

inline std::unique_ptr<Session> make_session(std::unique_ptr<SessionModel> model,
                                             const SessionOptions& options) {
  auto session = Session::create(std::move(model), options);
  EXPECT_TRUE(session.ok()) << session.error().message();
  return std::move(session).value();
}

}  // namespace octavo::engine
