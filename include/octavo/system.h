// What this build is, what the machine offers, and whether the files Octavo needs are there and
// whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/options.h"

namespace octavo {

std::string_view version();  // "0.1.0"

// Processors allowed by the affinity mask and the cgroup v1 or v2 quota (rounded up), at least 1.
// A 4-CPU container on a 64-core host gives 4.
int usable_processors();

// "avx2", "avx512f", "avx512_vnni" ...: the instruction sets of this processor that matter here, as
// /proc/cpuinfo names them. Empty on other kinds of processor.
std::vector<std::string> cpu_features();

// Memory of this process in bytes, as Linux counts it; 0 where it does not say.
struct MemoryUse {
  int64_t peak = 0;       // most that was resident so far (VmHWM)
  int64_t anonymous = 0;  // resident now and ours alone (RssAnon)
  int64_t mapped = 0;  // resident now and backed by files (RssFile): can be dropped and read again
};
MemoryUse memory_use();

enum class FileState : uint8_t {
  kMissing,
  kPresent,  // there, content not looked at
  kGood,     // sha256 as pinned
  kDamaged,  // unreadable, or another content than pinned
};

struct ResourceFile {
  std::string name;  // "PP-OCRv6_det_small.onnx"
  std::string path;
  uint64_t bytes = 0;
  FileState state = FileState::kMissing;
};

// The pinned libraries and models, in the order of the lock file. `verify` reads each file to its
// end. Runtime libraries that the process has loaded are looked up where they were loaded from.
std::vector<ResourceFile> inspect_resources(const Resources& resources, bool verify);

}  // namespace octavo
