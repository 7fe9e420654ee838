#include "vlm/session_options.h"

#include <algorithm>

#include "engine/model/kv_cache.h"

namespace octavo {

engine::Precision engine_precision(Precision precision) {
  switch (precision) {
    case Precision::kF32:
      return engine::Precision::kF32;
    case Precision::kBf16:
      return engine::Precision::kBf16;
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

engine::SessionOptions session_options(int64_t kv_bytes, KvPrecision kv,
                                       const engine::LanguageConfig& config) {
  constexpr int64_t kBlock = engine::KvPool::kBlockTokens;
  engine::SessionOptions session{.kv_bytes = kv_bytes, .kv_type = engine_kv(kv)};
  const int64_t blocks = (config.max_positions + kBlock - 1) / kBlock * session.max_sequences;
  if (blocks > 0)
    session.kv_bytes =
        std::min(session.kv_bytes,
                 blocks * kBlock * engine::KvPool::bytes_per_token(config, session.kv_type));
  return session;
}

}  // namespace octavo
