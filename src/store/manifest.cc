#include "store/manifest.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/file.h"
#include "base/try.h"

namespace octavo::store {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kBuiltIn =
#include "store/manifest.inc"  // made from tools/models/manifest.json
    ;

constexpr std::string_view kFormat = "octavo-models/1";
constexpr int64_t kMostBytes = 16'000'000;  // of a user's manifest
constexpr size_t kSha256Digits = 64;

// Reads the values of one JSON object and keeps the first complaint.
class Reader {
 public:
  Reader(const Json& value, std::string where) : value_(value), where_(std::move(where)) {
    if (!value_.is_object()) complain("is not an object");
  }

  std::string text(const char* key, bool needed) {
    const Json* found = find(key, needed);
    if (found == nullptr) return "";
    if (!found->is_string()) return complain(std::string(key) + " is no text"), "";
    return found->get<std::string>();
  }

  uint64_t number(const char* key) {
    const Json* found = find(key, false);
    if (found == nullptr) return 0;
    if (!found->is_number_unsigned()) return complain(std::string(key) + " is no size"), 0;
    return found->get<uint64_t>();
  }

  std::string sha256(const char* key, bool needed) {
    const std::string hex = text(key, needed);
    const bool good = hex.size() == kSha256Digits &&
                      hex.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!hex.empty() && !good) complain(std::string(key) + " is no sha256 in lower-case hex");
    return hex;
  }

  std::string safe_name(const char* key) {
    const std::string name = text(key, true);
    if (!name.empty() && !is_safe_name(name)) complain(std::string(key) + " is no safe file name");
    return name;
  }

  const Json& list(const char* key, bool needed) {
    static const Json kNothing = Json::array();
    const Json* found = find(key, needed);
    if (found == nullptr) return kNothing;
    if (!found->is_array()) return complain(std::string(key) + " is no list"), kNothing;
    return *found;
  }

  void complain(const std::string& what) {
    if (problem_.empty()) problem_ = where_ + ": " + what;
  }
  void adopt(const Reader& inner) {
    if (problem_.empty()) problem_ = inner.problem_;
  }
  const std::string& where() const { return where_; }
  const std::string& problem() const { return problem_; }

 private:
  const Json* find(const char* key, bool needed) {
    if (value_.is_object()) {
      const auto found = value_.find(key);
      if (found != value_.end()) return &*found;
    }
    if (needed) complain(std::string("has no ") + key);
    return nullptr;
  }

  const Json& value_;
  std::string where_, problem_;
};

PackagePart read_part(const Json& value, Reader& outer) {
  Reader in(value, outer.where() + ": a part");
  PackagePart part{.package = in.text("package", true),
                   .version = in.text("version", true),
                   .archive = in.safe_name("archive"),
                   .bytes = in.number("bytes"),
                   .sha256 = in.sha256("sha256", true),
                   .member = in.text("member", true),
                   .file = in.safe_name("file")};
  if (part.archive.find('/') != std::string::npos) in.complain("archive is no plain file name");
  outer.adopt(in);
  return part;
}

ModelSource read_source(const Json& value, Reader& outer) {
  Reader in(value, outer.where() + ": a source");
  ModelSource source;
  const std::string kind = in.text("kind", true);
  source.kind = kind == source_name(SourceKind::kModelScope) ? SourceKind::kModelScope
                : kind == source_name(SourceKind::kPython)   ? SourceKind::kPython
                                                             : SourceKind::kHuggingFace;
  if (kind != source_name(source.kind)) in.complain("kind is huggingface, modelscope or python");
  const bool hub = source.kind != SourceKind::kPython;
  source.repo = in.text("repo", hub);
  source.revision = in.text("revision", hub);
  for (const Json& part : in.list("parts", !hub)) source.parts.push_back(read_part(part, in));
  if (!hub && source.parts.empty()) in.complain("has no parts");
  outer.adopt(in);
  return source;
}

bool is_plain_name(std::string_view name) {
  return is_safe_name(name) && name.find('/') == std::string_view::npos && name.front() != '.' &&
         name.front() != '-' && name.find(' ') == std::string_view::npos;
}

int read_rank(Reader& in, const char* key) {
  constexpr uint64_t kLastRank = 1000;
  const uint64_t rank = in.number(key);
  if (rank > kLastRank)
    in.complain(std::string(key) + " is more than " + std::to_string(kLastRank));
  return static_cast<int>(std::min(rank, kLastRank));
}

