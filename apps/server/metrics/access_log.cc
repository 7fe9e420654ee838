#include "server/metrics/access_log.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <ctime>

namespace octavo::server {
namespace {

// "2026-11-30T22:06:11.042Z".
std::string now_text() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t whole = std::chrono::system_clock::to_time_t(now);
  const auto thousandths =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm parts{};
  gmtime_r(&whole, &parts);
  std::array<char, 32> text{}, tail{};
  const size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(tail.data(), tail.size(), ".%03dZ", static_cast<int>(thousandths));
  return std::string(text.data(), size) + tail.data();
}

}  // namespace

void Log::write(std::string_view level, std::string_view event, const Json& more) {
  Json line{{"time", now_text()}, {"level", level}, {"event", event}};
  line.update(more);
  const std::string text = json_text(line) + "\n";
  const std::lock_guard lock(mutex_);
  // Nobody to complain to when that fails.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

void Log::write(const Exchange& exchange) {
  write(exchange.status >= 500 ? "error" : "info", "request",
        {{"request_id", exchange.id},
         {"method", exchange.method},
         {"route", exchange.route},
         {"status", exchange.status},
         {"ms", std::round(exchange.seconds * 1e4) / 10},
         {"bytes_in", exchange.bytes_in},
         {"bytes_out", exchange.bytes_out},
         {"peer", exchange.peer},
         {"broken_off", exchange.broken_off}});
}

void Log::write(const service::LogLine& line) {
  Json more{{"text", line.text}};
  if (!line.job.empty()) more["job_id"] = line.job;
  write(severity_name(line.severity), line.event, more);
}

}  // namespace octavo::server
