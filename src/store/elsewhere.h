// Models that other programs have downloaded: the cache of huggingface_hub, that of modelscope, and
// what MinerU keeps or names in its settings. Only looked at, never changed.
#pragma once

#include <optional>
#include <string>

#include "octavo/models.h"
#include "store/digest.h"
#include "store/manifest.h"

namespace octavo::store {

struct FoundModel {
  std::string path;      // the folder with all files the manifest needs, of the pinned sizes
  std::string where;     // "Hugging Face cache"
  std::string revision;  // where the place tells it
};

// The first complete one, in the order: MinerU's settings, MinerU's models, Hugging Face,
// ModelScope. In the Hugging Face cache the manifest's commit is preferred, then the branch, then
// any other.
std::optional<FoundModel> find_elsewhere(const ModelEntry& entry, const ModelStore& store);

// Hash of a file in the Hugging Face cache, which names its blobs by it; none for other files.
Digest digest_by_cache(const std::string& path);

}  // namespace octavo::store
