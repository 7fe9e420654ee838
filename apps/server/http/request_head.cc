#include "server/http/request_head.h"

#include <algorithm>

#include "server/http/header_value.h"
#include "server/http/url_text.h"

namespace octavo::server {
namespace {

Problem bad(const std::string& message) {
  return {.status = 400, .code = "invalid_request", .message = message};
}

Method read_method(std::string_view name) {
  for (const Method method :
       {Method::kGet, Method::kHead, Method::kPost, Method::kPut, Method::kDelete})
    if (method_name(method) == name) return method;
  return Method::kOther;
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f';
  });
}

std::optional<Problem> read_line(std::string_view line, RequestHead& out) {
  const size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || first == last)
    return bad("the request line is not METHOD TARGET VERSION");
  const std::string_view version = line.substr(last + 1);
  if (!version.starts_with("HTTP/")) return bad("the request line names no HTTP version");
  if (version != "HTTP/1.1" && version != "HTTP/1.0")
    return Problem{.status = 505, .code = "http_version", .message = "HTTP/1.1 is spoken here"};
  if (!is_token(line.substr(0, first))) return bad("the method is no name");
  auto target = read_target(line.substr(first + 1, last - first - 1));
  if (!target) return bad("the target of the request is no well-formed path");
  out.request.method = read_method(line.substr(0, first));
  out.request.path = std::move(target->path);
  out.request.query = std::move(target->query);
  out.keep_alive = version == "HTTP/1.1";
  return std::nullopt;
}

std::optional<Problem> read_fields(std::string_view text, const HttpLimits& limits,
                                   RequestHead& out) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find("\r\n"));
    text.remove_prefix(line.size() + 2);
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
      return bad("a header field has no name of its own");
    if (has_control(line)) return bad("a header field holds control characters");
    if (out.request.headers.size() == limits.head_fields)
      return Problem{
          .status = 431,
          .code = "headers_too_large",
          .message = "more than " + std::to_string(limits.head_fields) + " header fields"};
    out.request.headers.emplace_back(lower_case(line.substr(0, colon)),
                                     trim_blanks(line.substr(colon + 1)));
  }
  return std::nullopt;
}

std::optional<Problem> read_length(RequestHead& out) {
  const auto lengths = all_fields(out.request.headers, "content-length");
  const auto codings = all_fields(out.request.headers, "transfer-encoding");
  if (lengths.size() > 1 || codings.size() > 1 || (!lengths.empty() && !codings.empty()))
    return bad("the length of the body is given twice");
  if (!codings.empty()) {
    if (lower_case(codings[0]) != "chunked")
      return Problem{.status = 501,
                     .code = "transfer_coding",
                     .message = "the only transfer coding understood is chunked"};
    out.chunked = true;
  }
  if (!lengths.empty()) {
    out.content_length = whole_number(lengths[0]);
    if (!out.content_length) return bad("Content-Length is no number");
  }
  if (const auto coding = out.request.header("content-encoding");
      coding && lower_case(*coding) != "identity")
    return Problem{.status = 415,
                   .code = "content_encoding",
                   .message = "bodies are taken without a content coding",
                   .parameter = "Content-Encoding"};
  return std::nullopt;
}

std::optional<Problem> read_connection(RequestHead& out) {
  const bool newer = out.keep_alive;
  const size_t hosts = all_fields(out.request.headers, "host").size();
  if (hosts > 1 || (hosts == 0 && newer)) return bad("the request has not exactly one Host");
  if (out.chunked && !newer) return bad("chunks belong to HTTP/1.1");
  if (const auto connection = out.request.header("connection")) {
    const std::string text = lower_case(*connection);
    if (text.find("close") != std::string::npos) out.keep_alive = false;
    if (text.find("keep-alive") != std::string::npos && !newer) out.keep_alive = true;
  }
  if (const auto expect = out.request.header("expect")) {
    if (lower_case(*expect) != "100-continue")
      return Problem{.status = 417, .code = "expectation", .message = "only 100-continue is met"};
    out.expects_continue = newer;
  }
  return std::nullopt;
}

}  // namespace

std::variant<RequestHead, Problem> read_request_head(std::string_view head,
                                                     const HttpLimits& limits) {
  if (!head.ends_with("\r\n\r\n")) return bad("the head of the request does not end");
  head.remove_suffix(2);
  // Each line ends in CRLF; neither comes alone.
  for (size_t i = 0; i < head.size(); ++i) {
    const bool pair = head[i] == '\r' && i + 1 < head.size() && head[i + 1] == '\n';
    if ((head[i] == '\r' || head[i] == '\n') && !pair) return bad("a line does not end in CRLF");
    if (pair) ++i;
  }
  RequestHead out;
  const size_t end = head.find("\r\n");
  const std::string_view line = head.substr(0, end);
  if (has_control(line)) return bad("the request line holds control characters");
  std::optional<Problem> problem;
  const bool good = !(problem = read_line(line, out)) &&
                    !(problem = read_fields(head.substr(end + 2), limits, out)) &&
                    !(problem = read_length(out)) && !(problem = read_connection(out));
  if (!good) return *problem;
  return out;
}

}  // namespace octavo::server
