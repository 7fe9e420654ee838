// Is it alive, is it ready, what is it, how is it: for people, load balancers and Prometheus.
#pragma once

#include <chrono>

#include "server/http/http_server.h"
#include "server/http/router.h"
#include "server/metrics/metrics.h"
#include "service/service.h"

namespace octavo::server {

struct Operations {
  service::Service& service;
  const Metrics& metrics;
  bool reads_with_model = false;  // tiers beyond basic
  int document_workers = 1;
  std::chrono::seconds retention{0};  // of jobs
  // The server is made after its router.
  const HttpServer* server = nullptr;
};

// /health, /livez, /ready, /readyz, /v1/health, /version, /v1/tiers, /metrics. `operations`
// outlives the router.
void add_operation_routes(Router& router, const Operations& operations);

}  // namespace octavo::server
