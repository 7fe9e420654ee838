#include "server/metrics/operation_routes.h"

#include <array>

#include "octavo/system.h"
#include "server/http/json.h"
#include "server/mineru/health.h"

namespace octavo::server {
namespace {

Json status_json(std::string_view status) { return {{"status", status}, {"version", version()}}; }

// In the shape that MinerU's clients look for.
Response health(const Operations& operations) {
  Json out = status_json("healthy");
  add_mineru_health(out, operations.service.status(), operations.document_workers,
                    operations.retention);
  return json_response(out);
}

Response health_v1(const Operations&) {
  Json out = status_json("healthy");
  Json formats = Json::array();
  for (int i = 0; i < service::kOutputFormats; ++i)
    formats.push_back(service::output_format_name(static_cast<service::OutputFormat>(i)));
  formats.push_back("zip");
  out["features"] = {{"webhook", false},
                     {"output_formats", std::move(formats)},
                     {"sources", {"file_id", "inline"}}};
  return json_response(out);
}

Response ready(const Operations& operations) {
  const service::ServiceStatus status = operations.service.status();
  const bool draining = operations.server->draining() || status.draining;
  Json out = status_json(draining ? "draining" : "ready");
  out["model"] = service::model_state_name(status.model);
  int alive = 0;
  for (const service::WorkerStatus& worker : status.workers) alive += worker.pid > 0 ? 1 : 0;
  out["workers"] = alive;
  out["jobs_queued"] = status.jobs_queued;
  out["jobs_running"] = status.jobs_running;
  return json_response(out, draining ? 503 : 200);
}

Response tiers(const Operations& operations) {
  struct Row {
    std::string_view id, tier, description;
  };
  constexpr std::array kRows{
      Row{"flash", "basic", "text layer, OCR and small networks"},
      Row{"basic", "basic", "text layer, OCR and small networks"},
      Row{"standard", "hybrid", "as basic where that is sure, the model for the rest"},
      Row{"advanced", "vlm", "a vision-language model reads everything"}};
  Json data = Json::array();
  for (const Row& row : kRows)
    data.push_back({{"id", row.id},
                    {"tier", row.tier},
                    {"description", row.description},
                    {"available", row.tier == "basic" || operations.reads_with_model}});
  return json_response({{"object", "list"}, {"data", std::move(data)}});
}

}  // namespace

void add_operation_routes(Router& router, const Operations& operations) {
  const auto add = [&](const char* pattern, bool open, Response (*answer)(const Operations&)) {
    router.add({.method = Method::kGet,
                .pattern = pattern,
                .handler = [&operations, answer](Request&) -> Reply { return answer(operations); },
                .runs = Runs::kInline,
                .open = open});
  };
  const auto alive = [](const Operations&) { return json_response(status_json("healthy")); };
  add("/health", true, health);
  add("/livez", true, alive);
  add("/v1/health", true, health_v1);
  add("/ready", true, ready);
  add("/readyz", true, ready);
  add("/version", true, [](const Operations&) {
    return json_response({{"name", "octavo"}, {"version", version()}});
  });
  add("/v1/tiers", false, tiers);
  add("/metrics", false, [](const Operations& known) {
    return Response{.content_type = "text/plain; version=0.0.4; charset=utf-8",
                    .body = known.metrics.text(known.server->counts(), known.service.status())};
  });
}

}  // namespace octavo::server
