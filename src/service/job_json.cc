#include "service/job_json.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "service/settings_json.h"

namespace octavo::service {
namespace {

constexpr int kVersion = 1;  // of the form; another one is refused, never guessed at

Error damaged(const char* what) { return {Code::kFileCorrupted, what, "", {}}; }

Json file_json(const FileSnapshot& file) {
  Json pages = Json::array(), outputs = Json::array();
  for (const PageSnapshot& page : file.pages) pages.push_back(page_json(page));
  for (const JobOutput& output : file.outputs)
    outputs.push_back({{"format", output_format_name(output.format)}, {"bytes", output.bytes}});
  return {{"name", file.name},
          {"page_range", file.page_range},
          {"stem", file.stem},
          {"folder", file.folder},
          {"bytes", file.bytes},
          {"encrypted", file.had_password},
          {"state", job_state_name(file.state)},
          {"error", {{"code", file.error_code}, {"message", file.error_message}}},
          {"tier", file.tier},
          {"seconds", file.seconds},
          {"pictures", !file.picture_folder.empty()},
          {"outputs", std::move(outputs)},
          {"pages", std::move(pages)}};
}

Result<FileSnapshot> file_of(const Json& json) {
  FileSnapshot file;
  file.name = text_at(json, "name");
  file.page_range = text_at(json, "page_range");
  file.stem = text_at(json, "stem");
  file.folder = text_at(json, "folder");
  file.bytes = integer_at(json, "bytes");
  file.had_password = flag_at(json, "encrypted");
  const auto state = enum_named(job_state_name, JobState::kCanceled, text_at(json, "state"));
  if (!state || file.stem.empty() || file.stem.find('/') != std::string::npos)
    return damaged("a file without a state or a name");
  file.state = *state;
  if (json.contains("error")) {
    file.error_code = text_at(json["error"], "code");
    file.error_message = text_at(json["error"], "message");
  }
  file.tier = text_at(json, "tier");
  file.seconds = number_at(json, "seconds");
  if (flag_at(json, "pictures")) file.picture_folder = "images";
  for (const Json& output : list_at(json, "outputs"))
    if (const auto format = output_format_of(text_at(output, "format")))
      file.outputs.push_back({*format, "", integer_at(output, "bytes")});
  for (const Json& page : list_at(json, "pages")) {
    auto read = page_of(page);
    if (!read) return damaged("a page without a number or a state");
    file.pages.push_back(*std::move(read));
  }
  return file;
}

}  // namespace

Json sources_json(const SourceCounts& counts) {
  return {{"text_layer", counts.text_layer},
          {"ocr", counts.ocr},
          {"network", counts.network},
          {"vlm", counts.vlm}};
}

Json page_json(const PageSnapshot& page) {
  Json json = {{"page", page.page},
               {"status", page_state_name(page.state)},
               {"seconds", page.seconds},
               {"sources", sources_json(page.sources)}};
  if (page.state == PageState::kFailed)
    json["error"] = {{"code", page.error_code}, {"message", page.error_message}};
  return json;
}

std::optional<PageSnapshot> page_of(const Json& json) {
  PageSnapshot page;
  const int64_t number = integer_at(json, "page", -1);
  constexpr int64_t kMostPages = 1 << 24;
  if (number < 0 || number > kMostPages) return std::nullopt;
  page.page = static_cast<int>(number);
  const auto state = enum_named(page_state_name, PageState::kFailed, text_at(json, "status"));
  if (!state) return std::nullopt;
  page.state = *state;
  page.seconds = number_at(json, "seconds");
  if (json.contains("sources")) {
    const Json& sources = json["sources"];
    page.sources = {.text_layer = static_cast<int>(integer_at(sources, "text_layer")),
                    .ocr = static_cast<int>(integer_at(sources, "ocr")),
                    .network = static_cast<int>(integer_at(sources, "network")),
                    .vlm = static_cast<int>(integer_at(sources, "vlm"))};
  }
  if (json.contains("error")) {
    page.error_code = text_at(json["error"], "code");
    page.error_message = text_at(json["error"], "message");
  }
  return page;
}

std::string job_json(const JobSnapshot& job) {
  Json json = {{"version", kVersion},
               {"id", job.id},
               {"state", job_state_name(job.state)},
               {"created", job.created},
               {"started", job.started},
               {"finished", job.finished},
               {"settings", settings_json(job)},
               {"client", job.client},
               {"client_facts", job.client_facts}};
  Json& files = json["files"] = Json::array();
  for (const FileSnapshot& file : job.files) files.push_back(file_json(file));
  return write_json(json);
}

Result<JobSnapshot> job_of(std::string_view text) {
  const Json json = read_json(text);
  if (json.is_null()) return damaged("is no JSON object");
  if (integer_at(json, "version") != kVersion) return damaged("is of another version");
  JobSnapshot job;
  job.id = text_at(json, "id");
  const auto state = enum_named(job_state_name, JobState::kCanceled, text_at(json, "state"));
  if (!state || list_at(json, "files").empty()) return damaged("has no state or no files");
  job.state = *state;
  job.created = number_at(json, "created");
  job.started = number_at(json, "started");
  job.finished = number_at(json, "finished");
  static_cast<Settings&>(job) = settings_of(json.contains("settings") ? json["settings"] : Json());
  job.client = text_at(json, "client");
  job.client_facts = text_at(json, "client_facts");
  for (const Json& file : list_at(json, "files")) job.files.push_back(OCTAVO_TRY(file_of(file)));
  for (const FileSnapshot& file : job.files)
    if (is_final(job.state) && !is_final(file.state))
      return damaged("is over, but a file of it is not");
  return job;
}

}  // namespace octavo::service
