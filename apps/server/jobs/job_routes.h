// The jobs of MinerU 4.x over HTTP, and what Octavo adds: events, pages and their pictures.
#pragma once

#include "server/http/router.h"
#include "server/jobs/intake.h"
#include "server/jobs/job_settings.h"
#include "server/jobs/uploads.h"
#include "service/service.h"

namespace octavo::server {

// /v1/tasks, /v1/file_parse, /v1/parse/jobs and below. Service and uploads outlive the router.
// So does the intake.
void add_job_routes(Router& router, service::Service& service, Uploads& uploads, Intake& intake,
                    const JobDefaults& defaults);

// /v1/uploads and /v1/files.
void add_file_routes(Router& router, service::Service& service, Uploads& uploads);

}  // namespace octavo::server
