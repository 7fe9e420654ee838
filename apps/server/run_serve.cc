#include "server/run_serve.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>

#include "octavo/system.h"
#include "server/http/http_server.h"
#include "server/jobs/job_routes.h"
#include "server/metrics/access_log.h"
#include "server/metrics/operation_routes.h"
#include "server/mineru/endpoints.h"
#include "server/openai/recognizers.h"
#include "server/openai/service_chats.h"
#include "server/openapi/openapi_route.h"
#include "server/web_files.h"
#include "server/web_routes.h"
#include "service/service.h"

namespace octavo::server {
namespace {

using service::Service;

// Of files that wait for their jobs.
constexpr uint64_t kMostUploadBytes = 8ULL << 30;
constexpr size_t kMostUploads = 10'000;
constexpr int kRefused = 2;

int refuse(Log& log, std::string_view why, int code) {
  log.write("error", "not_started", {{"text", why}});
  return code;
}

// What is wrong with who may ask; empty: nothing.
std::string check_keys(ServeOptions& options) {
  for (const std::string& key : options.keys)
    if (!is_key(key)) return "a key has 8 to 256 printable characters without blanks";
  if (!options.key_file.empty()) {
    auto keys = read_key_file(options.key_file);
    if (!keys.ok()) return keys.error().message();
    options.keys.insert(options.keys.end(), keys->begin(), keys->end());
  }
  if (!is_loopback(options.host) && options.keys.empty() && !options.insecure)
    return "an address that others can reach needs a key: --api-key-file FILE (or --insecure)";
  return "";
}

Operations make_operations(Service& service, const Metrics& metrics, const ServeOptions& options) {
  return {.service = service,
          .metrics = metrics,
          .reads_with_model = options.service.vlm.any(),
          .document_workers = options.service.document_workers,
          .retention = options.service.retention};
}

MineruPolicy mineru_policy(const ServeOptions& options) {
  return {.has_model = options.service.vlm.any(),
          .model_server = options.service.vlm.server.url,
          .public_bind = !is_loopback(options.host),
          .effort = options.effort};
}

// Of the front's memory: bodies that arrive and chats that wait have a half each.
uint64_t share_of(const ServeOptions& options, uint64_t otherwise) {
  if (options.front_bytes == 0) return otherwise;
  return std::min(otherwise, static_cast<uint64_t>(options.front_bytes) / 2);
}

HttpLimits http_limits(const ServeOptions& options) {
  HttpLimits limits;
  limits.buffered_bytes = share_of(options, limits.buffered_bytes);
  return limits;
}

void tell_memory(Log& log, const ServeOptions& options) {
  const service::ServiceOptions& service = options.service;
  if (options.memory_bytes == 0) return;
  log.write("info", "memory_plan",
            {{"total_bytes", options.memory_bytes},
             {"front_bytes", options.front_bytes},
             {"document_workers", service.document_workers},
             {"document_worker_bytes", service.worker_memory_bytes},
             {"picture_worker_bytes", service.worker_memory_bytes},
             {"engine_bytes", service.chat_model.empty() ? 0 : service.worker_memory_bytes}});
}

OpenAiOptions openai_options(Service& service, Recognizers& recognizers,
                             const ServeOptions& options) {
  ChatLimits limits;
  limits.waiting_bytes = share_of(options, limits.waiting_bytes);
  OpenAiOptions out{.model = chat_model_facts(options.service),
                    .model_backend = chat_backend(service),
                    .remote_pictures = options.remote_images,
                    .limits = limits};
  std::error_code ignored;
  if (std::filesystem::exists(options.service.resources.model_directory, ignored))
    out.recognizers = recognizers.backend();
  return out;
}

}  // namespace

int run_serve(ServeOptions options) {
  Log log;
  if (const std::string wrong = check_keys(options); !wrong.empty())
    return refuse(log, wrong, kRefused);
  std::signal(SIGPIPE, SIG_IGN);
  tell_memory(log, options);
  options.service.log = [&log](const service::LogLine& line) { log.write(line); };
  auto started = Service::start(options.service);
  if (!started.ok()) return refuse(log, started.error().message(), 1);
  const std::unique_ptr<Service> service = std::move(started).value();

  Errands errands;
  Metrics metrics;
  Uploads uploads(service->staging_folder(), kMostUploadBytes, kMostUploads);
  Intake intake(*service);
  Operations operations = make_operations(*service, metrics, options);
  Recognizers recognizers(*service);
  OpenAi openai(openai_options(*service, recognizers, options));
  Router router;
  add_operation_routes(router, operations);
  add_job_routes(router, *service, uploads, intake,
                 {.tier = options.tier, .effort = options.effort});
  add_file_routes(router, *service, uploads);
  add_mineru_routes(router, *service, intake, errands, mineru_policy(options));
  openai.add_routes(router);
  add_openapi_route(router);
  add_web_routes(router, web_files());
  Access access(
      {.keys = options.keys, .loopback = is_loopback(options.host), .hosts = options.known_hosts});
  const HttpLimits limits = http_limits(options);
  HttpServer server({.host = options.host,
                     .port = options.port,
                     .limits = limits,
                     .staging_folder = service->staging_folder(),
                     .observe =
                         [&](const Exchange& exchange) {
                           metrics.observe(exchange);
                           log.write(exchange);
                         },
                     .drain =
                         [&] {
                           log.write("info", "draining");
                           service->drain(limits.drain_time);
                         }},
                    router, access);
  operations.server = &server;
  auto port = server.listen();
  if (!port.ok()) return refuse(log, port.error().what, 1);
  log.write("info", "listening",
            {{"host", options.host},
             {"port", *port},
             {"version", version()},
             {"keys", options.keys.size()}});
  if (!server.run()) ::_exit(1);  // asked twice: at once, whatever is under way
  log.write("info", "stopped");
  return 0;
}

}  // namespace octavo::server
