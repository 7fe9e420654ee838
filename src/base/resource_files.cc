#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <optional>

#include "base/sha256.h"
#include "octavo/system.h"

namespace octavo {
namespace {

struct PinnedFile {
  const char* path;  // under .deps: "models/x.onnx", "runtime/pdfium/libpdfium.so"
  const char* sha256;
};
constexpr PinnedFile kPinned[] = {
#include "base/pinned_files.inc"  // made from tools/setup/files.lock
};

// The folder of a shared library that this process has loaded, by the start of its file name.
std::string loaded_folder(const std::string& prefix) {
  struct Search {
    const std::string& prefix;
    std::string folder;
  } search{prefix, ""};
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        auto& wanted = *static_cast<Search*>(data);
        const std::filesystem::path path(info->dlpi_name == nullptr ? "" : info->dlpi_name);
        if (!path.filename().string().starts_with(wanted.prefix)) return 0;
        wanted.folder = path.parent_path().string();
        return 1;
      },
      &search);
  return search.folder;
}

std::optional<std::string> hash_of(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  Sha256 hash;
  std::vector<uint8_t> buffer(size_t(1) << 18);
  ssize_t count = 0;
  while ((count = ::read(file, buffer.data(), buffer.size())) > 0)
    hash.add(std::span(buffer.data(), static_cast<size_t>(count)));
  ::close(file);
  if (count < 0) return std::nullopt;
  return hash.finish();
}

ResourceFile inspect(const PinnedFile& pinned, const std::string& path, bool verify) {
  ResourceFile file;
  file.name = std::filesystem::path(pinned.path).filename().string();
  file.path = path;
  struct stat facts{};
  if (path.empty() || ::stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return file;
  file.bytes = static_cast<uint64_t>(facts.st_size);
  file.state = FileState::kPresent;
  if (verify) file.state = hash_of(path) == pinned.sha256 ? FileState::kGood : FileState::kDamaged;
  return file;
}

}  // namespace

std::vector<ResourceFile> inspect_resources(const Resources& resources, bool verify) {
  const std::string runtime = loaded_folder("libopenvino.so");
  std::vector<ResourceFile> files;
  for (const PinnedFile& pinned : kPinned) {
    const std::filesystem::path under_deps(pinned.path);
    const std::string name = under_deps.filename().string();
    std::string path;
    if (name == "libpdfium.so")
      path = resources.pdfium_library;
    else if (under_deps.begin()->string() == "models")
      path = (std::filesystem::path(resources.model_directory) / name).string();
    else if (!runtime.empty())
      path = (std::filesystem::path(runtime) / name).string();
    files.push_back(inspect(pinned, path, verify));
  }
  return files;
}

}  // namespace octavo
