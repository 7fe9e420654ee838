#include "inputs.h"

#include <glob.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>

namespace octavo::cli {
namespace {

namespace fs = std::filesystem;

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return text;
}

bool has_document_ending(const fs::path& path) {
  static constexpr std::array<std::string_view, 9> kEndings{
      ".pdf", ".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".gif"};
  return std::find(kEndings.begin(), kEndings.end(), lower(path.extension().string())) !=
         kEndings.end();
}

// Signatures of the formats we read; a PDF may have some bytes before its own (ISO 32000-1, annex
// H).
bool has_document_start(const fs::path& path) {
  constexpr size_t kLook = 1024;
  std::array<char, kLook> buffer{};
  std::ifstream file(path, std::ios::binary);
  file.read(buffer.data(), buffer.size());
  const std::string_view start(buffer.data(), static_cast<size_t>(file.gcount()));
  using std::string_view_literals::operator""sv;
  static constexpr std::array kSignatures{
      "\x89PNG\r\n\x1a\n"sv, "\xFF\xD8\xFF"sv, "II*\0"sv, "MM\0*"sv, "GIF87a"sv, "GIF89a"sv};
  const bool webp = start.starts_with("RIFF") &&
                    start.substr(std::min<size_t>(8, start.size())).starts_with("WEBP");
  return webp || start.find("%PDF-") != std::string_view::npos ||
         std::any_of(kSignatures.begin(), kSignatures.end(),
                     [&](std::string_view signature) { return start.starts_with(signature); });
}

Error cannot_read(const std::string& path, const std::error_code& failure) {
  const bool missing =
      failure == std::errc::no_such_file_or_directory || failure == std::errc::not_a_directory;
  return {
      missing ? Code::kFileNotFound : Code::kFileUnreadable,
      missing ? "there is no such file or folder" : failure.message(),
      failure == std::errc::permission_denied ? "check the rights of the file and its folder" : "",
      {.file = path}};
}

class Expander {
 public:
  explicit Expander(const std::string& output) {
    std::error_code failure;
    if (!output.empty() && output != "-") output_ = fs::weakly_canonical(output, failure);
  }

  void add(const std::string& given) {
    if (given == "-") {
      if (!std::exchange(stdin_seen_, true)) list_.inputs.push_back({given});
      return;
    }
    std::error_code failure;
    const fs::file_status status = fs::status(given, failure);
    if (fs::is_directory(status))
      add_folder(given);
    else if (fs::exists(status))
      add_file(given);
    else if (given.find_first_of("*?[") != std::string::npos && !fs::exists(given, failure))
      add_pattern(given);
    else
      fail(given, cannot_read(
                      given, failure ? failure
                                     : std::make_error_code(std::errc::no_such_file_or_directory)));
  }

  InputList take() { return std::move(list_); }

 private:
  void fail(const std::string& path, Error error) {
    list_.inputs.push_back({path, std::move(error)});
  }

  void add_file(const fs::path& path) {
    std::error_code failure;
    const fs::path canonical = fs::weakly_canonical(path, failure);
    if (seen_.insert(failure ? path : canonical).second) list_.inputs.push_back({path.string()});
  }

  bool is_output(const fs::path& folder) const {
    std::error_code failure;
    return !output_.empty() && fs::weakly_canonical(folder, failure) == output_;
  }

  // Without the recursive iterator of the library, so that one folder without rights does not end
  // the walk.
  void add_folder(const fs::path& root) {
    const size_t before = list_.inputs.size();
    std::vector<fs::path> pending{root}, files;
    while (!pending.empty()) {
      const fs::path folder = std::move(pending.back());
      pending.pop_back();
      // The results of an earlier run are no input. A folder that was named itself is wanted,
      // though.
      if (folder != root && is_output(folder)) continue;
      std::error_code failure;
      fs::directory_iterator entries(folder, failure);
      if (failure) {
        fail(folder.string(), cannot_read(folder.string(), failure));
        continue;
      }
      for (; entries != fs::directory_iterator(); entries.increment(failure)) {
        if (failure) break;
        sort_entry(*entries, pending, files);
      }
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) add_file(file);
    if (list_.inputs.size() == before && files.empty())
      fail(root.string(),
           {Code::kFileNotFound, "the folder holds no documents", "", {.file = root.string()}});
  }

  void sort_entry(const fs::directory_entry& entry, std::vector<fs::path>& folders,
                  std::vector<fs::path>& files) {
    const fs::path& path = entry.path();
    if (path.filename().string().starts_with('.')) return;
    std::error_code failure;
    if (entry.is_directory(failure)) {
      if (!entry.is_symlink(failure)) folders.push_back(path);
    } else if (entry.is_regular_file(failure)) {
      if (looks_like_document(path.string()))
        files.push_back(path);
      else
        ++list_.passed_over;
    }
  }

  void add_pattern(const std::string& pattern) {
    glob_t found{};
    const int result = ::glob(pattern.c_str(), 0, nullptr, &found);
    if (result == 0)
      for (size_t i = 0; i < found.gl_pathc; ++i) {
        const fs::path path = found.gl_pathv[i];
        std::error_code failure;
        if (fs::is_directory(path, failure))
          add_folder(path);
        else
          add_file(path);
      }
    ::globfree(&found);
    if (result != 0)
      fail(pattern, {Code::kFileNotFound, "no file has such a name", "", {.file = pattern}});
  }

  fs::path output_;
  std::set<fs::path> seen_;
  bool stdin_seen_ = false;
  InputList list_;
};

}  // namespace

bool looks_like_document(const std::string& path) {
  return has_document_ending(path) || has_document_start(path);
}

InputList expand_inputs(const std::vector<std::string>& given, const std::string& output) {
  Expander expander(output);
  for (const std::string& name : given) expander.add(name);
  return expander.take();
}

}  // namespace octavo::cli
