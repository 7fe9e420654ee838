// What a service asks of a worker arrives there as it was asked. A structure with a member more
// does not compile here: it is to be sent as well.
#include "service/tasks.h"

#include <gtest/gtest.h>

#include <tuple>

namespace octavo::service {
namespace {

auto members(const Limits& value) {
  const auto& [a, b, c, d, e, f, g, h] = value;
  return std::tuple(a, b, c, d, e, f, g, h);
}
auto members(const ModelOptions& value) {
  const auto& [a, b, c, d, e, f, g, h] = value;
  return std::tuple(a, b, c, d, e, f, g, h);
}
auto members(const Resources& value) {
  const auto& [a, b, c] = value;
  return std::tuple(a, b, c);
}
auto members(const Sampling& value) {
  const auto& [a, b, c, d, e, f, g, h, i] = value;
  return std::tuple(a, b, c, d, e, f, g, h, i);
}
auto members(const Settings& value) {
  const auto& [a, b, c, d, e, f] = value;
  return std::tuple(a, b, c, d, e, f);
}
auto members(const VlmOptions& value) {
  const auto& [a, b, c, d, e, server, f, g] = value;
  return std::tuple(a, b, c, d, e, f, g, server.url, server.model, server.key, server.concurrency,
                    server.http_proxy, server.https_proxy, server.no_proxy, server.ca_file);
}

// No two values the same, and none the one that a missing member gives.
TEST(Tasks, EverythingThatAWorkerIsSetUpWithArrives) {
  WorkerSetup setup;
  setup.kind = WorkerKind::kEngine;
  setup.parser.resources = {"pdfium", "models", "cache"};
  setup.parser.threads = 3;
  setup.parser.vlm = {.model_path = "model",
                      .vision_path = "vision",
                      .kv_bytes = 5,
                      .kv = KvPrecision::kInt8,
                      .precision = Precision::kInt4,
                      .server = {},
                      .replay_file = "replay",
                      .record_file = "record"};
  setup.parser.vlm.server.url = "url";
  setup.parser.vlm.server.model = "name";
  setup.parser.vlm.server.key = "key";
  setup.parser.vlm.server.concurrency = 77;
  setup.parser.vlm.server.http_proxy = "http";
  setup.parser.vlm.server.https_proxy = "https";
  setup.parser.vlm.server.no_proxy = "none";
  setup.parser.vlm.server.ca_file = "ca";
  setup.page_timeout = std::chrono::milliseconds(1234);
  setup.limits = {11, int64_t(1) << 40, 13, 14, 15, 16, 17, 18};
  setup.chat_model = "chat";
  setup.chat = {.threads = 21,
                .kv_bytes = 22,
                .kv = KvPrecision::kInt8,
                .vision_path = "chat vision",
                .precision = Precision::kInt4,
                .check_weights = true,
                .reference_kernels = true,
                .instructions = "avx2"};
  setup.idle_unload = std::chrono::seconds(99);
  const Message message = to_message(setup);
  const Json json = read_json(message.json);
  EXPECT_EQ(verb_of(json), "setup");
  const WorkerSetup got = setup_of(json);
  EXPECT_EQ(got.kind, setup.kind);
  EXPECT_EQ(members(got.parser.resources), members(setup.parser.resources));
  EXPECT_EQ(got.parser.threads, 3);
  EXPECT_EQ(members(got.parser.vlm), members(setup.parser.vlm));
  EXPECT_EQ(got.page_timeout, setup.page_timeout);
  EXPECT_EQ(members(got.limits), members(setup.limits));
  EXPECT_EQ(got.chat_model, "chat");
  EXPECT_EQ(members(got.chat), members(setup.chat));
  EXPECT_EQ(got.idle_unload, setup.idle_unload);
}

TEST(Tasks, ADocumentToReadArrivesAndItsPasswordOnlyAsBytes) {
  const ReadTask task{.id = 7,
                      .input = "input",
                      .name = "a \"b\".pdf",
                      .page_range = "1-3",
                      .settings = {.tier = Tier::kHybrid,
                                   .effort = Effort::kBest,
                                   .ocr = OcrMode::kNever,
                                   .language = Language::kChinese,
                                   .formats = {OutputFormat::kHtml, OutputFormat::kReport},
                                   .pictures = false},
                      .file = 4,
                      .stem = "stem",
                      .page_log = "log",
                      .output_folder = "out",
                      .alone = {5, 6},
                      .given_up = {8},
                      .password = "hunter2"};
  const Message message = to_message(task);
  EXPECT_EQ(message.json.find("hunter2"), std::string::npos);
  const ReadTask got = read_task_of(read_json(message.json), message.bytes);
  EXPECT_EQ(
      std::tuple(got.id, got.input, got.name, got.page_range, got.file, got.stem, got.page_log,
                 got.output_folder, got.alone, got.given_up, got.password),
      std::tuple(task.id, task.input, task.name, task.page_range, task.file, task.stem,
                 task.page_log, task.output_folder, task.alone, task.given_up, task.password));
  EXPECT_EQ(members(got.settings), members(task.settings));
}

TEST(Tasks, AChatArrivesWithItsPictures) {
  ChatTask task{.id = 9, .request = {}};
  ChatRequest& request = task.request;
  request.messages = {{ChatMessage::Role::kSystem, {{"be kind", {}}}},
                      {ChatMessage::Role::kUser, {{"", {1, 2, 0, 3}}, {"what?", {}}, {"", {9}}}}};
  request.sampling = {0.5F, 0.25F, 0.125F, 4, 1.5F, 0.75F, -0.5F, 6, uint64_t(1) << 63};
  request.max_new_tokens = 31;
  request.stop = {"a", "b"};
  request.keep_special = true;
  request.max_pixels = 32;
  const Message message = to_message(task);
  const auto got = chat_task_of(read_json(message.json), message.bytes);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->id, 9);
  ASSERT_EQ(got->request.messages.size(), 2u);
  EXPECT_EQ(got->request.messages[0].role, ChatMessage::Role::kSystem);
  ASSERT_EQ(got->request.messages[1].parts.size(), 3u);
  EXPECT_EQ(got->request.messages[1].parts[0].picture, (std::vector<uint8_t>{1, 2, 0, 3}));
  EXPECT_EQ(got->request.messages[1].parts[1].text, "what?");
  EXPECT_EQ(got->request.messages[1].parts[2].picture, std::vector<uint8_t>{9});
  EXPECT_EQ(members(got->request.sampling), members(request.sampling));
  EXPECT_EQ(got->request.max_new_tokens, 31);
  EXPECT_EQ(got->request.stop, request.stop);
  EXPECT_TRUE(got->request.keep_special);
  EXPECT_EQ(got->request.max_pixels, 32);
  // Sizes that are not those of the bytes.
  EXPECT_FALSE(chat_task_of(read_json(message.json), message.bytes.substr(1)));
  EXPECT_FALSE(chat_task_of(read_json(message.json), message.bytes + "x"));
}

}  // namespace
}  // namespace octavo::service
