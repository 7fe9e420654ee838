#include "server/mineru/result.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/base64.h"
#include "base/json_text.h"
#include "base/random_id.h"
#include "octavo/system.h"
#include "server/jobs/job_result.h"
#include "server/mineru/status.h"
#include "service/durable.h"

namespace octavo::server {
namespace {

namespace fs = std::filesystem;
using service::OutputFormat;

struct PictureType {
  std::string_view ending, type;
};
// MinerU gives pictures of these endings back and no other file.
constexpr std::array kPictureTypes{PictureType{".jpg", "image/jpeg"},
                                   PictureType{".jpeg", "image/jpeg"},
                                   PictureType{".png", "image/png"}};

std::string_view picture_type(const fs::path& path) {
  const std::string ending = path.extension().string();
  for (const PictureType& row : kPictureTypes)
    if (row.ending == ending) return row.type;
  return "";
}

std::vector<fs::path> pictures_in(const std::string& folder) {
  std::vector<fs::path> pictures;
  std::error_code failure;
  for (auto entry = fs::directory_iterator(folder, failure);
       !failure && entry != fs::directory_iterator(); entry.increment(failure))
    if (!picture_type(entry->path()).empty()) pictures.push_back(entry->path());
  std::sort(pictures.begin(), pictures.end());
  return pictures;
}

// Writes the answer as it goes; holds one output file at a time.
class ResultWriter {
 public:
  ResultWriter(const service::JobSnapshot& job, const MineruFacts& facts, std::string path)
      : job_(job), facts_(facts), out_(path, std::ios::binary) {}

  // False: the disk is full.
  bool write(const Json& head) {
    std::string text = json_text(head);
    text.pop_back();  // its brace
    if (!head.contains("backend")) {
      if (!head.empty()) text += ',';
      text += "\"backend\":";
      append_json_string(text, facts_.backend.name());
    }
    text += ",\"version\":";
    append_json_string(text, version());
    out_ << text << ",\"results\":{";
    for (size_t i = 0; i < job_.files.size(); ++i) {
      if (i > 0) out_ << ',';
      write_file(job_.files[i]);
    }
    out_ << "}}\n";
    out_.close();
    return !out_.fail();
  }

 private:
  void write_file(const service::FileSnapshot& file) {
    begin_ = true;
    write_key(file.stem);
    out_ << '{';
    begin_ = true;
    bool lost = false;
    if (facts_.md) lost |= !write_output("md_content", file, OutputFormat::kMarkdown);
    if (facts_.middle_json) lost |= !write_output("middle_json", file, OutputFormat::kMiddleJson);
    if (facts_.model_output)
      lost |= !write_output("model_output", file, OutputFormat::kModelOutput);
    if (facts_.content_list)
      lost |= !write_output("content_list", file, OutputFormat::kContentList);
    if (facts_.images) write_pictures(file.picture_folder);
    const std::string error =
        lost ? file.name + ": an output is lost: send the document again" : mineru_error(file);
    if (!error.empty()) {
      write_key("error");
      write_string(error);
    }
    out_ << '}';
  }

  // Null where there is none. False: it was written, and is not there any more as it was.
  bool write_output(std::string_view name, const service::FileSnapshot& file, OutputFormat format) {
    write_key(name);
    const auto output = std::find_if(file.outputs.begin(), file.outputs.end(),
                                     [&](const auto& one) { return one.format == format; });
    if (output == file.outputs.end()) {
      out_ << "null";
      return true;
    }
    const auto text = output_text(*output);
    if (text)
      write_string(*text);
    else
      out_ << "null";
    return text.has_value();
  }

  void write_pictures(const std::string& folder) {
    write_key("images");
    out_ << '{';
    begin_ = true;
    for (const fs::path& path : folder.empty() ? std::vector<fs::path>() : pictures_in(folder)) {
      const auto bytes = service::read_text_file(path.string(), INT64_MAX);
      if (!bytes.ok()) continue;
      write_key(path.filename().string());
      // Nothing of base64 needs to be escaped.
      out_ << "\"data:" << picture_type(path) << ";base64,"
           << base64({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()}) << '"';
    }
    out_ << '}';
    begin_ = false;
  }

  void write_key(std::string_view name) {
    if (!begin_) out_ << ',';
    begin_ = false;
    write_string(name);
    out_ << ':';
  }
  void write_string(std::string_view text) {
    std::string quoted;
    append_json_string(quoted, text);
    out_ << quoted;
  }

  const service::JobSnapshot& job_;
  const MineruFacts& facts_;
  std::ofstream out_;
  bool begin_ = true;  // of an object
};

Response no_room(std::string_view request_id) {
  return mineru_problem({.status = 507,
                         .code = "storage_full",
                         .message = "the disk has no room for the answer",
                         .retry_after = 60},
                        request_id);
}

}  // namespace

Response mineru_json_result(const service::Service& service, const service::JobSnapshot& job,
                            const MineruFacts& facts, Json head, std::string_view request_id) {
  const std::string path = service.staging_folder() + "/result-" + random_id();
  if (ResultWriter(job, facts, path).write(head)) return {.file = path, .delete_file = true};
  std::error_code ignored;
  fs::remove(path, ignored);
  return no_room(request_id);
}

Response mineru_zip_result(const service::Service& service, const service::JobSnapshot& job,
                           const MineruFacts& facts, std::string_view request_id) {
  service::ZipContent content{.pictures = facts.images,
                              .originals = facts.original_file,
                              .folder = facts.backend.folder(job.ocr)};
  if (facts.md) content.formats.push_back(OutputFormat::kMarkdown);
  if (facts.middle_json) content.formats.push_back(OutputFormat::kMiddleJson);
  if (facts.model_output) content.formats.push_back(OutputFormat::kModelOutput);
  if (facts.content_list) {
    content.formats.push_back(OutputFormat::kContentList);
    content.formats.push_back(OutputFormat::kContentListV2);
  }
  content.outputs = !content.formats.empty();
  auto path = service.zip(job.id, content);
  if (!path) return mineru_problem(zip_problem(path.error()), request_id);
  return {.content_type = "application/zip",
          .headers = {{"Content-Disposition", "attachment; filename=\"" + job.id + ".zip\""}},
          .file = *path,
          .delete_file = true};
}

}  // namespace octavo::server
