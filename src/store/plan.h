// What has to be fetched for a model from one source.
#pragma once

#include <string>
#include <vector>

#include "octavo/result.h"
#include "store/digest.h"
#include "store/fetch_file.h"
#include "store/manifest.h"

namespace octavo::store {

struct PlannedFile {
  std::string name;  // in the model, or of an archive
  std::string url;
  uint64_t bytes = 0;
  Digest expected;
};

struct PullPlan {
  std::vector<PlannedFile> files;     // of a hub: as they are
  std::vector<PlannedFile> archives;  // of Python packages, in the order of first use
  std::string bearer;
  std::string revision;  // the commit where the hub tells it
  uint64_t bytes = 0;    // to have over the network
  uint64_t room = 0;     // on the disk while it is made
};

// Asks the hub for its list of files (with sizes and hashes) when the manifest does not pin them
// all, or the index for the places of the archives. What the manifest pins must be what the source
// says. Errors: kModelMissing, kModelInvalid, kCancelled.
Result<PullPlan> plan_pull(const ModelEntry& entry, const ModelSource& source,
                           const FetchContext& context);

// The parts of a hub's answer that matter. Errors: kModelMissing with what is wrong with it.
struct HubFile {
  std::string name;
  uint64_t bytes = 0;
  std::string hash;  // sha256 or git blob id; may be empty
};
struct HubListing {
  std::string revision;
  std::vector<HubFile> files;
};
Result<HubListing> read_hugging_face_listing(std::string_view json);
Result<HubListing> read_modelscope_listing(std::string_view json);

// The address of `archive` on an index page (PEP 503 HTML or PEP 691 JSON) that came from
// `page_url`; empty when it is not there.
std::string find_archive(std::string_view page, const std::string& page_url,
                         const std::string& archive);

}  // namespace octavo::store
