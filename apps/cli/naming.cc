#include "naming.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

namespace octavo::cli {
namespace {

namespace fs = std::filesystem;

// ASCII only: that is what file systems without letter case agree on.
std::string fold(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return text;
}

struct Ending {
  std::string_view text;
  Format format;
};
constexpr std::array kEndings{
    Ending{".md", Format::kMarkdown}, Ending{".markdown", Format::kMarkdown},
    Ending{".json", Format::kJson},   Ending{".html", Format::kHtml},
    Ending{".htm", Format::kHtml},    Ending{".jsonl", Format::kChunks},
    Ending{".pdf", Format::kOverlay}, Ending{".png", Format::kOverlay}};

std::optional<Format> format_of_ending(const std::string& ending) {
  for (const Ending& row : kEndings)
    if (row.text == ending) return row.format;
  return std::nullopt;
}

}  // namespace

std::variant<Target, UsageError> choose_target(const ParsePlan& plan) {
  Target target;
  target.path = plan.output;
  target.formats = plan.formats;
  std::error_code failure;
  const std::string ending = fold(fs::path(plan.output).extension().string());
  const auto format = format_of_ending(ending);
  if (plan.output == "-") {
    target.kind = Target::Kind::kStdout;
    target.path.clear();
  } else if (format && !plan.output.ends_with('/') && !fs::is_directory(plan.output, failure)) {
    target.kind = Target::Kind::kFile;
  }
  if (target.kind == Target::Kind::kFolder) {
    if (target.formats.empty()) target.formats = {Format::kMarkdown, Format::kJson};
    return target;
  }
  if (target.formats.size() > 1)
    return UsageError{"-o " + plan.output + " takes one format", "--to",
                      "name one, or a folder with -o"};
  if (target.formats.empty()) target.formats = {format.value_or(Format::kMarkdown)};
  target.png = ending == ".png";
  if (target.kind == Target::Kind::kStdout && plan.json)
    return UsageError{"--json and -o - both want standard output", "--json",
                      "write the document to a file"};
  return target;
}

}  // namespace octavo::cli
