#include "engine/checkpoint/hf_directory.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "base/try.h"
#include "base/utf8.h"

namespace octavo::engine {
namespace {

constexpr std::string_view kSingleFile = "model.safetensors";
constexpr std::string_view kIndexFile = "model.safetensors.index.json";
constexpr size_t kMaxShards = 10'000;  // open files and mappings are not endless

// A plain name in the same directory: an index must not lead anywhere else.
bool is_shard_name(std::string_view name) {
  constexpr std::string_view kSuffix = ".safetensors";
  return name.size() > kSuffix.size() && name.ends_with(kSuffix) && !name.starts_with('.') &&
         name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

using Pair = std::pair<std::string, std::string>;  // tensor, file

Result<std::vector<Pair>> read_weight_map(JsonReader& reader, const std::string& path,
                                          const CheckpointLimits& limits) {
  std::vector<Pair> pairs;
  reader.enter_object();
  while (const auto key = reader.next_key()) {
    if (static_cast<int64_t>(pairs.size()) >= limits.max_tensors)
      return broken_model(
          path, "weight_map has more than " + std::to_string(limits.max_tensors) + " entries");
    std::string name(*key);
    std::string file(reader.string());
    if (reader.ok() && !is_shard_name(file))
      return broken_model(path, "weight_map names the file " + quote_name(file) +
                                    ", which is no .safetensors file beside it");
    pairs.emplace_back(std::move(name), std::move(file));
  }
  std::sort(pairs.begin(), pairs.end());
  const auto twice = std::adjacent_find(
      pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.first == b.first; });
  if (twice != pairs.end())
    return broken_model(path, "weight_map has " + quote_name(twice->first) + " twice");
  return pairs;
}

Result<std::vector<Pair>> read_index(const std::string& path, const CheckpointLimits& limits) {
  const MappedFile file = OCTAVO_TRY(MappedFile::open(path, limits.max_header_bytes));
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()),
                              file.bytes().size());
  if (!is_valid_utf8(text)) return broken_model(path, "not valid UTF-8");
  JsonReader reader(text);
  std::vector<Pair> pairs;
  bool seen = false;
  reader.enter_object();
  while (const auto key = reader.next_key()) {
    if (*key != "weight_map") {
      reader.skip();
      continue;
    }
    if (std::exchange(seen, true)) return broken_model(path, "weight_map occurs twice");
    pairs = OCTAVO_TRY(read_weight_map(reader, path, limits));
  }
  reader.finish();
  if (!reader.ok()) return broken_model(path, reader.error());
  if (pairs.empty()) return broken_model(path, "weight_map is missing or empty");
  return pairs;
}

}  // namespace

Result<WeightFiles> find_weight_files(const std::string& directory,
                                      const CheckpointLimits& limits) {
  const std::filesystem::path root(directory);
  std::error_code failure;
  WeightFiles files;
  if (std::filesystem::exists(root / kSingleFile, failure)) {
    files.paths.push_back((root / kSingleFile).string());
    return files;
  }
  files.index_path = (root / kIndexFile).string();
  if (!std::filesystem::exists(files.index_path, failure))
    return Error{Code::kFileNotFound,
                 "no " + std::string(kSingleFile) + " and no " + std::string(kIndexFile) +
                     " in this directory",
                 "give a directory with one of them, or the .gguf file itself",
                 {.file = directory}};
  std::vector<Pair> pairs = OCTAVO_TRY(read_index(files.index_path, limits));
  std::vector<std::string> names;
  for (const Pair& pair : pairs)
    if (names.empty() || names.back() != pair.second) names.push_back(pair.second);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.size() > kMaxShards)
    return broken_model(files.index_path, std::to_string(names.size()) +
                                              " shards, more than the limit of " +
                                              std::to_string(kMaxShards));
  for (const std::string& name : names) files.paths.push_back((root / name).string());
  files.promises.reserve(pairs.size());
  for (Pair& pair : pairs) {
    const auto at = std::lower_bound(names.begin(), names.end(), pair.second);
    files.promises.push_back({std::move(pair.first), static_cast<uint32_t>(at - names.begin())});
  }
  return files;
}

Status check_promises(const WeightFiles& files, const std::vector<ModelFile>& shards) {
  struct Found {
    std::string_view tensor;
    uint32_t shard;
  };
  std::vector<Found> found;
  for (uint32_t shard = 0; shard < shards.size(); ++shard) {
    for (const TensorRef& tensor : shards[shard].tensors) found.push_back({tensor.name, shard});
    for (const UnusableTensor& tensor : shards[shard].unusable)
      found.push_back({tensor.name, shard});
  }
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return std::pair(a.tensor, a.shard) < std::pair(b.tensor, b.shard);
  });
  const auto& promises = files.promises;
  for (size_t i = 0, j = 0; i < promises.size() || j < found.size(); ++i, ++j) {
    const bool promised =
        i < promises.size() && (j == found.size() || promises[i].tensor <= found[j].tensor);
    const bool there =
        j < found.size() && (i == promises.size() || found[j].tensor <= promises[i].tensor);
    if (promised && !there)
      return broken_model(files.index_path, "tensor " + quote_name(promises[i].tensor) +
                                                " is not in " + files.paths[promises[i].shard]);
    if (there && !promised)
      return broken_model(
          files.paths[found[j].shard],
          "tensor " + quote_name(found[j].tensor) + " is not in the index, or in two shards");
    if (promises[i].shard != found[j].shard)
      return broken_model(files.index_path, "tensor " + quote_name(found[j].tensor) + " is in " +
                                                files.paths[found[j].shard] + ", expected in " +
                                                files.paths[promises[i].shard]);
  }
  return success();
}

}  // namespace octavo::engine
