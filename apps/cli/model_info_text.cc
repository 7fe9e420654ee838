#include "model_info_text.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "dump_json.h"
#include "generation_report.h"
#include "report_error.h"

namespace octavo::cli {
namespace {

using Json = nlohmann::ordered_json;

struct DtypeSum {
  int64_t tensors = 0, bytes = 0;
};
std::map<std::string, DtypeSum> by_dtype(const ModelFacts& facts) {
  std::map<std::string, DtypeSum> sums;
  for (const TensorFacts& tensor : facts.tensors) {
    ++sums[tensor.dtype].tensors;
    sums[tensor.dtype].bytes += tensor.bytes;
  }
  return sums;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

// "name        value\n"; a value of several lines is set in.
std::string row(const std::string& name, const std::string& value) {
  constexpr size_t kWidth = 13;
  std::string out = name;
  out.resize(std::max(out.size() + 1, kWidth), ' ');
  for (const char c : value) {
    out += c;
    if (c == '\n') out += std::string(kWidth, ' ');
  }
  return out + "\n";
}

std::string shape_text(const std::vector<int64_t>& shape) {
  std::string out;
  for (const int64_t size : shape) out += (out.empty() ? "" : ", ") + std::to_string(size);
  return "[" + out + "]";
}

std::string memory_text(const ModelFacts& facts) {
  return "weights " + bytes_text(facts.file_bytes) + " mapped, can be dropped and read again\n" +
         "keys and values up to " + bytes_text(facts.kv_bytes) + ": " +
         std::to_string(facts.kv_tokens) + " tokens of " + bytes_text(facts.kv_bytes_per_token);
}

}  // namespace

std::string model_info_text(const ModelFacts& facts, const std::vector<std::string>& features,
                            bool tensors) {
  std::string out = row("model", facts.path);
  std::string dtypes;
  for (const auto& [dtype, sum] : by_dtype(facts))
    dtypes += (dtypes.empty() ? "" : "\n") + dtype + ": " + std::to_string(sum.tensors) + ", " +
              bytes_text(sum.bytes);
  out += row("format", facts.format + ", " + bytes_text(facts.file_bytes));
  if (!facts.vision_file.empty()) out += row("vision file", facts.vision_file);
  if (facts.runnable) out += row("architecture", facts.description);
  out += row("parameters", std::to_string(facts.parameters));
  out +=
      row("tensors", std::to_string(facts.tensors.size()) + (dtypes.empty() ? "" : "\n" + dtypes));
  if (!facts.unusable.empty()) out += row("not usable", joined(facts.unusable));
  if (facts.runnable) {
    out += row("context", std::to_string(facts.context_tokens) + " tokens; vocabulary " +
                              std::to_string(facts.vocabulary));
    out += row("pictures",
               facts.has_vision
                   ? "up to " + std::to_string(facts.largest_picture_tokens) + " tokens each"
                   : "none: it reads text only");
    out += row("memory", memory_text(facts));
  }
  out += row("processor", features.empty() ? "nothing of interest" : joined(features));
  out += facts.runnable
             ? row("runs", facts.kernels + " kernels on " + std::to_string(facts.threads) +
                               (facts.threads == 1 ? " thread" : " threads"))
             : row("runs", "no: " + facts.problem.message());
  if (tensors)
    for (const TensorFacts& tensor : facts.tensors)
      out += tensor.name + "  " + tensor.dtype + " " + shape_text(tensor.shape) + "\n";
  return out;
}

std::string model_info_json(const ModelFacts& facts, const std::vector<std::string>& features,
                            bool tensors) {
  Json dtypes = Json::object();
  for (const auto& [dtype, sum] : by_dtype(facts))
    dtypes[dtype] = {{"tensors", sum.tensors}, {"bytes", sum.bytes}};
  Json out = {{"model", facts.path},
              {"format", facts.format},
              {"vision_file", facts.vision_file.empty() ? Json() : Json(facts.vision_file)},
              {"file_bytes", facts.file_bytes},
              {"parameters", facts.parameters},
              {"tensor_count", facts.tensors.size()},
              {"dtypes", std::move(dtypes)},
              {"unusable", facts.unusable},
              {"processor", features},
              {"runnable", facts.runnable}};
  if (facts.runnable) {
    out["architecture"] = facts.description;
    out["vision"] = facts.has_vision;
    out["context_tokens"] = facts.context_tokens;
    out["vocabulary"] = facts.vocabulary;
    out["largest_picture_tokens"] = facts.largest_picture_tokens;
    out["memory"] = {{"weights_bytes", facts.file_bytes},
                     {"kv_bytes", facts.kv_bytes},
                     {"kv_bytes_per_token", facts.kv_bytes_per_token},
                     {"kv_tokens", facts.kv_tokens}};
    out["kernels"] = facts.kernels;
    out["threads"] = facts.threads;
  } else {
    out["error"] = Json::parse(error_object(facts.problem))["error"];
  }
  if (tensors) {
    out["tensors"] = Json::array();
    for (const TensorFacts& tensor : facts.tensors)
      out["tensors"].push_back({{"name", tensor.name},
                                {"dtype", tensor.dtype},
                                {"shape", tensor.shape},
                                {"bytes", tensor.bytes}});
  }
  return dump_json(out);
}

}  // namespace octavo::cli
