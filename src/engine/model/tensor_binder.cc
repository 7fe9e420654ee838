#include "engine/model/tensor_binder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/checkpoint/dequantize.h"
#include "engine/checkpoint/model_file.h"

namespace octavo::engine {
namespace {

// One error stays readable when a whole file is of another model.
constexpr size_t kShownProblems = 20;
// Values looked at in one go; a multiple of every block.
constexpr int64_t kChunk = 4096;

std::string text_of(const std::vector<int64_t>& shape) {
  std::string out = "[";
  for (size_t i = 0; i < shape.size(); ++i) out += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return out + "]";
}

bool is_plain(DType type) { return facts_of(type).block_elements == 1; }

// The place of the first value that is NaN or infinite; of a block format, what its scales make.
std::optional<int64_t> first_non_finite(const TensorRef& tensor) {
  const DTypeFacts& facts = facts_of(tensor.dtype);
  std::array<float, kChunk> values;
  const int64_t count = tensor.elements();
  for (int64_t done = 0; done < count; done += kChunk) {
    const int64_t here = std::min(kChunk, count - done);
    dequantize(tensor.dtype, tensor.data + done / facts.block_elements * facts.block_bytes, here,
               values.data());
    // x * 0 is 0 for finite values alone.
    float sum = 0;
    for (int64_t i = 0; i < here; ++i) sum += values[static_cast<size_t>(i)] * 0;
    if (sum == 0) continue;
    for (int64_t i = 0; i < here; ++i)
      if (!std::isfinite(values[static_cast<size_t>(i)])) return done + i;
  }
  return std::nullopt;
}

std::string not_finite(int64_t index) {
  return "has a value that is no finite number, at index " + std::to_string(index);
}

bool same_shape(const TensorRef& tensor, const std::vector<int64_t>& shape) {
  return static_cast<size_t>(tensor.rank) == shape.size() &&
         std::equal(shape.begin(), shape.end(), tensor.shape.begin());
}

}  // namespace

void TensorBinder::note(const std::string& name, const std::string& what) {
  problems_.push_back("tensor " + quote_name(name) + " " + what);
}

void TensorBinder::note_missing(const std::string& name, const std::string& expected) {
  for (const UnusableTensor& tensor : file_.unusable())
    if (tensor.name == name) return note(name, tensor.why + ", which is not supported");
  note(name, "is missing, expected " + expected);
}

bool TensorBinder::has(const std::string& name) const {
  const auto& unusable = file_.unusable();
  return file_.find(name) != nullptr ||
         std::any_of(unusable.begin(), unusable.end(),
                     [&](const UnusableTensor& tensor) { return tensor.name == name; });
}

float* TensorBinder::own(int64_t size) {
  owned_.push_back(std::make_unique_for_overwrite<float[]>(static_cast<size_t>(size)));
  return owned_.back().get();
}

bool TensorBinder::has_shape(const std::string& name, const std::vector<int64_t>& shape) const {
  const TensorRef* tensor = file_.find(name);
  return tensor != nullptr && same_shape(*tensor, shape);
}

const TensorRef* TensorBinder::plain(const std::string& name, const std::vector<int64_t>& shape) {
  const TensorRef* tensor = file_.find(name);
  if (tensor == nullptr) {
    note_missing(name, text_of(shape));
    return nullptr;
  }
  taken_.insert(name);
  if (!same_shape(*tensor, shape))
    note(name, "has the shape " + tensor->shape_text() + ", expected " + text_of(shape));
  else if (!is_plain(tensor->dtype))
    note(name, "has the type " + std::string(facts_of(tensor->dtype).name) +
                   ", expected f32, f16 or bf16");
  else if (const auto at = first_non_finite(*tensor))
    note(name, not_finite(*at));
  else
    return tensor;
  return nullptr;
}

WeightView TensorBinder::linear(const std::string& name, int64_t cols, int64_t depth,
                                const std::string& bias) {
  WeightView out;
  out.cols = cols;
  out.depth = depth;
  if (!bias.empty()) out.bias = vector(bias, cols);
  const TensorRef* tensor = file_.find(name);
  if (tensor == nullptr) {
    note_missing(name, text_of({cols, depth}));
    return out;
  }
  taken_.insert(name);
  if (tensor->rank < 2 || tensor->shape[0] != cols || tensor->elements() != cols * depth) {
    note(name, "has the shape " + tensor->shape_text() + ", expected " + text_of({cols, depth}));
    return out;
  }
  const DTypeFacts& facts = facts_of(tensor->dtype);
  if (depth % facts.block_elements != 0) {
    note(name, "has rows of " + std::to_string(depth) + " values, expected a multiple of " +
                   std::to_string(facts.block_elements) + " for " + std::string(facts.name));
    return out;
  }
  out.dtype = tensor->dtype;
  out.data = tensor->data;
  out.stride = bytes_for(tensor->dtype, depth);
  matrices_.push_back(tensor);
  return out;
}

const float* TensorBinder::vector(const std::string& name, int64_t size) {
  const TensorRef* tensor = plain(name, {size});
  if (tensor == nullptr) return nullptr;
  float* values = own(size);
  dequantize(tensor->dtype, tensor->data, size, values);
  return values;
}

void TensorBinder::refuse_others(const std::vector<std::string>& prefixes) {
  // Old files carry tables that are computed from the configuration.
  constexpr std::string_view kComputed = "inv_freq";
  const auto look = [&](const std::string& name) {
    const bool ours = std::any_of(prefixes.begin(), prefixes.end(),
                                  [&](const auto& prefix) { return name.starts_with(prefix); });
    if (ours && !taken_.contains(name) && !name.ends_with(kComputed))
      note(name, "is not expected in this model");
  };
  for (const TensorRef& tensor : file_.tensors()) look(tensor.name);
  for (const UnusableTensor& tensor : file_.unusable()) look(tensor.name);
}

void TensorBinder::check_values() {
  for (const TensorRef* tensor : matrices_)
    if (const auto at = first_non_finite(*tensor)) note(tensor->name, not_finite(*at));
}

Status TensorBinder::status() const {
  if (problems_.empty()) return success();
  std::string what;
  for (size_t i = 0; i < std::min(problems_.size(), kShownProblems); ++i)
    what += (i > 0 ? "; " : "") + problems_[i];
  if (problems_.size() > kShownProblems)
    what += "; and " + std::to_string(problems_.size() - kShownProblems) + " more";
  return broken_model(file_.path(), std::move(what));
}

}  // namespace octavo::engine
