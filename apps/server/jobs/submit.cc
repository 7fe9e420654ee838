#include "server/jobs/submit.h"

#include <algorithm>

#include "base/base64.h"
#include "base/sha256.h"
#include "server/http/header_value.h"
#include "server/http/json.h"
#include "server/http/url_text.h"

namespace octavo::server {
namespace {

using service::JobFile;

constexpr int kLongestWait = 3600;  // seconds, as MinerU has it

using Outcome = std::optional<Problem>;

// Takes out of the options what is about the answer and not about the job.
Outcome take_answer_options(Fields& options, Answers answers, Submission& out) {
  Fields rest;
  for (auto& [name, value] : options) {
    if (answers == Answers::kAtOnce && (name == "response_format" || name == "wait_timeout"))
      return Problem{.status = 400,
                     .code = "unknown_parameter",
                     .message = "this answers before there is a result: " + name +
                                " goes with POST /v1/file_parse" +
                                (name == "wait_timeout" ? "" : " and GET /v1/tasks/{id}/result"),
                     .parameter = name};
    if (name == "response_format") {
      if (value != "json" && value != "zip")
        return bad_parameter(name, "response_format is json or zip");
      out.zip = value == "zip";
    } else if (name == "wait_timeout") {
      const auto seconds = whole_number(value, kLongestWait);
      if (!seconds || *seconds < 1)
        return bad_parameter(name, "wait_timeout takes 1 to 3600 seconds");
      out.wait = std::chrono::seconds(*seconds);
    } else {
      rest.emplace_back(std::move(name), std::move(value));
    }
  }
  options = std::move(rest);
  return std::nullopt;
}

void add_staged(Submission& out, std::string name, StagedFile file) {
  JobFile added;
  added.name = std::move(name);
  added.staged_path = file.path();
  added.sha256 = file.sha256();
  out.job.files.push_back(std::move(added));
  out.staged.push_back(std::move(file));
}

Outcome read_form(Request& request, Fields& options, Submission& out) {
  std::vector<std::string> passwords;
  for (FormPart& part : request.parts) {
    if (part.file) {
      if (part.name != "files" && part.name != "file")
        return bad_parameter(part.name, "files come in parts that are called files");
      if (part.file_name.empty()) return bad_parameter("files", "a file has no name");
      add_staged(out, part.file_name, std::move(part.file));
    } else if (part.name == "password") {
      passwords.push_back(std::move(part.value));
    } else {
      options.emplace_back(part.name, part.value);
    }
  }
  if (!give_passwords(passwords, out.job.files))
    return bad_parameter("password", "give one password, or one for each file");
  return std::nullopt;
}

// The value of an option that is used up with it; empty: it is not there.
std::string take_option(Fields& options, std::string_view name) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const auto& option) { return option.first == name; });
  if (found == options.end()) return "";
  std::string value = std::move(found->second);
  options.erase(found);
  return value;
}

Outcome read_bytes(Request& request, Fields& options, Submission& out) {
  std::string name = take_option(options, "filename");
  if (name.empty()) return bad_parameter("filename", "the bytes of a file come with ?filename=");
  add_staged(out, std::move(name), std::move(request.parts.front().file));
  const std::string announced = take_option(options, "sha256sum");
  if (!announced.empty() && lower_case(announced) != out.job.files.back().sha256)
    return Problem{.status = 400,
                   .code = "checksum_mismatch",
                   .message = "the bytes that arrived have another SHA-256",
                   .parameter = "sha256sum"};
  return std::nullopt;
}

Outcome read_inline(const Json& source, Submission& out) {
  JobFile& file = out.job.files.emplace_back();
  if (!source.contains("data") || !source["data"].is_string())
    return bad_parameter("files.source.data", "data is missing");
  auto bytes = base64_bytes(source["data"].get_ref<const std::string&>());
  if (!bytes) return bad_parameter("files.source.data", "data is no base64");
  file.bytes = std::move(*bytes);
  file.name = source.value("name", "document");
  if (file.bytes.empty()) return bad_parameter("files.source.data", "data is empty");
  file.sha256 = sha256_hex(file.bytes);
  return std::nullopt;
}

Outcome read_source(const Json& source, const Uploads& uploads, Submission& out) {
  const std::string type = source.contains("type") && source["type"].is_string()
                               ? source["type"].get<std::string>()
                               : "";
  if (type == "inline") {
    if (source.contains("name") && !source["name"].is_string())
      return bad_parameter("files.source.name", "a name is a text");
    return read_inline(source, out);
  }
  if (type == "file_id") {
    if (!source.contains("file_id") || !source["file_id"].is_string())
      return bad_parameter("files.source.file_id", "file_id is missing");
    const auto id = source["file_id"].get<std::string>();
    const auto upload = uploads.find(id);
    auto file = uploads.link(id);
    if (upload && !file.ok() && file.error().code != Code::kFileNotFound)
      return problem_of(file.error());
    if (!upload || !file.ok())
      return Problem{.status = 404,
                     .code = "file_not_found",
                     .message = "there is no such file",
                     .parameter = "files.source.file_id"};
    add_staged(out, upload->name, std::move(file).value());
    return std::nullopt;
  }
  if (type == "url" || type == "local")
    return Problem{.status = 403,
                   .code = "source_not_allowed",
                   .message = "files are taken as file_id or inline here",
                   .parameter = "files.source.type"};
  return bad_parameter("files.source.type", "a source is file_id or inline");
}

