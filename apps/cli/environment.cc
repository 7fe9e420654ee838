#include "environment.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <filesystem>

#include "octavo/files.h"

namespace octavo::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPdfium = "libpdfium.so";

bool is_there(const fs::path& path) {
  std::error_code failure;
  return fs::exists(path, failure);
}

}  // namespace

Environment process_environment() {
  return [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
}

Terminal inspect_terminal(const Environment& environment) {
  Terminal terminal;
  const std::string kind = environment("TERM");
  terminal.interactive = ::isatty(STDERR_FILENO) == 1 && !kind.empty() && kind != "dumb";
  terminal.color = terminal.interactive && environment("NO_COLOR").empty();
  winsize size{};
  constexpr int kFewest = 20;
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    terminal.columns = std::max<int>(size.ws_col, kFewest);
  return terminal;
}

std::string executable_path() {
  std::error_code failure;
  return fs::read_symlink("/proc/self/exe", failure).string();
}

Resources find_resources(const Environment& environment, const std::string& executable,
                         const std::string& build_directory) {
  const auto under = [](const fs::path& root) {
    return Resources{.pdfium_library = (root / "runtime/pdfium" / kPdfium).string(),
                     .model_directory = (root / "models").string()};
  };
  if (const std::string home = environment("OCTAVO_HOME"); !home.empty()) return under(home);
  const fs::path installed = fs::path(executable).parent_path().parent_path();
  const fs::path models = installed / "share/octavo/models";
  if (!executable.empty() && is_there(models))
    return {.pdfium_library = (installed / "lib/octavo" / kPdfium).string(),
            .model_directory = models.string()};
  return under(build_directory);
}

std::string find_cache_directory(const Environment& environment) {
  fs::path path = environment("OCTAVO_CACHE_DIR");
  if (path.empty()) {
    const fs::path base = environment("XDG_CACHE_HOME"), home = environment("HOME");
    // The XDG base directory rules: a relative path there is not valid.
    if (base.is_absolute())
      path = base / "octavo";
    else if (home.is_absolute())
      path = home / ".cache/octavo";
  }
  if (path.empty() || !make_directories(path.string()).ok()) return "";
  return ::access(path.c_str(), W_OK | X_OK) == 0 ? path.string() : "";
}

}  // namespace octavo::cli
