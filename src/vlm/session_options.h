// Public options of how a model computes -> those of the engine.
#pragma once

#include "engine/model/model.h"
#include "engine/session/session.h"
#include "octavo/precision.h"

namespace octavo {

engine::Precision engine_precision(Precision precision);
engine::KvType engine_kv(KvPrecision precision);

// No more memory for keys and values than as many contexts as run together can use.
engine::SessionOptions session_options(int64_t kv_bytes, KvPrecision kv,
                                       const engine::LanguageConfig& config);

}  // namespace octavo
