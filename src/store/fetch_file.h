// One file over the network onto the disk: resumed where an earlier try ended, hashed while it
// arrives, under its name only once it is right.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "octavo/models.h"
#include "octavo/result.h"
#include "store/digest.h"
#include "store/http.h"

namespace octavo::store {

struct FetchJob {
  std::string name;  // for messages
  std::string url, bearer;
  std::string path;    // gets its name at the end; PATH.part and PATH.part.etag before
  uint64_t bytes = 0;  // 0: not known
  Digest expected;
};

// What a transfer needs from the pull it belongs to. Nothing is owned.
struct FetchContext {
  HttpClient* http = nullptr;
  const ModelNetwork* network = nullptr;
  const CancelFlag* cancel = nullptr;
  // Called with the size on the disk and the bytes that came over the network in this call.
  std::function<void(uint64_t have, uint64_t fetched)> on_bytes;
  std::function<void(const std::string&)> on_note;
};

struct FetchedFile {
  uint64_t bytes = 0, fetched = 0;
  std::string sha256;
  bool was_here = false;  // whole and right from an earlier try
};

// Lost connections, truncated bodies, 408, 429 and 5xx are tried again from where they ended, as
// often as ModelNetwork says without progress, Retry-After obeyed up to a minute. A server that
// does not know ranges, or whose file has changed, starts anew. Errors: kModelMissing (not to be
// had), kModelInvalid (too long, or another content than expected: nothing is kept), kStorageFull,
// kOutputUnwritable, kCancelled (what is here stays).
Result<FetchedFile> fetch_file(const FetchJob& job, const FetchContext& context);

// A small text into memory, with the same tries.
Result<std::string> fetch_text(const HttpRequest& request, const FetchContext& context,
                               uint64_t most_bytes);

}  // namespace octavo::store
