#include "server/metrics/metrics.h"

#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "octavo/system.h"

namespace octavo::server {
namespace {

using Labels = std::initializer_list<std::pair<std::string_view, std::string_view>>;

class Writer {
 public:
  void begin(std::string_view name, std::string_view type, std::string_view help) {
    text_.append("# HELP ").append(name).append(" ").append(help).append("\n");
    text_.append("# TYPE ").append(name).append(" ").append(type).append("\n");
  }
  void add(std::string_view name, double value, Labels labels = {}) {
    text_ += name;
    for (bool first = true; const auto& [label, content] : labels) {
      text_.append(first ? "{" : ",").append(label).append("=\"");
      for (const char c : content) {
        if (c == '"' || c == '\\') text_ += '\\';
        text_ += c;
      }
      text_ += '"';
      first = false;
    }
    if (labels.size() > 0) text_ += '}';
    std::array<char, 40> number{};
    std::snprintf(number.data(), number.size(), " %.17g\n", value);
    text_ += number.data();
  }
  void one(std::string_view name, std::string_view type, std::string_view help, double value) {
    begin(name, type, help);
    add(name, value);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string short_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

void write_jobs(Writer& out, const service::ServiceStatus& status) {
  out.begin("octavo_jobs", "gauge", "Jobs that are stored, by state");
  const std::pair<std::string_view, int> states[] = {
      {"queued", status.jobs_queued},       {"running", status.jobs_running},
      {"completed", status.jobs_completed}, {"partial", status.jobs_partial},
      {"failed", status.jobs_failed},       {"canceled", status.jobs_canceled}};
  for (const auto& [state, count] : states) out.add("octavo_jobs", count, {{"state", state}});
  out.one("octavo_queue_length", "gauge", "Jobs that wait", status.jobs_queued);
  out.one("octavo_disk_bytes", "gauge", "Bytes of all jobs on disk",
          static_cast<double>(status.disk_bytes));
  out.begin("octavo_pages_total", "counter", "Pages since start");
  out.add("octavo_pages_total", static_cast<double>(status.pages_done), {{"status", "done"}});
  out.add("octavo_pages_total", static_cast<double>(status.pages_failed), {{"status", "failed"}});
  out.one("octavo_page_seconds_total", "counter", "Seconds spent on pages that are done",
          status.page_seconds);
}

void write_model(Writer& out, const service::ServiceStatus& status) {
  out.begin("octavo_model_state", "gauge", "1 for the state the chat model is in");
  for (const auto state :
       {service::ModelState::kNone, service::ModelState::kUnloaded, service::ModelState::kLoading,
        service::ModelState::kReady, service::ModelState::kFailed})
    out.add("octavo_model_state", status.model == state ? 1 : 0,
            {{"state", model_state_name(state)}});
  out.begin("octavo_chats", "gauge", "Chats now");
  out.add("octavo_chats", status.chats_waiting, {{"state", "waiting"}});
  out.add("octavo_chats", status.chats_running, {{"state", "running"}});
  out.one("octavo_chats_total", "counter", "Chats that are over",
          static_cast<double>(status.chats_done));
  out.begin("octavo_tokens_total", "counter", "Tokens of chats");
  out.add("octavo_tokens_total", static_cast<double>(status.prompt_tokens), {{"kind", "prompt"}});
  out.add("octavo_tokens_total", static_cast<double>(status.completion_tokens),
          {{"kind", "completion"}});
  out.begin("octavo_stage_seconds_total", "counter", "Seconds of the model by stage");
  out.add("octavo_stage_seconds_total", status.prefill_seconds, {{"stage", "prefill"}});
  out.add("octavo_stage_seconds_total", status.decode_seconds, {{"stage", "decode"}});
}

void write_workers(Writer& out, const service::ServiceStatus& status) {
  const auto number = [](size_t i) { return std::to_string(i); };
  out.begin("octavo_worker_up", "gauge", "1 when the worker runs");
  for (size_t i = 0; i < status.workers.size(); ++i)
    out.add("octavo_worker_up", status.workers[i].pid > 0 ? 1 : 0,
            {{"kind", worker_kind_name(status.workers[i].kind)}, {"worker", number(i)}});
  out.begin("octavo_worker_restarts_total", "counter", "Restarts after a death or a hang");
  for (size_t i = 0; i < status.workers.size(); ++i)
    out.add("octavo_worker_restarts_total", status.workers[i].restarts,
            {{"kind", worker_kind_name(status.workers[i].kind)}, {"worker", number(i)}});
  out.begin("octavo_memory_bytes", "gauge", "Resident memory by process and by kind");
  for (size_t i = 0; i < status.workers.size(); ++i) {
    const service::WorkerStatus& worker = status.workers[i];
    const std::string name = std::string(worker_kind_name(worker.kind)) + "-" + number(i);
    out.add("octavo_memory_bytes", static_cast<double>(worker.anonymous_bytes),
            {{"process", name}, {"kind", "own"}});
    out.add("octavo_memory_bytes",
            static_cast<double>(worker.resident_bytes - worker.anonymous_bytes),
            {{"process", name}, {"kind", "mapped"}});
  }
  const MemoryUse own = memory_use();
  out.add("octavo_memory_bytes", static_cast<double>(own.anonymous),
          {{"process", "front"}, {"kind", "own"}});
  out.add("octavo_memory_bytes", static_cast<double>(own.mapped),
          {{"process", "front"}, {"kind", "mapped"}});
}

}  // namespace

void Metrics::observe(const Exchange& exchange) {
  const std::string route = exchange.route.empty() ? "none" : exchange.route;
  ++requests_[{exchange.method, route, exchange.status}];
  Times& times = times_[route];
  const auto* bucket = std::lower_bound(kBounds.begin(), kBounds.end(), exchange.seconds);
  ++times.buckets[static_cast<size_t>(bucket - kBounds.begin())];
  times.sum += exchange.seconds;
  ++times.count;
  bytes_in_ += exchange.bytes_in;
  bytes_out_ += exchange.bytes_out;
  if (exchange.broken_off) ++broken_off_;
}

std::string Metrics::text(const ServerCounts& server, const service::ServiceStatus& status) const {
  Writer out;
  out.begin("octavo_http_requests_total", "counter", "Requests by route and status");
  for (const auto& [key, count] : requests_)
    out.add("octavo_http_requests_total", static_cast<double>(count),
            {{"method", std::get<0>(key)},
             {"route", std::get<1>(key)},
             {"status", std::to_string(std::get<2>(key))}});
  out.begin("octavo_http_request_seconds", "histogram",
            "Time from a request's first byte to its answer's last");
  for (const auto& [route, times] : times_) {
    uint64_t sum = 0;
    for (size_t i = 0; i <= kBounds.size(); ++i) {
      sum += times.buckets[i];
      out.add("octavo_http_request_seconds_bucket", static_cast<double>(sum),
              {{"route", route}, {"le", i < kBounds.size() ? short_number(kBounds[i]) : "+Inf"}});
    }
    out.add("octavo_http_request_seconds_sum", times.sum, {{"route", route}});
    out.add("octavo_http_request_seconds_count", static_cast<double>(times.count),
            {{"route", route}});
  }
  out.one("octavo_http_connections", "gauge", "Open connections",
          static_cast<double>(server.connections));
  out.one("octavo_http_in_flight", "gauge", "Requests under way",
          static_cast<double>(server.in_flight));
  out.one("octavo_http_refused_connections_total", "counter", "Connections beyond the limit",
          static_cast<double>(server.refused));
  out.one("octavo_http_received_bytes_total", "counter", "Bytes of requests",
          static_cast<double>(bytes_in_));
  out.one("octavo_http_sent_bytes_total", "counter", "Bytes of answers",
          static_cast<double>(bytes_out_));
  out.one("octavo_http_broken_off_total", "counter", "Answers that did not leave whole",
          static_cast<double>(broken_off_));
  write_jobs(out, status);
  write_model(out, status);
  write_workers(out, status);
  out.one("octavo_draining", "gauge", "1 while the server ends", status.draining ? 1 : 0);
  return out.take();
}

}  // namespace octavo::server
