// The endpoints of MinerU 3.x: POST /file_parse, POST /tasks, GET /tasks/{task_id} and its result.
#pragma once

#include "server/http/router.h"
#include "server/jobs/intake.h"
#include "server/mineru/errands.h"
#include "server/mineru/submission.h"
#include "service/service.h"

namespace octavo::server {

// `service`, `intake` and `errands` must outlive the router; the service the errands.
void add_mineru_routes(Router& router, service::Service& service, Intake& intake, Errands& errands,
                       const MineruPolicy& policy);

}  // namespace octavo::server