Outcome read_file(const Json& item, const Uploads& uploads, Submission& out) {
  if (!item.is_object() || !item.contains("source") || !item["source"].is_object())
    return bad_parameter("files", "each file is an object with a source");
  if (auto problem = read_source(item["source"], uploads, out)) return problem;
  JobFile& file = out.job.files.back();
  for (const auto& [key, value] : item.items()) {
    if (key == "source") continue;
    if (key != "page_range" && key != "password")
      return bad_parameter("files." + key, "there is no such option of a file");
    if (value.is_null()) continue;
    if (!value.is_string()) return bad_parameter("files." + key, key + " is a text");
    if (key == "page_range")
      file.page_range = page_range_of(value.get_ref<const std::string&>());
    else
      file.password = value.get<std::string>();
  }
  return std::nullopt;
}

// An option of the body in the form it has in a query.
Outcome add_option(const std::string& key, const Json& value, Fields& options) {
  if (value.is_null()) return std::nullopt;
  if (value.is_string()) {
    options.emplace_back(key, value.get<std::string>());
  } else if (value.is_boolean() || value.is_number_integer()) {
    options.emplace_back(key, value.dump());
  } else if (value.is_array()) {
    for (const Json& item : value) {
      if (!item.is_string()) return bad_parameter(key, key + " is a list of texts");
      options.emplace_back(key, item.get<std::string>());
    }
  } else {
    return bad_parameter(key, "that is no value of " + key);
  }
  return std::nullopt;
}

Outcome read_body(const std::string& body, const Uploads& uploads, Fields& options,
                  Submission& out) {
  auto read = read_json(body);
  if (auto* problem = std::get_if<Problem>(&read)) return *problem;
  const Json& json = std::get<Json>(read);
  if (!json.is_object() || !json.contains("files") || !json["files"].is_array())
    return bad_parameter("files", "the body is an object with a list of files");
  for (const Json& item : json["files"])
    if (auto problem = read_file(item, uploads, out)) return problem;
  for (const auto& [key, value] : json.items())
    if (key != "files")
      if (auto problem = add_option(key, value, options)) return problem;
  return std::nullopt;
}

Outcome read_any(Request& request, Uploads& uploads, Fields& options, Submission& out) {
  const auto type = read_header_value(request.header("content-type").value_or(""));
  if (type && type->value == "multipart/form-data") return read_form(request, options, out);
  if (!request.parts.empty()) return read_bytes(request, options, out);
  if (type && type->value == "application/json")
    return read_body(request.body, uploads, options, out);
  return Problem{.status = 415,
                 .code = "content_type_unsupported",
                 .message = "a job comes as multipart/form-data, JSON, or the bytes of a file",
                 .parameter = "Content-Type"};
}

}  // namespace

bool give_passwords(const std::vector<std::string>& passwords, std::vector<JobFile>& files) {
  if (passwords.empty()) return true;
  if (passwords.size() != 1 && passwords.size() != files.size()) return false;
  for (size_t i = 0; i < files.size(); ++i)
    files[i].password = passwords[passwords.size() == 1 ? 0 : i];
  return true;
}

std::variant<Submission, Problem> read_submission(Request& request, Uploads& uploads,
                                                  const JobDefaults& defaults, Answers answers) {
  Submission out;
  Fields options = request.query;
  for (const auto& [name, value] : options)
    if (name == "password")
      return bad_parameter(name, "a password does not belong into an address");
  if (auto problem = read_any(request, uploads, options, out)) return *problem;
  if (auto problem = take_answer_options(options, answers, out)) return *problem;
  std::string page_range;
  if (auto problem = read_job_options(options, defaults, out.job, page_range)) return *problem;
  for (JobFile& file : out.job.files)
    if (file.page_range.empty()) file.page_range = page_range;
  if (out.job.files.empty())
    return Problem{.status = 400,
                   .code = "no_files",
                   .message = "there is no file in the request",
                   .parameter = "files"};
  return out;
}

Problem submit_problem(const Error& error) {
  Problem problem = problem_of(error);
  if (error.code == Code::kServerFailed) problem.code = "server_busy";
  if (error.code == Code::kModelMissing)
    problem = {.status = 422,
               .code = "quality_tier_unavailable",
               .message = problem.message,
               .parameter = "tier"};
  return problem;
}

}  // namespace octavo::server
