#include "server/openapi/openapi_route.h"

#include <string>

namespace octavo::server {

std::string_view openapi_text() {
  static constexpr std::string_view kText =
#include "server/openapi/document.inc"
      ;
  return kText;
}

void add_openapi_route(Router& router) {
  router.add(
      {.method = Method::kGet,
       .pattern = "/openapi.json",
       .handler = [](Request&) -> Reply { return Response{.body = std::string(openapi_text())}; },
       .runs = Runs::kInline});
}

}  // namespace octavo::server
