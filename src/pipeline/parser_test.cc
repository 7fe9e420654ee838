// A parser whose model is on a server that does not answer.
#include "octavo/parser.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "image/draw.h"
#include "image/encode/encode.h"
#include "vlm/http/scripted_server.h"

namespace octavo {
namespace {

using std::chrono::milliseconds;

constexpr const char* kFound =
    "<|box_start|>100 100 800 300<|box_end|><|ref_start|>text<|ref_end|><|rotate_up|>";

std::vector<uint8_t> drawn_page() {
  Image page(200, 200, 3, 255);
  fill_box(page, {20, 20, 150, 60}, {});
  auto bytes = encode_png(page);
  EXPECT_TRUE(bytes.ok());
  return std::move(bytes).value();
}

// The next document asks again.
TEST(Parser, WaitingForAServerCanBeStopped) {
  std::atomic<bool> silent = true;
  ScriptedServer server([&](const ServerRequest& request) {
    if (request.path == "/v1/models")
      return ServerReply{.body = R"({"data": [{"id": "tiny"}]})",
                         .delay = milliseconds(silent ? 60'000 : 0)};
    const bool layout = request.body.find("Layout") != std::string::npos;
    const std::string text = layout ? kFound : "Words.";
    return ServerReply{.body =
                           R"({"choices": [{"finish_reason": "stop", "message": {"content": ")" +
                           text + R"("}}]})"};
  });
  ParserOptions options;
  options.threads = 1;
  options.vlm.server.url = server.url();
  auto parser = Parser::create(options);
  ASSERT_TRUE(parser.ok());
  CancelFlag cancel;
  std::thread stopper([&] {
    while (server.seen().empty()) std::this_thread::sleep_for(milliseconds(5));
    cancel.set();
  });
  const auto page = drawn_page();
  const auto stopped =
      parser->parse_bytes(page, "page.png", {.tier = Tier::kVlm, .cancel = &cancel});
  stopper.join();
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, Code::kCancelled) << stopped.error().message();
  silent = false;
  const auto read = parser->parse_bytes(page, "page.png", {.tier = Tier::kVlm});
  ASSERT_TRUE(read.ok()) << read.error().message();
  ASSERT_EQ(read->blocks.size(), 1u);
  EXPECT_EQ(plain_text(read->blocks[0].content), "Words.");
}

}  // namespace
}  // namespace octavo
