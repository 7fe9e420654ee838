#include "server/http/access.h"

#include <algorithm>
#include <array>
#include <fstream>

#include "server/http/header_value.h"

namespace octavo::server {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kShortestKey = 8;
constexpr size_t kLongestKey = 256;
constexpr int kMostFailures = 10;
constexpr std::chrono::seconds kFailureTime{60};
constexpr size_t kMostAddresses = 4096;  // remembered at once

// "name:8000" and "[::1]:8000" without the port.
std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, std::min(host.find(']') + 1, host.size()));
  return host.substr(0, host.find(':'));
}

std::string_view key_of(const Request& request) {
  if (const auto bearer = request.header("authorization")) {
    const size_t blank = bearer->find(' ');
    if (blank != std::string_view::npos && lower_case(bearer->substr(0, blank)) == "bearer")
      return trim_blanks(bearer->substr(blank));
  }
  return request.header("x-api-key").value_or("");
}

}  // namespace

bool is_key(std::string_view text) {
  return text.size() >= kShortestKey && text.size() <= kLongestKey &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

Result<std::vector<std::string>> read_key_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) return Error{.code = Code::kFileUnreadable, .what = "the file of keys cannot be read"};
  std::vector<std::string> keys;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    const std::string_view text = trim_blanks(line);
    if (text.empty() || text.starts_with('#')) continue;
    if (!is_key(text))
      return Error{.code = Code::kInvalidArgument,
                   .what = "line " + std::to_string(number) + " of the file of keys is no key",
                   .hint = "8 to 256 printable characters without blanks, one key a line"};
    keys.emplace_back(text);
  }
  if (keys.empty())
    return Error{.code = Code::kInvalidArgument, .what = "the file of keys holds none"};
  return keys;
}

bool is_loopback(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (host == "localhost" || host == "::1") return true;
  const bool digits = host.find_first_not_of("0123456789.") == std::string_view::npos;
  return digits && host.starts_with("127.") && std::count(host.begin(), host.end(), '.') == 3;
}

bool same_key(std::string_view a, std::string_view b) {
  // Both into the same number of bytes, all of which are looked at whatever they hold.
  std::array<unsigned char, kLongestKey> left{}, right{};
  std::copy_n(a.begin(), std::min(a.size(), kLongestKey), left.begin());
  std::copy_n(b.begin(), std::min(b.size(), kLongestKey), right.begin());
  volatile unsigned char difference = 0;
  for (size_t i = 0; i < kLongestKey; ++i)
    difference = static_cast<unsigned char>(difference | (left[i] ^ right[i]));
  return difference == 0;
}

std::optional<Problem> Access::check(const Request& request, bool open, Clock::time_point now) {
  const std::string host = lower_case(request.header("host").value_or(""));
  const std::string_view name = without_port(host);
  const auto& known = options_.hosts;
  if (options_.loopback || !known.empty()) {
    const bool right = (options_.loopback && is_loopback(name)) ||
                       std::find(known.begin(), known.end(), name) != known.end();
    // A page elsewhere can point its own name at this machine; its requests carry that name.
    if (!right && !host.empty())
      return Problem{.status = 421,
                     .code = "host_not_allowed",
                     .message = "this server does not answer for that Host",
                     .parameter = "Host"};
  }
  if (auto problem = check_origin(request)) return problem;
  if (open || options_.keys.empty()) return std::nullopt;
  return check_key(request, now);
}

std::optional<Problem> Access::check_origin(const Request& request) const {
  if (request.method == Method::kGet || request.method == Method::kHead) return std::nullopt;
  const auto origin = request.header("origin");
  if (!origin) return std::nullopt;
  const size_t scheme = origin->find("://");
  const auto host = request.header("host");
  if (scheme != std::string_view::npos && host &&
      lower_case(origin->substr(scheme + 3)) == lower_case(*host))
    return std::nullopt;
  return Problem{.status = 403,
                 .code = "origin_not_allowed",
                 .message = "pages of another origin may not ask for this",
                 .parameter = "Origin"};
}

std::optional<Problem> Access::check_key(const Request& request, Clock::time_point now) {
  const std::string_view key = key_of(request);
  bool right = false;
  if (is_key(key))
    for (const std::string& known : options_.keys) right |= same_key(key, known);
  // Whatever others did: behind a proxy everybody comes from its address.
  if (right) return std::nullopt;
  const auto found = failures_.find(request.peer);
  if (found != failures_.end() && now - found->second.since > kFailureTime)
    failures_.erase(found);
  else if (!key.empty() && found != failures_.end() && found->second.count >= kMostFailures)
    return Problem{.status = 429,
                   .code = "rate_limit_exceeded",
                   .message = "too many wrong keys from this address",
                   .retry_after = static_cast<int>(kFailureTime.count())};
  if (failures_.size() == kMostAddresses && !failures_.contains(request.peer)) failures_.clear();
  if (!key.empty() && failures_[request.peer].count++ == 0) failures_[request.peer].since = now;
  return Problem{.status = 401,
                 .code = key.empty() ? "missing_api_key" : "invalid_api_key",
                 .message = key.empty() ? "this server wants a key, as a Bearer token or X-Api-Key"
                                        : "that is no key of this server"};
}

}  // namespace octavo::server
