#include "server/http/response_head.h"

#include <array>
#include <ctime>

#include "server/http/header_value.h"

namespace octavo::server {
namespace {

struct Reason {
  int status;
  std::string_view text;
};
constexpr std::array kReasons = {Reason{100, "Continue"},
                                 Reason{200, "OK"},
                                 Reason{201, "Created"},
                                 Reason{202, "Accepted"},
                                 Reason{204, "No Content"},
                                 Reason{304, "Not Modified"},
                                 Reason{400, "Bad Request"},
                                 Reason{401, "Unauthorized"},
                                 Reason{403, "Forbidden"},
                                 Reason{404, "Not Found"},
                                 Reason{405, "Method Not Allowed"},
                                 Reason{408, "Request Timeout"},
                                 Reason{409, "Conflict"},
                                 Reason{410, "Gone"},
                                 Reason{413, "Content Too Large"},
                                 Reason{415, "Unsupported Media Type"},
                                 Reason{417, "Expectation Failed"},
                                 Reason{421, "Misdirected Request"},
                                 Reason{422, "Unprocessable Content"},
                                 Reason{429, "Too Many Requests"},
                                 Reason{431, "Request Header Fields Too Large"},
                                 Reason{500, "Internal Server Error"},
                                 Reason{501, "Not Implemented"},
                                 Reason{503, "Service Unavailable"},
                                 Reason{505, "HTTP Version Not Supported"},
                                 Reason{507, "Insufficient Storage"}};

// What holds unless the handler says otherwise.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kUsual = {
    {{"X-Content-Type-Options", "nosniff"},
     {"Referrer-Policy", "no-referrer"},
     {"X-Frame-Options", "DENY"},
     {"Cross-Origin-Resource-Policy", "same-origin"},
     {"Cache-Control", "no-store"},
     {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"}}};

std::string_view reason(int status) {
  for (const Reason& known : kReasons)
    if (known.status == status) return known.text;
  return "Other";
}

void append_field(std::string& head, std::string_view name, std::string_view value) {
  head.append(name).append(": ");
  for (const char c : value) head += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
  head.append("\r\n");
}

bool has_field(const Response& response, std::string_view name) {
  for (const auto& [known, value] : response.headers)
    if (lower_case(known) == lower_case(name)) return true;
  return false;
}

std::string date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 40> text{};
  const size_t size = std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return std::string(text.data(), size);
}

}  // namespace

std::string response_head(const Response& response, std::string_view request_id,
                          const Framing& framing) {
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
  head.append(reason(response.status)).append("\r\n");
  append_field(head, "Date", date());
  append_field(head, "X-Request-Id", request_id);
  if (!response.content_type.empty()) append_field(head, "Content-Type", response.content_type);
  for (const auto& [name, value] : response.headers) append_field(head, name, value);
  for (const auto& [name, value] : kUsual)
    if (!has_field(response, name)) append_field(head, name, value);
  if (framing.content_length)
    append_field(head, "Content-Length", std::to_string(*framing.content_length));
  else if (framing.chunked)
    append_field(head, "Transfer-Encoding", "chunked");
  append_field(head, "Connection", framing.keep_alive ? "keep-alive" : "close");
  return head.append("\r\n");
}

}  // namespace octavo::server
