#include "store/record.h"

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "octavo/files.h"
#include "store/manifest.h"

namespace octavo::store {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "octavo-model/1";
constexpr int64_t kMostBytes = 16'000'000;

std::string path_of(const std::string& folder) { return folder + "/" + std::string(kRecordName); }

std::string text(const Json& value, const char* key) {
  const auto found = value.find(key);
  return found != value.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

std::optional<Record> read_record(const std::string& folder) {
  const auto map = MappedFile::open(path_of(folder), kMostBytes);
  if (!map.ok()) return std::nullopt;
  const auto bytes = map.value().bytes();
  const Json value = Json::parse(bytes.begin(), bytes.end(), nullptr, false);
  if (!value.is_object() || text(value, "format") != kFormat) return std::nullopt;
  Record record{.name = text(value, "name"),
                .summary = text(value, "summary"),
                .licence = text(value, "licence"),
                .open = text(value, "open"),
                .source = text(value, "source"),
                .repo = text(value, "repo"),
                .revision = text(value, "revision")};
  const auto files = value.find("files");
  if (files == value.end() || !files->is_array()) return std::nullopt;
  for (const Json& item : *files) {
    if (!item.is_object()) return std::nullopt;
    const auto size = item.find("bytes");
    RecordedFile file{.name = text(item, "name"),
                      .sha256 = text(item, "sha256"),
                      .checked_by = text(item, "checked_by")};
    if (size != item.end() && size->is_number_unsigned()) file.bytes = size->get<uint64_t>();
    // These names are deleted one day: a record that was tampered with must not reach outside.
    if (!is_safe_name(file.name)) return std::nullopt;
    record.files.push_back(std::move(file));
  }
  if (!record.open.empty() && !is_safe_name(record.open)) return std::nullopt;
  return record;
}

Status write_record(const std::string& folder, const Record& record) {
  Json files = Json::array();
  for (const RecordedFile& file : record.files)
    files.push_back({{"name", file.name},
                     {"bytes", file.bytes},
                     {"sha256", file.sha256},
                     {"checked_by", file.checked_by}});
  const Json value = {
      {"format", kFormat},         {"name", record.name},         {"summary", record.summary},
      {"licence", record.licence}, {"open", record.open},         {"source", record.source},
      {"repo", record.repo},       {"revision", record.revision}, {"files", std::move(files)}};
  return write_file_atomically(path_of(folder),
                               value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace octavo::store
