// Which files of a directory in Hugging Face layout hold the weights.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/checkpoint/model_file.h"

namespace octavo::engine {

struct WeightFiles {
  std::vector<std::string> paths;  // one, or the shards in order of their names
  // Of a sharded model: which shard the index promises each tensor in, sorted by name. Else empty.
  struct Promise {
    std::string tensor;
    uint32_t shard;
  };
  std::vector<Promise> promises;
  std::string index_path;
};

// model.safetensors, or else the shards of model.safetensors.index.json. Errors: kFileNotFound when
// there is neither, kModelInvalid for a broken index.
Result<WeightFiles> find_weight_files(const std::string& directory, const CheckpointLimits& limits);

// Whether the shards hold exactly the tensors that the index promises, each in its place.
Status check_promises(const WeightFiles& files, const std::vector<ModelFile>& shards);

}  // namespace octavo::engine
