#include "server/jobs/job_routes.h"

#include <limits>
#include <optional>

#include "server/http/url_text.h"
#include "server/jobs/job_json.h"
#include "server/jobs/job_result.h"
#include "server/jobs/job_stream.h"
#include "server/jobs/submit.h"

namespace octavo::server {
namespace {

using service::Service;

Problem no_such_job() {
  return {.status = 404, .code = "job_not_found", .message = "there is no such job"};
}

std::optional<int> read_index(std::string_view text) {
  const auto value = whole_number(text, std::numeric_limits<int>::max());
  if (!value) return std::nullopt;
  return static_cast<int>(*value);
}

class Jobs {
 public:
  Jobs(Service& service, Uploads& uploads, Intake& intake, const JobDefaults& defaults)
      : service_(service), uploads_(uploads), intake_(intake), defaults_(defaults) {}

  // POST /v1/tasks and /v1/parse/jobs.
  Reply submit(Request& request, Json (*shape)(const service::JobSnapshot&)) const {
    auto read = read_submission(request, uploads_, defaults_, Answers::kAtOnce);
    if (auto* problem = std::get_if<Problem>(&read)) return refuse(request, *problem);
    Submission& submission = std::get<Submission>(read);
    const auto id = intake_.submit(request.header("idempotency-key"), std::move(submission.job));
    if (const auto* problem = std::get_if<Problem>(&id)) return refuse(request, *problem);
    const auto job = service_.job(std::get<std::string>(id));
    if (!job) return refuse(request, no_such_job());
    return json_response(shape(*job), 202);
  }

  // POST /v1/file_parse: the result, or after wait_timeout the job.
  Reply parse(Request& request) const {
    auto read = read_submission(request, uploads_, defaults_, Answers::kWithResult);
    if (auto* problem = std::get_if<Problem>(&read)) return refuse(request, *problem);
    Submission& submission = std::get<Submission>(read);
    const auto id = intake_.submit(request.header("idempotency-key"), std::move(submission.job));
    if (const auto* problem = std::get_if<Problem>(&id)) return refuse(request, *problem);
    const bool zip = submission.zip;
    return wait_for_job(
        service_, std::get<std::string>(id), submission.wait,
        [this, zip, request_id = request.id](const service::JobSnapshot& job) {
          return task_result(service_, job, zip, request_id);
        },
        [request_id = request.id] { return problem_response(no_such_job(), request_id); });
  }

  Reply list(Request& request) const {
    const int most = read_index(request.argument("limit").value_or("100")).value_or(100);
    Json data = Json::array();
    for (const auto& job : service_.jobs(static_cast<size_t>(most))) data.push_back(job_json(job));
    return json_response({{"object", "list"}, {"data", std::move(data)}});
  }

  Reply show(Request& request, Json (*shape)(const service::JobSnapshot&)) const {
    const auto job = find(request);
    if (!job) return refuse(request, no_such_job());
    return json_response(shape(*job));
  }

  // Cancels; with ?purge=true deletes everything of the job.
  Reply end(Request& request, Json (*shape)(const service::JobSnapshot&)) const {
    const std::string id(request.parameter("id"));
    if (request.argument("purge") == "true") {
      if (!service_.remove(id)) return refuse(request, no_such_job());
      return json_response({{"job_id", id}, {"deleted", true}});
    }
    if (!service_.cancel(id)) return refuse(request, no_such_job());
    return show(request, shape);
  }

  Reply result(Request& request) const {
    const std::string_view format = request.argument("response_format").value_or("json");
    if (format != "json" && format != "zip")
      return refuse(request, bad_parameter("response_format", "response_format is json or zip"));
    const auto job = find(request);
    if (!job) return refuse(request, no_such_job());
    return task_result(service_, *job, format == "zip", request.id);
  }

  Reply events(Request& request) const {
    const std::string id(request.parameter("id"));
    if (!service_.job(id, false)) return refuse(request, no_such_job());
    const std::string_view last =
        request.header("last-event-id").value_or(request.argument("since").value_or("0"));
    return EventStream{make_job_events(service_, id, whole_number(last).value_or(0)), {}};
  }

