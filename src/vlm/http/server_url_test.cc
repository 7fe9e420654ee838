#include "vlm/http/server_url.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

// The right sides are what HttpVlmClient of mineru-vl-utils 2.0.7 makes of the left ones.
TEST(ServerUrl, IsReadAsTheReferenceReadsIt) {
  const auto chat = [](const std::string& url) {
    const auto read = read_server_url(url);
    return read.ok() ? read->chat() : read.error().what;
  };
  for (const auto& [url, wanted] : std::initializer_list<std::pair<const char*, const char*>>{
           {"http://h:8000", "http://h:8000/v1/chat/completions"},
           {"http://h:8000/", "http://h:8000/v1/chat/completions"},
           {"https://h/v1", "https://h/v1/chat/completions"},
           {"https://h/v1/", "https://h/v1/chat/completions"},
           {"https://h/v3//", "https://h/v3/chat/completions"},
           {"https://h/a/b/v12", "https://h/a/b/v12/chat/completions"},
           {"https://h/proxy", "https://h/v1/chat/completions"},
           {"https://h/proxy/", "https://h/proxy/v1/chat/completions"},
           {"https://h/v", "https://h/v1/chat/completions"},
           {"https://h/v1x/", "https://h/v1x/v1/chat/completions"}})
    EXPECT_EQ(chat(url), wanted) << url;
  // Ours alone.
  EXPECT_EQ(chat("http://h/v1/chat/completions"), "http://h/v1/chat/completions");
  EXPECT_EQ(read_server_url("http://h/p/v2")->models(), "http://h/p/v2/models");
}

TEST(ServerUrl, RefusesWhatIsNone) {
  for (const char* url : {"", "h:8000", "ftp://h", "file:///etc/passwd", "http://",
                          "http://h?key=1", "http://h/#v1", "http://h h", "HTTP//h"}) {
    const auto read = read_server_url(url);
    ASSERT_FALSE(read.ok()) << url;
    EXPECT_EQ(read.error().code, Code::kInvalidArgument) << url;
  }
}

}  // namespace
}  // namespace octavo
