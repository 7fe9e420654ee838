// Problems in the words of OpenAI's API: {"error":{"message","type","param","code"}}.
#pragma once

#include <string_view>

#include "octavo/result.h"
#include "server/http/json.h"
#include "server/http/problem.h"

namespace octavo::server {

Json chat_error(const Problem& problem);
// A ProblemFormat. With Retry-After where asking again helps.
Response chat_problem(const Problem& problem, std::string_view request_id);

// What ended a chat: 400 context_length_exceeded as OpenAI has it, 422 image_malformed for what a
// picture is to blame for, 503 when the model's process went away under it.
Problem chat_problem_of(const Error& error);

}  // namespace octavo::server
