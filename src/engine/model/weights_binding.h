// The two halves of ModelWeights::bind.
#pragma once

#include "engine/model/tensor_binder.h"
#include "engine/model/weights.h"

namespace octavo::engine {

// Under names of Hugging Face checkpoints (both schemes) or of GGUF, as the file has them.
LanguageWeights bind_language(TensorBinder& binder, const LanguageConfig& config, bool gguf);
VisionWeights bind_vision(TensorBinder& binder, const VisionConfig& config, int64_t hidden,
                          bool gguf);

}  // namespace octavo::engine
