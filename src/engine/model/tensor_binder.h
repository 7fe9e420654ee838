// Takes tensors out of a checkpoint by name, checks them against what the configuration says, and
// gathers everything that is wrong, so that one error tells it all.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/checkpoint/checkpoint.h"
#include "engine/model/weights.h"

namespace octavo::engine {

// What was widened or put together lives here, as long as the weights do.
using OwnedFloats = std::vector<std::unique_ptr<float[]>>;

class TensorBinder {
 public:
  // Both must outlive the binder; what it gives refers to them.
  TensorBinder(const Checkpoint& file, OwnedFloats& owned) : file_(file), owned_(owned) {}

  // A matrix [cols, depth], used in place. `bias`: the name of its vector; empty: it has none. A
  // tensor of more axes counts as a matrix when the first is `cols` and the rest makes `depth`.
  WeightView linear(const std::string& name, int64_t cols, int64_t depth,
                    const std::string& bias = "");
  // [size], plain floats of any width, widened. Must be finite.
  const float* vector(const std::string& name, int64_t size);
  // Room for values that the caller puts together.
  float* own(int64_t size);
  // A tensor of this shape, of plain and finite floats, for the caller to copy from; else nullptr
  // and a problem is noted.
  const TensorRef* plain(const std::string& name, const std::vector<int64_t>& shape);
  bool has(const std::string& name) const;
  bool has_shape(const std::string& name, const std::vector<int64_t>& shape) const;

  // Tensors under one of `prefixes` that nobody took change what the model computes: they are
  // problems.
  void refuse_others(const std::vector<std::string>& prefixes);
  // Every value of the matrices that were taken must be finite.
  void check_values();

  // success(), or kModelInvalid with all problems.
  Status status() const;

 private:
  void note(const std::string& name, const std::string& what);
  void note_missing(const std::string& name, const std::string& expected);

  const Checkpoint& file_;
  OwnedFloats& owned_;
  std::set<std::string, std::less<>> taken_;
  std::vector<const TensorRef*> matrices_;
  std::vector<std::string> problems_;
};

}  // namespace octavo::engine
