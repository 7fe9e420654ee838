#include "server/http/problem.h"

#include <utility>

#include "server/http/json.h"
#include "server/http/request.h"

namespace octavo::server {

std::string_view problem_type(int status) {
  switch (status) {
    case 401:
      return "authentication_error";
    case 403:
      return "permission_error";
    case 404:
      return "not_found_error";
    case 409:
      return "conflict_error";
    case 429:
      return "rate_limit_error";
    default:
      return status >= 500 ? "server_error" : "invalid_request_error";
  }
}

Response problem_response(const Problem& problem, std::string_view request_id) {
  Json error{{"type", problem_type(problem.status)},
             {"code", problem.code},
             {"message", problem.message},
             {"param", nullptr},
             {"request_id", request_id},
             {"retryable", problem.retry_after > 0}};
  if (!problem.parameter.empty()) error["param"] = problem.parameter;
  Response response = json_response({{"error", std::move(error)}}, problem.status);
  add_retry_after(problem, response);
  return response;
}

Response refuse(const Request& request, const Problem& problem) {
  return problem_response(problem, request.id);
}

Problem bad_parameter(std::string parameter, std::string message) {
  return {.status = 400,
          .code = "invalid_parameter",
          .message = std::move(message),
          .parameter = std::move(parameter)};
}

void add_retry_after(const Problem& problem, Response& response) {
  if (problem.retry_after > 0)
    response.headers.emplace_back("Retry-After", std::to_string(problem.retry_after));
}

Problem problem_of(const Error& error) {
  Problem problem{.code = std::string(code_name(error.code)), .message = error.what};
  if (!error.hint.empty()) problem.message += " (" + error.hint + ")";
  switch (error.code) {
    case Code::kFileNotFound:
      problem.status = 404;
      break;
    case Code::kLimitExceeded:
      problem.status = 413;
      break;
    case Code::kFileTypeUnsupported:
      problem.status = 415;
      break;
    case Code::kFileEmpty:
    case Code::kFileCorrupted:
    case Code::kFileEncrypted:
      problem.status = 422;
      break;
    case Code::kCancelled:
      problem.status = 409;
      break;
    case Code::kStorageFull:
      problem.status = 507;
      problem.retry_after = 60;
      break;
    case Code::kModelMissing:
    case Code::kServerUnreachable:
    case Code::kServerFailed:
      problem.status = 503;
      problem.retry_after = 5;
      break;
    case Code::kInvalidArgument:
    case Code::kPageRangeInvalid:
      problem.status = 400;
      break;
    default:
      problem.status = 500;
      break;
  }
  return problem;
}

}  // namespace octavo::server
