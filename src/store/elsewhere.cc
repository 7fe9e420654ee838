#include "store/elsewhere.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/file.h"
#include "store/disk.h"

namespace octavo::store {
namespace {

namespace fs = std::filesystem;

std::string replaced(std::string text, char from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, 1, to);
  return text;
}

bool is_complete(const ModelEntry& entry, const fs::path& folder) {
  return std::all_of(entry.files.begin(), entry.files.end(), [&](const ModelFile& file) {
    uint64_t bytes = 0;
    return is_file((folder / file.name).string(), &bytes) &&
           (file.bytes == 0 || file.bytes == bytes);
  });
}

std::vector<fs::path> subfolders(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    std::error_code ignored;
    if (at->is_directory(ignored)) found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string first_line(const fs::path& path) {
  constexpr int64_t kLongest = 4096;
  const auto map = MappedFile::open(path.string(), kLongest);
  if (!map.ok()) return "";
  const auto bytes = map.value().bytes();
  const std::string text(bytes.begin(), bytes.end());
  return text.substr(0, text.find_first_of("\r\n"));
}

std::optional<FoundModel> in_hugging_face(const ModelEntry& entry, const ModelSource& source,
                                          const std::string& cache) {
  const fs::path root = fs::path(cache) / ("models--" + replaced(source.repo, '/', "--"));
  std::vector<std::string> commits{source.revision};
  for (const std::string& branch : {source.revision, std::string("main")})
    if (is_safe_name(branch)) commits.push_back(first_line(root / "refs" / branch));
  for (const fs::path& snapshot : subfolders(root / "snapshots"))
    commits.push_back(snapshot.filename().string());
  for (const std::string& commit : commits) {
    if (!is_safe_name(commit)) continue;
    const fs::path folder = root / "snapshots" / commit;
    if (is_complete(entry, folder))
      return FoundModel{folder.string(), "Hugging Face cache", commit};
  }
  return std::nullopt;
}

std::optional<FoundModel> in_modelscope(const ModelEntry& entry, const ModelSource& source,
                                        const std::string& cache) {
  // modelscope writes dots of names as "___"; its older versions have no "models" folder.
  for (const char* part : {"models", ""})
    for (const std::string& repo : {source.repo, replaced(source.repo, '.', "___")}) {
      const fs::path folder = fs::path(cache) / part / repo;
      if (is_complete(entry, folder)) return FoundModel{folder.string(), "ModelScope cache", ""};
    }
  return std::nullopt;
}

// Does a path of MinerU's settings name this model? The weights of one would load as another.
bool names_model(const ModelEntry& entry, const fs::path& path) {
  const std::string escaped = replaced(entry.name, '.', "___");
  return std::any_of(path.begin(), path.end(), [&](const fs::path& part) {
    const std::string text = part.string();
    return text == entry.name || text == escaped || text.ends_with("--" + entry.name);
  });
}

std::optional<FoundModel> in_mineru_settings(const ModelEntry& entry, const std::string& file) {
  constexpr int64_t kLongest = 1'000'000;
  const auto map = MappedFile::open(file, kLongest);
  if (!map.ok()) return std::nullopt;
  const auto bytes = map.value().bytes();
  const auto settings = nlohmann::json::parse(bytes.begin(), bytes.end(), nullptr, false);
  if (!settings.is_object() || !settings.contains("models-dir")) return std::nullopt;
  const auto& folders = settings["models-dir"];
  std::vector<std::string> paths;
  if (folders.is_string()) paths.push_back(folders.get<std::string>());
  if (folders.is_object())
    for (const auto& item : folders)
      if (item.is_string()) paths.push_back(item.get<std::string>());
  for (const std::string& path : paths) {
    const fs::path folder = fs::path(path).lexically_normal();
    if (!folder.is_absolute()) continue;
    for (const fs::path& candidate : {folder, folder / entry.name})
      if (names_model(entry, candidate) && is_complete(entry, candidate))
        return FoundModel{candidate.string(), "MinerU's mineru.json", ""};
  }
  return std::nullopt;
}

}  // namespace

std::optional<FoundModel> find_elsewhere(const ModelEntry& entry, const ModelStore& store) {
  if (!store.mineru_config.empty())
    if (auto found = in_mineru_settings(entry, store.mineru_config)) return found;
  if (!store.mineru_models.empty()) {
    const fs::path folder = fs::path(store.mineru_models) / entry.name;
    if (is_complete(entry, folder)) return FoundModel{folder.string(), "MinerU's models", ""};
  }
  for (const SourceKind kind : {SourceKind::kHuggingFace, SourceKind::kModelScope})
    for (const ModelSource& source : entry.sources) {
      if (source.kind != kind) continue;
      const bool face = kind == SourceKind::kHuggingFace;
      const std::string& cache = face ? store.hugging_face_cache : store.modelscope_cache;
      if (cache.empty()) continue;
      auto found =
          face ? in_hugging_face(entry, source, cache) : in_modelscope(entry, source, cache);
      if (found) return found;
    }
  return std::nullopt;
}

Digest digest_by_cache(const std::string& path) {
  std::error_code failure;
  const fs::path blob = fs::read_symlink(path, failure);
  if (failure || blob.parent_path().filename() != "blobs") return {};
  return Digest::from_hex(blob.filename().string());
}

}  // namespace octavo::store
