// What hubs and package indexes answer.
#include <nlohmann/json.hpp>

#include "net/url.h"
#include "store/plan.h"

namespace octavo::store {
namespace {

using Json = nlohmann::json;

Error strange(const std::string& what) {
  return {Code::kModelMissing, "the hub's list of files " + what, "", {}};
}

// The member, or null when there is none or `value` is no object.
const Json& member(const Json& value, const char* key) {
  static const Json kNull;
  if (!value.is_object()) return kNull;
  const auto found = value.find(key);
  return found == value.end() ? kNull : *found;
}

std::string text(const Json& value) { return value.is_string() ? value.get<std::string>() : ""; }
uint64_t number(const Json& value) {
  return value.is_number_unsigned() ? value.get<uint64_t>() : 0;
}

std::string file_name_of(const std::string& url) {
  const std::string path = url.substr(0, url.find_first_of("?#"));
  return net::unescape(path.substr(path.rfind('/') + 1));
}

// HTML's five entities that occur in attributes of such pages.
std::string unescape_html(std::string text) {
  constexpr std::pair<const char*, const char*> kEntities[]{
      {"&quot;", "\""}, {"&#39;", "'"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}};
  for (const auto& [entity, character] : kEntities)
    for (size_t at = 0; (at = text.find(entity, at)) != std::string::npos; ++at)
      text.replace(at, std::char_traits<char>::length(entity), character);
  return text;
}

std::string find_in_html(std::string_view page, const std::string& page_url,
                         const std::string& archive) {
  constexpr std::string_view kAttribute = "href=";
  constexpr size_t kLongest = 8192;  // signed addresses are long, but not longer
  for (size_t at = 0; (at = page.find(kAttribute, at)) != std::string_view::npos;) {
    at += kAttribute.size();
    if (at >= page.size() || (page[at] != '"' && page[at] != '\'')) continue;
    const size_t end = page.find(page[at], at + 1);
    if (end == std::string_view::npos) return "";
    const std::string_view value = page.substr(at + 1, end - at - 1);
    at = end;
    if (value.size() > kLongest) continue;
    const std::string reference = unescape_html(std::string(value));
    if (file_name_of(reference) == archive) return net::resolve_url(page_url, reference);
  }
  return "";
}

}  // namespace

Result<HubListing> read_hugging_face_listing(std::string_view json) {
  const Json value = Json::parse(json, nullptr, false);
  if (value.is_discarded()) return strange("is no JSON");
  HubListing listing{.revision = text(member(value, "sha"))};
  if (listing.revision.find_first_not_of("0123456789abcdef") != std::string::npos)
    return strange("names no commit");
  const Json& files = member(value, "siblings");
  if (!files.is_array()) return strange("has no files");
  for (const Json& file : files) {
    const Json& large = member(file, "lfs");
    HubFile found{.name = text(member(file, "rfilename")), .bytes = number(member(file, "size"))};
    if (large.is_object()) {
      found.hash = text(member(large, "sha256"));
      if (const uint64_t bytes = number(member(large, "size")); bytes > 0) found.bytes = bytes;
    } else {
      found.hash = text(member(file, "blobId"));
    }
    if (!found.name.empty()) listing.files.push_back(std::move(found));
  }
  return listing;
}

Result<HubListing> read_modelscope_listing(std::string_view json) {
  const Json value = Json::parse(json, nullptr, false);
  if (value.is_discarded()) return strange("is no JSON");
  const Json& files = member(member(value, "Data"), "Files");
  if (!files.is_array()) {
    const std::string message = text(member(value, "Message"));
    return strange(message.empty() ? "has no files" : "is refused: " + message.substr(0, 200));
  }
  HubListing listing;
  for (const Json& file : files) {
    if (text(member(file, "Type")) == "tree") continue;
    HubFile found{.name = text(member(file, "Path")),
                  .bytes = number(member(file, "Size")),
                  .hash = text(member(file, "Sha256"))};
    if (!found.name.empty()) listing.files.push_back(std::move(found));
  }
  return listing;
}

std::string find_archive(std::string_view page, const std::string& page_url,
                         const std::string& archive) {
  const Json value = Json::parse(page, nullptr, false);
  if (value.is_discarded()) return find_in_html(page, page_url, archive);
  const Json& files = member(value, "files");
  if (!files.is_array()) return "";
  for (const Json& file : files)
    if (text(member(file, "filename")) == archive)
      return net::resolve_url(page_url, text(member(file, "url")));
  return "";
}

}  // namespace octavo::store