  Reply page(Request& request) const {
    const auto file = read_index(request.parameter("file"));
    const auto page = read_index(request.parameter("page"));
    const auto job = find(request);
    if (!job) return refuse(request, no_such_job());
    const std::string id(request.parameter("id"));
    if (file && page) {
      auto json = service_.page(id, *file, *page);
      if (json.ok()) return Response{.body = std::move(json).value()};
      if (json.error().code != Code::kFileNotFound)
        return refuse(request, {.status = 410,
                                .code = "page_lost",
                                .message = "the page is lost: send the document again"});
    }
    return refuse(request, missing_page(*job, file, page));
  }

  Reply picture(Request& request) const {
    const auto file = read_index(request.parameter("file"));
    const auto page = read_index(request.parameter("page"));
    if (!file || !page)
      return refuse(request, {.status = 404, .code = "page_not_found", .message = "no such page"});
    return wait_for_picture(service_, std::string(request.parameter("id")), *file, *page,
                            [id = request.id](Result<std::string> path) -> Response {
                              if (!path.ok())
                                return problem_response(submit_problem(path.error()), id);
                              return {.content_type = "image/png",
                                      .headers = {{"Cache-Control", "private, max-age=3600"}},
                                      .file = *path};
                            });
  }

 private:
  std::optional<service::JobSnapshot> find(const Request& request) const {
    return service_.job(std::string(request.parameter("id")));
  }

  // Not there at all, failed, or to come.
  static Problem missing_page(const service::JobSnapshot& job, std::optional<int> file,
                              std::optional<int> page) {
    const Problem unknown{.status = 404, .code = "page_not_found", .message = "no such page"};
    if (!file || !page || *file >= static_cast<int>(job.files.size())) return unknown;
    const auto& there = job.files[static_cast<size_t>(*file)];
    for (const auto& known : there.pages) {
      if (known.page != *page) continue;
      if (known.state == service::PageState::kFailed)
        return {.status = 404,
                .code = known.error_code.empty() ? "page_failed" : known.error_code,
                .message = "the page could not be read"};
      break;
    }
    if (is_final(there.state) || is_final(job.state)) return unknown;
    return {.status = 404,
            .code = "page_not_ready",
            .message = "the page has not been read yet",
            .retry_after = 1};
  }

  Service& service_;
  Uploads& uploads_;
  Intake& intake_;
  const JobDefaults defaults_;
};

}  // namespace

void add_job_routes(Router& router, Service& service, Uploads& uploads, Intake& intake,
                    const JobDefaults& defaults) {
  const auto jobs = std::make_shared<Jobs>(service, uploads, intake, defaults);
  const auto get = [&](const char* pattern, std::function<Reply(Request&)> handler) {
    router.add({.method = Method::kGet, .pattern = pattern, .handler = std::move(handler)});
  };
  const auto post = [&](const char* pattern, std::function<Reply(Request&)> handler) {
    router.add({.method = Method::kPost,
                .pattern = pattern,
                .handler = std::move(handler),
                .body = BodyKind::kFiles});
  };
  const auto remove = [&](const char* pattern, std::function<Reply(Request&)> handler) {
    router.add({.method = Method::kDelete, .pattern = pattern, .handler = std::move(handler)});
  };
  post("/v1/tasks", [jobs](Request& request) { return jobs->submit(request, task_json); });
  post("/v1/parse/jobs", [jobs](Request& request) { return jobs->submit(request, job_json); });
  post("/v1/file_parse", [jobs](Request& request) { return jobs->parse(request); });
  get("/v1/tasks/{id}", [jobs](Request& request) { return jobs->show(request, task_json); });
  get("/v1/tasks/{id}/result", [jobs](Request& request) { return jobs->result(request); });
  remove("/v1/tasks/{id}", [jobs](Request& request) { return jobs->end(request, task_json); });
  get("/v1/parse/jobs", [jobs](Request& request) { return jobs->list(request); });
  get("/v1/parse/jobs/{id}", [jobs](Request& request) { return jobs->show(request, job_json); });
  remove("/v1/parse/jobs/{id}", [jobs](Request& request) { return jobs->end(request, job_json); });
  get("/v1/parse/jobs/{id}/events", [jobs](Request& request) { return jobs->events(request); });
  get("/v1/parse/jobs/{id}/files/{file}/pages/{page}",
      [jobs](Request& request) { return jobs->page(request); });
  get("/v1/parse/jobs/{id}/files/{file}/pages/{page}/image",
      [jobs](Request& request) { return jobs->picture(request); });
}

}  // namespace octavo::server
