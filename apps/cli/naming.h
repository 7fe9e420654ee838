// Where the results go.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "plan.h"

namespace octavo::cli {

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
