#include "server/mineru/endpoints.h"

#include <optional>

#include "server/mineru/file_parse.h"
#include "server/mineru/result.h"
#include "server/mineru/status.h"

namespace octavo::server {
namespace {

using service::Service;

Response refuse(const Problem& problem, const Request& request) {
  return mineru_problem(problem, request.id);
}

Response with_message(Json status, const char* message, int code) {
  status["message"] = message;
  return json_response(status, code);
}

// What of a submission has become of it: a job, or the answer that there is none.
std::variant<std::string, Response> submit(Intake& intake, const MineruPolicy& policy,
                                           const Request& request,
                                           const std::optional<std::string_view>& key) {
  auto job = mineru_job(request.parts, policy);
  if (const auto* problem = std::get_if<Problem>(&job)) return refuse(*problem, request);
  auto id = intake.submit(key, std::move(std::get<service::JobRequest>(job)));
  if (const auto* problem = std::get_if<Problem>(&id)) return refuse(*problem, request);
  return std::get<std::string>(std::move(id));
}

Problem no_such_task() {
  return {.status = 404, .code = "task_not_found", .message = "Task not found"};
}

Reply post_task(const Service& service, Intake& intake, const MineruPolicy& policy,
                const Request& request) {
  auto submitted = submit(intake, policy, request, request.header("idempotency-key"));
  if (auto* refusal = std::get_if<Response>(&submitted)) return std::move(*refusal);
  const auto job = service.job(std::get<std::string>(submitted), false);
  if (!job) return refuse(no_such_task(), request);  // somebody removed it at once
  return with_message(mineru_queued_status(*job, base_url(request)), "Task submitted successfully",
                      202);
}

Reply get_status(const Service& service, const Request& request) {
  const auto job = service.job(std::string(request.parameter("task_id")), false);
  if (!job) return refuse(no_such_task(), request);
  return json_response(mineru_queued_status(*job, base_url(request)));
}

Reply get_result(const Service& service, const Request& request) {
  const auto job = service.job(std::string(request.parameter("task_id")), false);
  if (!job) return refuse(no_such_task(), request);
  const MineruFacts facts = mineru_facts(*job);
  const std::string_view state = mineru_state(job->state);
  if (!is_final(job->state))
    return with_message(mineru_status(*job, facts, base_url(request)),
                        "Task result is not ready yet", 202);
  if (state == "failed")
    return with_message(mineru_status(*job, facts, base_url(request)), "Task execution failed",
                        409);
  return facts.zip ? mineru_zip_result(service, *job, facts, request.id)
                   : mineru_json_result(service, *job, facts, Json::object(), request.id);
}

}  // namespace

void add_mineru_routes(Router& router, Service& service, Intake& intake, Errands& errands,
                       const MineruPolicy& policy) {
  const auto add = [&](Method method, std::string pattern, BodyKind body, Runs runs,
                       std::function<Reply(Request&)> handler) {
    router.add({.method = method,
                .pattern = std::move(pattern),
                .handler = std::move(handler),
                .body = body,
                .runs = runs,
                .problem = mineru_problem});
  };
  add(Method::kPost, "/file_parse", BodyKind::kFiles, Runs::kWorker,
      [&service, &intake, &errands, policy](Request& request) -> Reply {
        // Its client never learns the job's id, and the job goes with the client: sent again, it is
        // another one, whatever its key.
        auto submitted = submit(intake, policy, request, std::nullopt);
        if (auto* refusal = std::get_if<Response>(&submitted)) return std::move(*refusal);
        return file_parse(service, errands, std::get<std::string>(submitted), base_url(request),
                          request.id);
      });
  add(Method::kPost, "/tasks", BodyKind::kFiles, Runs::kWorker,
      [&service, &intake, policy](Request& request) {
        return post_task(service, intake, policy, request);
      });
  add(Method::kGet, "/tasks/{task_id}", BodyKind::kNone, Runs::kWorker,
      [&service](Request& request) { return get_status(service, request); });
  add(Method::kGet, "/tasks/{task_id}/result", BodyKind::kNone, Runs::kWorker,
      [&service](Request& request) { return get_result(service, request); });
  router.set_problem_format("/tasks", mineru_problem);
  router.set_problem_format("/file_parse", mineru_problem);
}

}  // namespace octavo::server
