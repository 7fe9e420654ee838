// The document and the router say the same.
#include "server/openapi/openapi_route.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "server/http/header_value.h"
#include "server/http/json.h"
#include "server/jobs/job_routes.h"
#include "server/metrics/operation_routes.h"
#include "server/mineru/endpoints.h"
#include "server/openai/openai_routes.h"
#include "tests/server/made_service.h"

namespace octavo::server {
namespace {

const Json& document() {
  static const Json kDocument = Json::parse(openapi_text());
  return kDocument;
}

// Every route but the web page's files.
class AllRoutes {
 public:
  AllRoutes() : service_(MadeService::start(made_)), openai_({}) {
    add_operation_routes(router_, operations_);
    add_job_routes(router_, *service_, uploads_, intake_, {});
    add_file_routes(router_, *service_, uploads_);
    add_mineru_routes(router_, *service_, intake_, errands_, {});
    openai_.add_routes(router_);
    add_openapi_route(router_);
  }
  const std::vector<Route>& routes() const { return router_.routes(); }

 private:
  MadeService made_;
  const std::unique_ptr<service::Service> service_;
  Errands errands_;
  Uploads uploads_{"", 0, 0};
  Intake intake_{*service_};
  Metrics metrics_;
  Operations operations_{.service = *service_, .metrics = metrics_};
  OpenAi openai_;
  Router router_;
};

TEST(OpenApi, HasEveryRouteAndNoOther) {
  const AllRoutes all;
  std::set<std::string> routes, documented;
  for (const Route& route : all.routes())
    routes.insert(lower_case(method_name(route.method)) + " " + route.pattern);
  for (const auto& [path, operations] : document()["paths"].items())
    for (const auto& [method, operation] : operations.items())
      documented.insert(method + " " + path);
  EXPECT_EQ(routes, documented);
}

TEST(OpenApi, NamesTheParametersOfEachPath) {
  for (const auto& [path, operations] : document()["paths"].items()) {
    std::set<std::string> wanted;
    for (size_t at = path.find('{'); at != std::string::npos; at = path.find('{', at + 1))
      wanted.insert(path.substr(at + 1, path.find('}', at) - at - 1));
    for (const auto& [method, operation] : operations.items()) {
      std::set<std::string> named;
      for (const Json& parameter : operation.value("parameters", Json::array()))
        if (parameter["in"] == "path") named.insert(parameter["name"].get<std::string>());
      EXPECT_EQ(named, wanted) << method << " " << path;
    }
  }
}

TEST(OpenApi, SaysWhichRoutesNeedNoKey) {
  const AllRoutes all;
  for (const Route& route : all.routes()) {
    const Json& operation =
        document()["paths"][route.pattern][lower_case(method_name(route.method))];
    EXPECT_EQ(operation.contains("security"), route.open) << route.pattern;
  }
}

TEST(OpenApi, SaysWhichRoutesTakeABody) {
  const AllRoutes all;
  for (const Route& route : all.routes()) {
    const Json& operation =
        document()["paths"][route.pattern][lower_case(method_name(route.method))];
    if (operation.contains("requestBody")) {
      EXPECT_NE(route.body, BodyKind::kNone) << route.pattern;
    } else {
      EXPECT_NE(route.body, BodyKind::kFiles) << route.pattern;
    }
  }
}

void check_references(const Json& value) {
  if (value.is_object() && value.contains("$ref")) {
    const std::string name = value["$ref"].get<std::string>();
    ASSERT_EQ(name.rfind("#/", 0), 0U) << name;
    EXPECT_TRUE(document().contains(Json::json_pointer(name.substr(1)))) << name;
  }
  if (value.is_structured())
    for (const Json& item : value) check_references(item);
}

TEST(OpenApi, RefersToWhatIsThere) { check_references(document()); }

TEST(OpenApi, IsServedAsItIs) {
  Router router;
  add_openapi_route(router);
  Request request;
  const Reply reply = router.find(Method::kGet, "/openapi.json").route->handler(request);
  EXPECT_EQ(std::get<Response>(reply).body, openapi_text());
  EXPECT_EQ(std::get<Response>(reply).content_type, "application/json");
}

}  // namespace
}  // namespace octavo::server
