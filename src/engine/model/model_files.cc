#include "engine/model/model_files.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/try.h"
#include "engine/checkpoint/model_file.h"
#include "engine/model/config_keys.h"

namespace octavo::engine {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMaxTemplateBytes = 1 << 20;

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

Result<std::string> read_text(const std::string& path) {
  const MappedFile file = OCTAVO_TRY(MappedFile::open(path, kMaxTemplateBytes));
  return std::string(file.bytes().begin(), file.bytes().end());
}

bool is_vision_name(const std::string& name) {
  return name.ends_with(".gguf") && name.find("mmproj") != std::string::npos;
}

}  // namespace

std::string model_directory(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return path;
  const std::string parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

Result<std::string> read_chat_template(const std::string& directory) {
  const std::string jinja = directory + "/chat_template.jinja";
  if (exists(jinja)) return read_text(jinja);
  for (const char* name : {"/chat_template.json", "/tokenizer_config.json"}) {
    const std::string path = directory + name;
    if (!exists(path)) continue;
    const Metadata settings = OCTAVO_TRY(read_json_settings(path));
    const std::string text =
        OCTAVO_TRY(ConfigKeys(path, settings).text({"chat_template"}, std::string()));
    if (!text.empty()) return text;
  }
  return std::string();
}

Result<std::string> read_chat_template(const Checkpoint& gguf) {
  return ConfigKeys(gguf.path(), gguf.metadata()).text({"tokenizer.chat_template"}, std::string());
}

Result<std::string> find_vision_file(const Checkpoint& gguf) {
  const std::string architecture = OCTAVO_TRY(
      ConfigKeys(gguf.path(), gguf.metadata()).text({"general.architecture"}, std::string()));
  if (architecture != "qwen2vl") return std::string();
  std::vector<std::string> found;
  std::error_code error;
  fs::directory_iterator files(model_directory(gguf.path()), error);
  for (; !error && files != fs::directory_iterator(); files.increment(error))
    if (is_vision_name(files->path().filename().string())) found.push_back(files->path().string());
  if (found.empty()) return std::string();
  std::sort(found.begin(), found.end());
  if (found.size() > 1) {
    Error several =
        broken_model(gguf.path(), "expected one vision file (mmproj) beside it, found " +
                                      quote_name(found[0]) + " and " + quote_name(found[1]));
    several.hint = "name the vision file that goes with the model";
    return several;
  }
  return found[0];
}

}  // namespace octavo::engine
