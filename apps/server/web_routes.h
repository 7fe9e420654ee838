// The web page at / and the files it needs, under a strict content security policy.
#pragma once

#include <vector>

#include "server/http/router.h"
#include "server/web_files.h"

namespace octavo::server {

// A file for each path; without index.html, / says how to build the page. `files` outlive the
// router.
void add_web_routes(Router& router, const std::vector<WebFile>& files);

}  // namespace octavo::server
