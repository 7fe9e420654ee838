// GET /openapi.json: every endpoint there is, with the shapes of its answers.
#pragma once

#include <string_view>

#include "server/http/router.h"

namespace octavo::server {

// The text of openapi.json beside this file.
std::string_view openapi_text();

void add_openapi_route(Router& router);

}  // namespace octavo::server
