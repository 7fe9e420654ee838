// What went wrong with a request, before it is put into the words of one of the dialects.
#pragma once

#include <string>
#include <string_view>

#include "octavo/result.h"
#include "server/http/response.h"

namespace octavo::server {

struct Request;

struct Problem {
  int status = 400;
  std::string code;       // stable: "file_too_large"
  std::string message;    // one sentence for people; nothing of the machine's inside
  std::string parameter;  // what of the request is at fault; may be empty
  int retry_after = 0;    // seconds; 0: asking again does not help
  std::string allowed;    // 405: the methods that are
};

// {"error":{type,code,message,param,request_id,retryable}}, with Retry-After where it helps.
Response problem_response(const Problem& problem, std::string_view request_id);

// The same, of that request.
Response refuse(const Request& request, const Problem& problem);

// 400 "invalid_parameter".
Problem bad_parameter(std::string parameter, std::string message);

// Retry-After, where asking again helps: for who words problems.
void add_retry_after(const Problem& problem, Response& response);

// How a route words its problems.
using ProblemFormat = Response (*)(const Problem& problem, std::string_view request_id);

// Errors of the library and the service: limits are 413 or 429, absent things 404 and so on.
Problem problem_of(const Error& error);

// The "type" of an error with that status: "invalid_request_error", "server_error" ...
std::string_view problem_type(int status);

}  // namespace octavo::server
