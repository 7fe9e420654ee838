// octavo-model.json: what was put into a folder of the store, and from where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "octavo/result.h"
#include "store/digest.h"

namespace octavo::store {

inline constexpr std::string_view kRecordName = "octavo-model.json";

struct RecordedFile {
  std::string name;
  uint64_t bytes = 0;
  std::string sha256;  // as it was on the disk
  // What it was compared with: "manifest" (a pinned hash), "hub" (the hub's own listing), or
  // "none" (nobody has said; later checks find changes since the pull only).
  std::string checked_by;
};

struct Record {
  std::string name, summary, licence, open;
  std::string source, repo, revision;
  std::vector<RecordedFile> files;
};

// Nothing when the folder has no record, or none that can be read.
std::optional<Record> read_record(const std::string& folder);
Status write_record(const std::string& folder, const Record& record);

}  // namespace octavo::store
