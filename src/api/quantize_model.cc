#include "octavo/quantize.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "api/model_plan.h"
#include "api/model_runner.h"
#include "api/prompt_pictures.h"
#include "api/quantize_samples.h"
#include "base/try.h"
#include "engine/model/packed_file.h"
#include "engine/sampling/logprobs.h"
#include "vlm/session_options.h"

namespace octavo {
namespace {

using engine::Matrix;
using engine::MatView;
using engine::TokenId;

// A picture of a sample need not be larger: a kind of strokes is there or is not.
constexpr int kSampleSide = 616;
constexpr int64_t kMostTokens = 1024;

Result<std::vector<engine::PreparedImage>> sample_pictures(const QuantizeOptions& options,
                                                           const engine::ModelConfig& config,
                                                           std::vector<Error>& unread) {
  std::vector<engine::PreparedImage> pictures;
  if (config.vision.depth == 0) return pictures;
  const auto add = [&](const Image& image) -> Status {
    auto prepared =
        engine::prepare_image(image, config.vision, config.image, {.max_side = kSampleSide});
    if (!prepared.ok()) return std::move(prepared).error();
    pictures.push_back(std::move(prepared).value());
    return success();
  };
  Diagnostics diagnostics;
  for (const PromptPicture& picture : options.pictures) {
    const auto pixels = read_prompt_picture(picture, diagnostics);
    const Status taken = pixels.ok() ? add(pixels->image) : Status(pixels.error());
    if (taken.ok()) continue;
    unread.push_back(taken.error());
    unread.back().place.file = picture.name;
  }
  if (!unread.empty() && pictures.empty()) return unread.front();
  if (pictures.empty()) OCTAVO_TRY_STATUS(add(sample_page()));
  return pictures;
}

std::vector<TokenId> tokens_of(const engine::Model& model, std::string_view text) {
  std::vector<TokenId> ids = model.tokenizer().encode(text, engine::SpecialTokens::kAsText);
  ids.resize(std::min<size_t>(ids.size(), kMostTokens / 2));
  return ids;
}

// Of each column of each matrix's input over all samples: the largest value, and the mean square.
struct InputSamples {
  engine::InputRanges ranges, squares;
};

InputSamples sample_inputs(const engine::Model& model, ModelRunner& runner,
                           const std::vector<engine::PreparedImage>& pictures) {
  InputSamples samples;
  std::map<engine::InputName, int64_t> rows_of;
  const engine::Tap tap = [&](std::string_view name, int index, MatView<const float> rows) {
    if (!engine::is_matrix_input(name) && name != "language.norm") return;
    const engine::InputName key{std::string(name), index};
    std::vector<float>&largest = samples.ranges[key], &squares = samples.squares[key];
    largest.resize(static_cast<size_t>(rows.cols));
    squares.resize(static_cast<size_t>(rows.cols));
    rows_of[key] += rows.rows;
    for (int64_t i = 0; i < rows.rows; ++i)
      for (int64_t t = 0; t < rows.cols; ++t) {
        const float value = rows.row(i)[t];
        float& most = largest[static_cast<size_t>(t)];
        most = std::max(most, std::abs(value));
        squares[static_cast<size_t>(t)] += value * value;
      }
  };
  for (const std::string_view text : calibration_texts())
    runner.read(tokens_of(model, text), false, &tap);
  for (const engine::PreparedImage& picture : pictures) runner.look(picture, &tap);
  for (auto& [key, squares] : samples.squares)
    for (float& square : squares) square /= static_cast<float>(std::max<int64_t>(rows_of[key], 1));
  return samples;
}

// What f32 computes behind each layer, to hold the file against.
class LayerErrors {
 public:
  engine::Tap remember() {
    return [this](std::string_view name, int index, MatView<const float> rows) {
      if (engine::is_matrix_input(name)) return;
      std::vector<float>& values = right_[{std::string(name), index}];
      values.clear();  // a tap comes once a run; what it said of the run before is compared
      for (int64_t i = 0; i < rows.rows; ++i)
        values.insert(values.end(), rows.row(i), rows.row(i) + rows.cols);
    };
  }
  engine::Tap compare() {
    return [this](std::string_view name, int index, MatView<const float> rows) {
      if (engine::is_matrix_input(name)) return;
      const engine::InputName key{std::string(name), index};
      Sums& sums = sums_[key];
      const float* right = right_[key].data();
      for (int64_t i = 0; i < rows.rows; ++i)
        for (int64_t t = 0; t < rows.cols; ++t, ++right) {
          const double difference = double{rows.row(i)[t]} - double{*right};
          sums.error += difference * difference;
          sums.size += double{*right} * double{*right};
        }
    };
  }
  std::vector<LayerError> list() const {
    std::vector<LayerError> out;
    for (const auto& [key, sums] : sums_)
      out.push_back({key.tap + " " + std::to_string(key.index),
                     sums.size > 0 ? std::sqrt(sums.error / sums.size) : 0});
    return out;
  }

