// A model's matrices in 8 bits or less in one prepacked file, and what that costs in accuracy.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/model.h"

namespace octavo {

struct QuantizeOptions {
  Precision to = Precision::kInt8;  // or kInt4
  // How the source is loaded, without `precision`; `kv` is for the file when it is compared.
  ModelOptions model;
  // Samples for a model that sees; empty: a made page. Those that can not be read are passed over.
  std::vector<PromptPicture> pictures;
  int steps = 256;  // greedy tokens that are compared; 0: nothing is compared
  // Called with what comes next, on the calling thread.
  std::function<void(std::string_view)> on_step;
};

// Root of the mean square of the difference behind a layer, by that of the values themselves.
struct LayerError {
  std::string name;  // "vision.block 3", "language.layer 0"
  double error = 0;
};

struct QuantizeReport {
  int64_t source_bytes = 0, file_bytes = 0;
  std::vector<Error> unread_pictures;  // of the samples, with their files
  // The rest compares the file with the source in f32; empty and 0 when nothing was compared.
  std::vector<LayerError> layers;
  int64_t places = 0;          // of a text, where logits were compared
  double divergence = 0;       // mean Kullback-Leibler divergence of the next token, in nats
  double top_agreement = 0;    // how often the likeliest token is the same, 0 to 1
  int64_t steps = 0;           // greedy tokens of f32, each with f32's tokens before it
  double token_agreement = 0;  // how many of them the file would have picked
};

// Reads the model at `source`, writes `target`, and compares them. Samples for smoothing are texts
// of our own and the pictures. Errors: as Model::load(); kInvalidArgument for a source that is
// prepacked and for a `to` that is neither int8 nor int4; that of the first picture when none could
// be read; those of writing.
Result<QuantizeReport> quantize_model(const std::string& source, const std::string& target,
                                      const QuantizeOptions& options = {});

}  // namespace octavo
