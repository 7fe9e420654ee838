#include "server/web_routes.h"

#include <array>
#include <string>

namespace octavo::server {
namespace {

// Nothing from elsewhere and nothing inline; pictures may be data the page has made itself. HTML
// is put in by DOMPurify alone. tests/web/mock/server.mjs has the same.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify";

constexpr std::string_view kNoPage =
    "<!doctype html><html lang=\"en\"><title>Octavo</title><h1>Octavo is running</h1>"
    "<p>This build has no web page. To make it: <code>./dev web build</code>, then <code>./dev "
    "build</code>. The HTTP interface works: see <code>docs/api.md</code>.</p></html>\n";

std::string_view media_type(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kTypes{
      {{".html", "text/html; charset=utf-8"},
       {".js", "text/javascript; charset=utf-8"},
       {".css", "text/css; charset=utf-8"},
       {".svg", "image/svg+xml"},
       {".png", "image/png"},
       {".woff2", "font/woff2"},
       {".json", "application/json"},
       {".txt", "text/plain; charset=utf-8"}}};
  for (const auto& [ending, type] : kTypes)
    if (path.ends_with(ending)) return type;
  return "application/octet-stream";
}

Response page(std::string_view path, std::string_view content) {
  Response response{.content_type = std::string(media_type(path)), .body = std::string(content)};
  response.headers.emplace_back("Content-Security-Policy", kPolicy);
  // Names in assets/ change with the content.
  response.headers.emplace_back("Cache-Control", path.starts_with("assets/")
                                                     ? "public, max-age=31536000, immutable"
                                                     : "no-cache");
  return response;
}

void add_file(Router& router, std::string pattern, std::string_view path,
              std::string_view content) {
  router.add({.method = Method::kGet,
              .pattern = std::move(pattern),
              .handler = [path, content](Request&) -> Reply { return page(path, content); },
              .runs = Runs::kInline,
              .open = true});
}

}  // namespace

void add_web_routes(Router& router, const std::vector<WebFile>& files) {
  bool has_page = false;
  for (const WebFile& file : files) {
    add_file(router, "/" + std::string(file.path), file.path, file.content);
    if (file.path != "index.html") continue;
    add_file(router, "/", file.path, file.content);
    has_page = true;
  }
  if (!has_page) add_file(router, "/", "index.html", kNoPage);
}

}  // namespace octavo::server
