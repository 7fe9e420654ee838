#include "server/openai/model_name.h"

#include <filesystem>

namespace octavo::server {

std::string model_name_of(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const std::filesystem::path whole(path);
  const std::filesystem::path folder = whole.parent_path();
  const std::string repository = folder.parent_path().filename().string();
  constexpr std::string_view kMark = "models--";
  if (folder.filename() == "snapshots" && repository.starts_with(kMark)) {
    const size_t name = repository.rfind("--");
    return repository.substr(name + 2);
  }
  std::string name = whole.filename().string();
  for (const std::string_view ending : {".gguf", ".octavo"})
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
  return name.empty() || name == "." || name == ".." ? "octavo-model" : name;
}

}  // namespace octavo::server