 private:
  struct Sums {
    double error = 0, size = 0;
  };
  std::map<engine::InputName, std::vector<float>> right_;
  std::map<engine::InputName, Sums> sums_;
};

double log_sum(const float* row, int64_t count) {
  return engine::log_sum_exp({row, static_cast<size_t>(count)},
                             *std::max_element(row, row + count));
}

TokenId best_of(const float* row, int64_t count) {
  return static_cast<TokenId>(std::max_element(row, row + count) - row);
}

void compare_logits(const Matrix<float>& right, const Matrix<float>& made, QuantizeReport& report) {
  const int64_t count = right.cols();
  for (int64_t i = 0; i < right.rows(); ++i) {
    const float *a = right.row(i), *b = made.row(i);
    const double sum_a = log_sum(a, count), sum_b = log_sum(b, count);
    for (int64_t j = 0; j < count; ++j) {
      const double log_a = double{a[j]} - sum_a;
      report.divergence += std::exp(log_a) * (log_a - (double{b[j]} - sum_b));
    }
    report.top_agreement += best_of(a, count) == best_of(b, count) ? 1 : 0;
    ++report.places;
  }
}

void compare_steps(const engine::Model& model, ModelRunner& right, ModelRunner& made, int steps,
                   QuantizeReport& report) {
  const std::vector<TokenId> prompt = tokens_of(model, comparison_prompt());
  const int64_t count = model.config().language.vocabulary;
  Matrix<float> a = right.read(prompt, false), b = made.read(prompt, false);
  for (; report.steps < steps; ++report.steps) {
    const TokenId token = best_of(a.row(0), count);
    report.token_agreement += token == best_of(b.row(0), count) ? 1 : 0;
    a = right.next(token);
    b = made.next(token);
  }
}

void compare(const engine::Model& model, ModelRunner& right, ModelRunner& made, int steps,
             const std::vector<engine::PreparedImage>& pictures, QuantizeReport& report) {
  LayerErrors errors;
  const engine::Tap remember = errors.remember(), hold = errors.compare();
  for (const engine::PreparedImage& picture : pictures) {
    right.look(picture, &remember);
    made.look(picture, &hold);
  }
  for (const std::string_view text : comparison_texts()) {
    const std::vector<TokenId> ids = tokens_of(model, text);
    const Matrix<float> a = right.read(ids, true, &remember), b = made.read(ids, true, &hold);
    compare_logits(a, b, report);
  }
  report.layers = errors.list();
  compare_steps(model, right, made, steps, report);
  report.divergence /= static_cast<double>(std::max<int64_t>(report.places, 1));
  report.top_agreement /= static_cast<double>(std::max<int64_t>(report.places, 1));
  report.token_agreement /= static_cast<double>(std::max<int64_t>(report.steps, 1));
}

// Told before the work, not after it.
Status check_files(const std::string& source, const std::string& target) {
  std::error_code failure;
  if (engine::is_packed_file(source))
    return Error{Code::kInvalidArgument,
                 "this model is prepacked already",
                 "quantize the model that it was made from",
                 {.file = source}};
  if (std::filesystem::is_directory(target, failure))
    return Error{Code::kOutputUnwritable, "is a directory", "name a file in it", {.file = target}};
  const std::filesystem::path folder = std::filesystem::path(target).parent_path();
  const bool in_model = std::filesystem::exists(target, failure) &&
                        std::filesystem::equivalent(source, folder, failure);
  if (in_model || std::filesystem::equivalent(source, target, failure))
    return Error{Code::kInvalidArgument,
                 "the model would be replaced by its copy in fewer bits",
                 "name another file",
                 {.file = target}};
  return success();
}

int64_t bytes_of(const std::string& path) {
  std::error_code failure;
  const auto bytes = std::filesystem::file_size(path, failure);
  return failure ? 0 : static_cast<int64_t>(bytes);
}

}  // namespace

Result<QuantizeReport> quantize_model(const std::string& source, const std::string& target,
                                      const QuantizeOptions& options) {
  const auto tell = [&](std::string_view step) {
    if (options.on_step) options.on_step(step);
  };
  if (options.to != Precision::kInt8 && options.to != Precision::kInt4)
    return Error{Code::kInvalidArgument, "a prepacked file is in int8 or in int4", "", {}};
  OCTAVO_TRY_STATUS(check_files(source, target));
  ModelOptions how = options.model;
  how.precision = Precision::kF32;
  engine::LoadOptions load = load_options(how);
  tell("reading the model");
  const auto exact = OCTAVO_TRY(engine::Model::load(source, load));
  ThreadPool pool(OCTAVO_TRY(planned_threads(how)) - 1);
  const auto right = OCTAVO_TRY(ModelRunner::create(*exact, pool, kMostTokens + options.steps));
  QuantizeReport report;
  const auto pictures =
      OCTAVO_TRY(sample_pictures(options, exact->config(), report.unread_pictures));
  tell("looking at samples");
  const InputSamples samples = sample_inputs(*exact, *right, pictures);
  load.precision = engine_precision(options.to);
  load.ranges = &samples.ranges;
  load.squares = &samples.squares;
  tell("writing matrices");
  const auto copies = OCTAVO_TRY(engine::Model::load(source, load));
  OCTAVO_TRY_STATUS(copies->write_packed(target));
  report.source_bytes = exact->weight_bytes();
  report.file_bytes = bytes_of(target);
  if (options.steps == 0) return report;
  tell("comparing with f32");
  load = load_options(ModelOptions{.reference_kernels = how.reference_kernels});
  const auto packed = OCTAVO_TRY(engine::Model::load(target, load));
  const auto made = OCTAVO_TRY(
      ModelRunner::create(*packed, pool, kMostTokens + options.steps, engine_kv(options.model.kv)));
  compare(*exact, *right, *made, options.steps, pictures, report);
  return report;
}

}  // namespace octavo
