#include <limits>
#include <optional>

#include "server/http/json.h"
#include "server/http/url_text.h"
#include "server/jobs/job_json.h"
#include "server/jobs/job_routes.h"

namespace octavo::server {
namespace {

using service::Service;

Problem no_such_file() {
  return {.status = 404, .code = "file_not_found", .message = "there is no such file"};
}

double seconds_of(const Upload& upload) {
  return std::chrono::duration<double>(upload.created.time_since_epoch()).count();
}

Json upload_json(const Upload& upload) {
  const std::string self = "/v1/uploads/" + upload.id;
  return {{"upload_id", upload.id},
          {"file_id", upload.completed ? Json(upload.id) : Json(nullptr)},
          {"status", upload.completed ? "completed"
                     : upload.arrived ? "uploaded"
                                      : "pending"},
          {"filename", upload.name},
          {"bytes", upload.arrived ? upload.bytes : upload.announced_bytes},
          {"mime_type", upload.media_type},
          {"created_at", time_json(seconds_of(upload))},
          {"upload_url", self + "/content"},
          {"complete_url", self + "/complete"}};
}

Json file_json(const Upload& upload) {
  return {{"file_id", upload.id},
          {"name", upload.name},
          {"bytes", upload.bytes},
          {"mime_type", upload.media_type},
          {"created_at", time_json(seconds_of(upload))}};
}

// What an upload says of itself: {filename, bytes?, mime_type?, purpose?, expires_after?}.
std::variant<Upload, Problem> read_announcement(const std::string& body) {
  auto read = read_json(body);
  if (auto* problem = std::get_if<Problem>(&read)) return *problem;
  const Json& json = std::get<Json>(read);
  if (!json.is_object() || !json.contains("filename") || !json["filename"].is_string() ||
      json["filename"].get_ref<const std::string&>().empty())
    return bad_parameter("filename", "an upload has a filename");
  if (json["filename"].get_ref<const std::string&>().size() > service::kLongestText)
    return bad_parameter("filename", "a filename is too long");
  Upload upload{.name = json["filename"].get<std::string>()};
  if (json.contains("bytes") && !json["bytes"].is_null()) {
    if (!json["bytes"].is_number_unsigned())
      return bad_parameter("bytes", "bytes is a whole number");
    upload.announced_bytes = json["bytes"].get<uint64_t>();
  }
  if (json.contains("mime_type") && !json["mime_type"].is_null()) {
    if (!json["mime_type"].is_string()) return bad_parameter("mime_type", "mime_type is a text");
    upload.media_type = json["mime_type"].get<std::string>();
    if (upload.media_type.size() > service::kLongestText)
      return bad_parameter("mime_type", "mime_type is too long");
  }
  return upload;
}

// "<job>-<file>-<format>", as the outputs of a job are called.
std::optional<std::string> output_path(const Service& service, std::string_view id) {
  const size_t first = id.find('-');
  const size_t second = first == std::string_view::npos ? first : id.find('-', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const std::string_view number = id.substr(first + 1, second - first - 1);
  const auto file = whole_number(number, std::numeric_limits<int>::max());
  if (!file) return std::nullopt;
  return service.output(std::string(id.substr(0, first)), static_cast<int>(*file),
                        id.substr(second + 1));
}

class Files {
 public:
  Files(Service& service, Uploads& uploads) : service_(service), uploads_(uploads) {}

  Reply create(Request& request) const {
    auto read = read_announcement(request.body);
    if (auto* problem = std::get_if<Problem>(&read)) return refuse(request, *problem);
    return tell(request, uploads_.create(std::get<Upload>(std::move(read))), 201);
  }
  Reply put(Request& request) const {
    if (request.parts.size() != 1 || !request.parts.front().file)
      return refuse(request, {.status = 400,
                              .code = "invalid_request",
                              .message = "the body is the bytes of the file"});
    return tell(request, uploads_.put(id(request), std::move(request.parts.front().file)), 200);
  }
  Reply complete(Request& request) const {
    return tell(request, uploads_.complete(id(request)), 200);
  }
  Reply remove(Request& request) const {
    if (!uploads_.remove(id(request))) return refuse(request, no_such_file());
    return json_response({{"file_id", id(request)}, {"deleted", true}});
  }
  Reply list(Request&) const {
    Json data = Json::array();
    for (const Upload& upload : uploads_.files()) data.push_back(file_json(upload));
    return json_response({{"object", "list"}, {"data", std::move(data)}});
  }
  Reply show(Request& request) const {
    const auto upload = uploads_.find(id(request));
    if (!upload || !upload->completed) return refuse(request, no_such_file());
    return json_response(file_json(*upload));
  }
  // Whatever it is: to be saved, never to be shown by a browser.
  Reply content(Request& request) const {
    auto path = uploads_.path(id(request));
    if (!path) path = output_path(service_, id(request));
    if (!path) return refuse(request, no_such_file());
    return Response{.content_type = "application/octet-stream",
                    .headers = {{"Content-Disposition", "attachment"}},
                    .file = *path};
  }

 private:
  static std::string id(const Request& request) { return std::string(request.parameter("id")); }
  static Reply tell(const Request& request, const Result<Upload>& upload, int status) {
    if (upload.ok()) return json_response(upload_json(*upload), status);
    Problem problem = problem_of(upload.error());
    if (upload.error().code == Code::kServerFailed) problem.code = "server_busy";
    return refuse(request, problem);
  }

  Service& service_;
  Uploads& uploads_;
};

}  // namespace

void add_file_routes(Router& router, Service& service, Uploads& uploads) {
  const auto files = std::make_shared<Files>(service, uploads);
  const auto add = [&](Method method, const char* pattern, BodyKind body,
                       Reply (Files::*handler)(Request&) const) {
    router.add(
        {.method = method,
         .pattern = pattern,
         .handler = [files, handler](Request& request) { return (files.get()->*handler)(request); },
         .body = body});
  };
  add(Method::kPost, "/v1/uploads", BodyKind::kBuffered, &Files::create);
  add(Method::kPut, "/v1/uploads/{id}/content", BodyKind::kFiles, &Files::put);
  add(Method::kPost, "/v1/uploads/{id}/complete", BodyKind::kBuffered, &Files::complete);
  add(Method::kPost, "/v1/uploads/{id}/cancel", BodyKind::kBuffered, &Files::remove);
  add(Method::kGet, "/v1/files", BodyKind::kNone, &Files::list);
  add(Method::kGet, "/v1/files/{id}", BodyKind::kNone, &Files::show);
  add(Method::kGet, "/v1/files/{id}/content", BodyKind::kNone, &Files::content);
  add(Method::kDelete, "/v1/files/{id}", BodyKind::kNone, &Files::remove);
}

}  // namespace octavo::server
