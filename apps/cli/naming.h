// Names of the results.
#pragma once

#include <map>
#include <set>
#include <string>

#include "octavo/options.h"
#include "plan.h"

namespace octavo::cli {

// Folder names for documents: the file's stem, made safe and short, and _2, _3 ... when another
// document of this run has it already (letter case aside).
class StemNames {
 public:
  std::string take(const std::string& path);

 private:
  std::set<std::string> taken_;
};

// MinerU's name for the way a document was read: auto, ocr or txt; vlm; hybrid_auto and so on.
std::string method_folder(Tier tier, OcrMode mode);

// Where all results go, told from -o and --to.
struct Target {
  enum class Kind : uint8_t { kFolder, kFile, kStdout };
  Kind kind = Kind::kFolder;
  std::string path;             // empty for standard output
  std::vector<Format> formats;  // one for a file and standard output
  bool png = false;             // the overlay as a picture
};

// -o is a folder when it is one, ends in a slash, or has no ending that we write.
std::variant<Target, UsageError> choose_target(const ParsePlan& plan);

}  // namespace octavo::cli
