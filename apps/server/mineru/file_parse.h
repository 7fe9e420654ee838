// POST /file_parse: an answer that waits for its job.
#pragma once

#include <memory>
#include <string>

#include "server/http/response.h"
#include "server/mineru/errands.h"
#include "service/service.h"

namespace octavo::server {

// The answer is 200 with the results, or 409 when nothing could be read; 503 when the job is gone.
// However long it takes: there is no bound on the wait. A client that closes has never seen the
// job's id, so nobody can ask for it any more: it is removed.
std::unique_ptr<Pending> file_parse(service::Service& service, Errands& errands, std::string id,
                                    std::string base, std::string request_id);

}  // namespace octavo::server
