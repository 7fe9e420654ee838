#include "server/openai/chat_problem.h"

#include <utility>

namespace octavo::server {

Json chat_error(const Problem& problem) {
  Json error{{"message", problem.message},
             {"type", problem_type(problem.status)},
             {"param", nullptr},
             {"code", problem.code}};
  if (!problem.parameter.empty()) error["param"] = problem.parameter;
  return {{"error", std::move(error)}};
}

Response chat_problem(const Problem& problem, std::string_view) {
  Response response = json_response(chat_error(problem), problem.status);
  add_retry_after(problem, response);
  return response;
}

Problem chat_problem_of(const Error& error) {
  Problem problem{.message = error.what};
  if (!error.hint.empty()) problem.message += " (" + error.hint + ")";
  const auto be = [&](int status, const char* code, int retry_after = 0) {
    problem.status = status;
    problem.code = code;
    problem.retry_after = retry_after;
    return problem;
  };
  switch (error.code) {
    case Code::kInvalidArgument:
      return be(400, "invalid_parameter");
    case Code::kLimitExceeded:
      return be(400, "context_length_exceeded");
    case Code::kFileTypeUnsupported:
      return be(415, "unsupported_media");
    case Code::kFileEmpty:
    case Code::kFileCorrupted:
      return be(422, "image_malformed");
    case Code::kModelMissing:
      return be(404, "model_not_found");
    case Code::kServerFailed:
    case Code::kServerUnreachable:
      return be(503, "worker_unavailable", 2);
    case Code::kCancelled:
      return be(503, "shutting_down", 5);
    case Code::kStorageFull:
      return be(503, "storage_full", 60);
    case Code::kModelInvalid:
      // Of the files of a model nobody outside learns more than that they are wrong.
      problem.message = "the model cannot be used; the server's log says why";
      return be(500, "model_invalid");
    default:
      problem.message = "something went wrong here; the log knows it by the request's id";
      return be(500, "internal");
  }
}

}  // namespace octavo::server
