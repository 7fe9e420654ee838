// Public options of a model -> those of the engine, with every default filled in: what loading and
// looking into a model must agree on.
#pragma once

#include "engine/model/model.h"
#include "engine/session/session.h"
#include "octavo/model.h"

namespace octavo {

// Errors: kInvalidArgument.
Result<int> planned_threads(const ModelOptions& options);
engine::Precision engine_precision(Precision precision);
engine::KvType engine_kv(KvPrecision precision);
engine::LoadOptions load_options(const ModelOptions& options);
// No more memory for keys and values than as many contexts as run together can use.
engine::SessionOptions session_options(const ModelOptions& options,
                                       const engine::LanguageConfig& config);

}  // namespace octavo
