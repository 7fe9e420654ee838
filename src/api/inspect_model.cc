#include <algorithm>
#include <utility>

#include "api/model_plan.h"
#include "base/try.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/kernels/arch.h"
#include "engine/model/image_processor.h"
#include "engine/model/kv_cache.h"
#include "engine/model/model.h"
#include "engine/model/model_files.h"
#include "engine/model/packed_file.h"
#include "octavo/model.h"
#include "vlm/session_options.h"

namespace octavo {
namespace {

TensorFacts facts_of(const engine::TensorRef& tensor) {
  const auto rank = tensor.shape.begin() + tensor.rank;
  return {.name = tensor.name,
          .dtype = std::string(engine::facts_of(tensor.dtype).name),
          .shape = {tensor.shape.begin(), rank},
          .bytes = tensor.bytes};
}

// Tokens of a picture that is as large as the model takes: a square of that area.
int64_t largest_picture(const engine::ModelConfig& config) {
  if (config.vision.depth == 0) return 0;
  const int64_t side = int64_t(config.vision.patch) * config.vision.merge;
  return side > 0 ? config.image.max_pixels / (side * side) : 0;
}

void add_plan(const engine::Model& model, const ModelOptions& options, ModelFacts& facts) {
  const engine::ModelConfig& config = model.config();
  facts.runnable = true;
  facts.description = model.description();
  facts.has_vision = model.has_vision();
  facts.context_tokens = config.language.max_positions;
  facts.vocabulary = config.language.vocabulary;
  facts.largest_picture_tokens = largest_picture(config);
  facts.kv_bytes_per_token =
      engine::KvPool::bytes_per_token(config.language, engine_kv(options.kv));
  facts.kv_bytes = session_options(options.kv_bytes, options.kv, config.language).kv_bytes;
  if (facts.kv_bytes_per_token > 0) facts.kv_tokens = facts.kv_bytes / facts.kv_bytes_per_token;
}

void add_file(const engine::Checkpoint& file, ModelFacts& facts) {
  facts.file_bytes += file.mapped_bytes();
  for (const engine::TensorRef& tensor : file.tensors()) {
    facts.tensors.push_back(facts_of(tensor));
    facts.parameters += tensor.elements();
  }
  for (const engine::UnusableTensor& tensor : file.unusable())
    facts.unusable.push_back(tensor.name + " " + tensor.why);
}

// The vision half of a GGUF model, when there is one that can be opened: what is wrong with it is
// told by loading.
void add_vision_file(const engine::Checkpoint& language, const ModelOptions& options,
                     ModelFacts& facts) {
  if (language.format() != engine::Checkpoint::Format::kGguf) return;
  std::string path = options.vision_path;
  if (path.empty()) {
    auto found = engine::find_vision_file(language);
    if (found.ok()) path = std::move(found).value();
  }
  if (path.empty()) return;
  const auto vision = engine::Checkpoint::open(path);
  if (!vision.ok()) return;
  facts.vision_file = path;
  add_file(*vision, facts);
  std::ranges::sort(facts.tensors, {}, &TensorFacts::name);
}

}  // namespace

Result<ModelFacts> inspect_model(const std::string& path, const ModelOptions& options) {
  ModelFacts facts;
  facts.path = path;
  facts.threads = OCTAVO_TRY(planned_threads(options));
  facts.kernels = options.reference_kernels ? engine::arch_name(engine::kArchScalar)
                                            : engine::arch_name(engine::detect_arch());
  const bool packed = engine::is_packed_file(path);
  if (packed) facts.format = "prepacked";
  if (!packed) {
    const engine::Checkpoint checkpoint = OCTAVO_TRY(engine::Checkpoint::open(path));
    facts.format =
        checkpoint.format() == engine::Checkpoint::Format::kGguf ? "gguf" : "safetensors";
    add_file(checkpoint, facts);
    add_vision_file(checkpoint, options, facts);
  }
  auto model = engine::Model::load(path, load_options(options));
  if (model.ok() && packed) {
    facts.file_bytes = (*model)->weight_bytes();
    facts.parameters = (*model)->parameters();
  }
  if (model.ok())
    add_plan(**model, options, facts);
  else
    facts.problem = std::move(model).error();
  return facts;
}

}  // namespace octavo
