// What happens in a job, as server-sent events and as something to wait for.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "server/http/response.h"
#include "service/service.h"

namespace octavo::server {

// Everything after event number `since`; ends after the job's last event. The service outlives it.
std::unique_ptr<EventSource> make_job_events(service::Service& service, std::string job,
                                             uint64_t since);

// Waits until the job is over, or for `patience`; then `answer` makes what is sent.
std::unique_ptr<Pending> wait_for_job(service::Service& service, std::string job,
                                      std::chrono::seconds patience,
                                      std::function<Response(const service::JobSnapshot&)> answer,
                                      std::function<Response()> when_gone);

// Waits for the picture of a page.
std::unique_ptr<Pending> wait_for_picture(service::Service& service, std::string job, int file,
                                          int page,
                                          std::function<Response(Result<std::string>)> answer);

}  // namespace octavo::server
