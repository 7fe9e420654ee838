#include "api/model_plan.h"

#include <algorithm>

#include "base/cpu.h"
#include "engine/model/kv_cache.h"

namespace octavo {

Result<int> planned_threads(const ModelOptions& options) {
  constexpr int kMost = 1024;
  if (options.threads < 0 || options.threads > kMost)
    return Error{Code::kInvalidArgument, "threads must be between 0 and 1024", "", {}};
  return options.threads > 0 ? options.threads : usable_processors();
}

engine::Precision engine_precision(Precision precision) {
  switch (precision) {
    case Precision::kF32:
      return engine::Precision::kF32;
    case Precision::kInt8:
      return engine::Precision::kInt8;
    case Precision::kInt4:
      return engine::Precision::kInt4;
    case Precision::kAuto:
      break;
  }
  return engine::Precision::kAuto;
}

engine::KvType engine_kv(KvPrecision precision) {
  switch (precision) {
    case KvPrecision::kF16:
      return engine::KvType::kF16;
    case KvPrecision::kInt8:
      return engine::KvType::kInt8;
    case KvPrecision::kF32:
      break;
  }
  return engine::KvType::kF32;
}

engine::LoadOptions load_options(const ModelOptions& options) {
  engine::LoadOptions load;
  load.kernels =
      options.reference_kernels ? engine::KernelChoice::kReference : engine::KernelChoice::kFast;
  load.instruction_set = options.instructions;
  load.vision_path = options.vision_path;
  load.check_tensors = options.check_weights;
  load.precision = engine_precision(options.precision);
  load.threads = options.threads > 0 ? options.threads : usable_processors();
  return load;
}

engine::SessionOptions session_options(const ModelOptions& options,
                                       const engine::LanguageConfig& config) {
  constexpr int64_t kBlock = engine::KvPool::kBlockTokens;
  engine::SessionOptions session{.kv_bytes = options.kv_bytes, .kv_type = engine_kv(options.kv)};
  const int64_t blocks = (config.max_positions + kBlock - 1) / kBlock * session.max_sequences;
  if (blocks > 0)
    session.kv_bytes =
        std::min(session.kv_bytes,
                 blocks * kBlock * engine::KvPool::bytes_per_token(config, session.kv_type));
  return session;
}

}  // namespace octavo
