// What was named on the command line into the documents to read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "octavo/result.h"

namespace octavo::cli {

struct Input {
  std::string path;            // "-" for standard input
  std::optional<Error> error;  // why it cannot be read, when that is known already

  bool is_stdin() const { return path == "-"; }
};

struct InputList {
  std::vector<Input> inputs;  // in the order given; a folder's files by path
  size_t passed_over = 0;     // files in folders that are no documents
};

// Files stay as they are, whatever they hold: the reader says what is wrong with them. Folders are
// read with their subfolders: files of known type by name or content, hidden ones and those under
// `output` apart, links to folders not followed. A name with * ? [ ] that is no file is a pattern.
// One file named twice is read once.
InputList expand_inputs(const std::vector<std::string>& given, const std::string& output);

// By its ending, or by its first bytes.
bool looks_like_document(const std::string& path);

}  // namespace octavo::cli