ModelEntry read_entry(const Json& value, Reader& outer) {
  ModelEntry entry;
  Reader named(value, outer.where() + ": a model");
  entry.name = named.text("name", true);
  if (!is_plain_name(entry.name)) named.complain("name is no plain folder name");
  outer.adopt(named);
  Reader in(value, "model " + entry.name);
  entry.summary = in.text("summary", false);
  entry.licence = in.text("licence", true);
  entry.bytes = in.number("bytes");
  entry.open = in.text("open", false);
  entry.page_rank = read_rank(in, "page_rank");
  entry.text_rank = read_rank(in, "text_rank");
  uint64_t sum = 0;
  bool all_known = true;
  for (const Json& item : in.list("files", true)) {
    Reader file(item, in.where() + ": a file");
    entry.files.push_back(
        {file.safe_name("name"), file.number("bytes"), file.sha256("sha256", false)});
    all_known = all_known && entry.files.back().bytes > 0;
    if (entry.files.back().bytes > std::numeric_limits<uint64_t>::max() - sum)
      file.complain("bytes is too large");
    sum += entry.files.back().bytes;
    in.adopt(file);
  }
  for (const Json& item : in.list("further", false)) {
    if (!item.is_string())
      in.complain("further holds no patterns");
    else
      entry.further.push_back(item.get<std::string>());
  }
  if (entry.files.empty()) in.complain("has no files");
  if (all_known && entry.further.empty()) entry.bytes = sum;
  for (const Json& item : in.list("sources", true)) entry.sources.push_back(read_source(item, in));
  outer.adopt(in);
  return entry;
}

}  // namespace

std::string_view source_name(SourceKind kind) {
  switch (kind) {
    case SourceKind::kHuggingFace:
      return "huggingface";
    case SourceKind::kModelScope:
      return "modelscope";
    case SourceKind::kPython:
      break;
  }
  return "python";
}

bool is_safe_name(std::string_view name) {
  constexpr size_t kLongestPart = 255, kLongest = 1024;
  if (name.empty() || name.size() > kLongest) return false;
  for (const char c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '\\') return false;
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part.empty() || part == "." || part == ".." || part.size() > kLongestPart) return false;
    begin = end + 1;
  }
  return true;
}

bool matches(std::string_view pattern, std::string_view name) {
  // The classic two-pointer walk: the last star takes one character more on each mismatch.
  size_t p = 0, n = 0;
  std::optional<size_t> star;
  size_t taken = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p, ++n;
    } else if (star && name[taken] != '/') {
      p = *star + 1;
      n = ++taken;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

Result<std::vector<ModelEntry>> parse_manifest(std::string_view text, const std::string& file) {
  const auto broken = [&](const std::string& what) {
    return Error{
        Code::kModelInvalid, what, "the format is in tools/models/README.md", {.file = file}};
  };
  const Json value = Json::parse(text, nullptr, false);
  if (value.is_discarded()) return broken("is no JSON");
  Reader in(value, "the manifest");
  if (in.text("format", true) != kFormat) in.complain("format is not " + std::string(kFormat));
  std::vector<ModelEntry> entries;
  for (const Json& item : in.list("models", true)) entries.push_back(read_entry(item, in));
  std::stable_sort(entries.begin(), entries.end(),
                   [](const ModelEntry& a, const ModelEntry& b) { return a.name < b.name; });
  for (size_t i = 1; i < entries.size(); ++i)
    if (entries[i].name == entries[i - 1].name) in.complain("names " + entries[i].name + " twice");
  if (!in.problem().empty()) return broken(in.problem());
  return entries;
}

Result<std::vector<ModelEntry>> load_manifest(const std::string& user_file) {
  std::vector<ModelEntry> entries = OCTAVO_TRY(parse_manifest(kBuiltIn, "built-in manifest"));
  if (user_file.empty()) return entries;
  const MappedFile map = OCTAVO_TRY(MappedFile::open(user_file, kMostBytes));
  const std::string_view text(reinterpret_cast<const char*>(map.bytes().data()),
                              map.bytes().size());
  for (ModelEntry& entry : OCTAVO_TRY(parse_manifest(text, user_file))) {
    const auto place = std::lower_bound(
        entries.begin(), entries.end(), entry.name,
        [](const ModelEntry& a, const std::string& name) { return a.name < name; });
    if (place != entries.end() && place->name == entry.name)
      *place = std::move(entry);
    else
      entries.insert(place, std::move(entry));
  }
  return entries;
}

}  // namespace octavo::store
