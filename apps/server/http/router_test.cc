#include "server/http/router.h"

#include <gtest/gtest.h>

namespace octavo::server {
namespace {

Response other_words(const Problem&, std::string_view) { return {}; }

Router example() {
  Router router;
  const auto add = [&](Method method, const char* pattern,
                       ProblemFormat format = problem_response) {
    router.add({.method = method, .pattern = pattern, .problem = format});
  };
  add(Method::kGet, "/");
  add(Method::kGet, "/jobs/{id}");
  add(Method::kDelete, "/jobs/{id}");
  add(Method::kGet, "/jobs/{id}/files/{file}/pages/{page}");
  add(Method::kPost, "/chat", other_words);
  add(Method::kGet, "/assets/{path*}");
  router.set_problem_format("/v1/chat", other_words);
  return router;
}

TEST(Router, FindsRoutesAndTheirParameters) {
  const Router router = example();
  const auto found = router.find(Method::kGet, "/jobs/ab/files/3/pages/14");
  ASSERT_NE(found.route, nullptr);
  EXPECT_EQ(found.route->pattern, "/jobs/{id}/files/{file}/pages/{page}");
  EXPECT_EQ(found.parameters, (Fields{{"id", "ab"}, {"file", "3"}, {"page", "14"}}));
  EXPECT_EQ(router.find(Method::kHead, "/jobs/ab").route,
            router.find(Method::kGet, "/jobs/ab").route);
  EXPECT_EQ(router.find(Method::kGet, "/assets/a/b.js").parameters, (Fields{{"path", "a/b.js"}}));
  EXPECT_NE(router.find(Method::kGet, "/").route, nullptr);
}

TEST(Router, OtherPathsAndMethodsAreNotFound) {
  const Router router = example();
  for (const char* path : {"", "//", "/jobs", "/jobs/", "/jobs/a/", "/jobs/a/b", "/Jobs/a",
                           "/jobsa", "/jobs/a/files/1/pages/", "/jobs/a/files//pages/1"})
    EXPECT_EQ(router.find(Method::kGet, path).route, nullptr) << path;
  EXPECT_EQ(router.find(Method::kPost, "/jobs/a").route, nullptr);
  EXPECT_EQ(router.find(Method::kOther, "/").route, nullptr);
}

TEST(Router, SaysWhatIsAllowedAndInWhichWords) {
  const Router router = example();
  EXPECT_EQ(router.allowed("/jobs/a"), "GET, HEAD, DELETE");
  EXPECT_EQ(router.allowed("/chat"), "POST");
  EXPECT_EQ(router.allowed("/nothing"), "");
  EXPECT_EQ(router.problem_format("/chat"), other_words);
  EXPECT_EQ(router.problem_format("/v1/chat/nothing"), other_words);
  EXPECT_EQ(router.problem_format("/nothing"), problem_response);
}

}  // namespace
}  // namespace octavo::server
