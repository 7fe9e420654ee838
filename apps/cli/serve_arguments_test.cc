#include "serve_arguments.h"

#include <gtest/gtest.h>

#include <map>

namespace octavo::cli {
namespace {

using Variables = std::map<std::string, std::string>;

Read<Plan> read(const Arguments& arguments, const Variables& variables = {}) {
  return read_serve(arguments, [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
  });
}
ServePlan plan_of(const Arguments& arguments, const Variables& variables = {}) {
  const auto result = read(arguments, variables);
  if (const auto* error = std::get_if<UsageError>(&result)) {
    ADD_FAILURE() << error->what;
    return {};
  }
  return std::get<ServePlan>(std::get<Plan>(result));
}
UsageError error_of(const Arguments& arguments) {
  const auto result = read(arguments);
  if (const auto* error = std::get_if<UsageError>(&result)) return *error;
  ADD_FAILURE() << "understood";
  return {};
}

TEST(ServeArguments, HaveDefaults) {
  const ServePlan plan = plan_of({}, {{"HOME", "/me"}});
  EXPECT_EQ(plan.host, "127.0.0.1");
  EXPECT_EQ(plan.port, 8000);
  EXPECT_TRUE(plan.keys.empty());
  EXPECT_FALSE(plan.insecure);
  EXPECT_FALSE(plan.remote_images);
  EXPECT_EQ(plan.data_folder, "/me/.local/state/octavo/serve");
  EXPECT_EQ(plan.workers, 1);
  EXPECT_EQ(plan.memory_bytes, 0);
  EXPECT_EQ(plan.retention, std::chrono::hours(24));
  EXPECT_EQ(plan.idle_unload.count(), 0);
  EXPECT_EQ(plan.reading.tier, Tier::kAuto);
  EXPECT_EQ(plan.reading.effort, Effort::kBalanced);
}

TEST(ServeArguments, ReadEveryOption) {
  const ServePlan plan = plan_of({"--host",         "0.0.0.0",
                                  "--port",         "0",
                                  "--api-key",      "a-key-of-ours",
                                  "--allow-host",   "a.b",
                                  "--allow-host",   "c.d",
                                  "--data",         "/d",
                                  "--workers",      "3",
                                  "--memory",       "4G",
                                  "--retention",    "48",
                                  "--idle-unload",  "60",
                                  "--chat-model",   "m.gguf",
                                  "--threads",      "5",
                                  "--page-timeout", "7",
                                  "--tier",         "vlm",
                                  "--effort",       "best",
                                  "--model",        "x.gguf",
                                  "--insecure",     "--allow-remote-images"});
  EXPECT_EQ(plan.host, "0.0.0.0");
  EXPECT_EQ(plan.port, 0);
  EXPECT_EQ(plan.keys, std::vector<std::string>{"a-key-of-ours"});
  EXPECT_EQ(plan.known_hosts, (std::vector<std::string>{"a.b", "c.d"}));
  EXPECT_EQ(plan.data_folder, "/d");
  EXPECT_EQ(plan.workers, 3);
  EXPECT_EQ(plan.memory_bytes, int64_t{4} << 30);
  EXPECT_EQ(plan.retention, std::chrono::hours(48));
  EXPECT_EQ(plan.idle_unload, std::chrono::seconds(60));
  EXPECT_EQ(plan.chat_model, "m.gguf");
  EXPECT_EQ(plan.reading.threads, 5);
  EXPECT_EQ(plan.reading.page_timeout, std::chrono::seconds(7));
  EXPECT_EQ(plan.reading.tier, Tier::kVlm);
  EXPECT_EQ(plan.reading.effort, Effort::kBest);
  EXPECT_EQ(plan.reading.model, "x.gguf");
  EXPECT_TRUE(plan.insecure);
  EXPECT_TRUE(plan.remote_images);
}

TEST(ServeArguments, SizesOfMemory) {
  const auto bytes = [](const char* text) { return plan_of({"--memory", text}).memory_bytes; };
  EXPECT_EQ(bytes("512M"), int64_t{512} << 20);
  EXPECT_EQ(bytes("1.5G"), int64_t{1536} << 20);
  EXPECT_EQ(bytes("524288K"), int64_t{512} << 20);
  EXPECT_EQ(bytes("268435456"), 268435456);
  for (const char* wrong : {"4", "255M", "G", "4T", "-4G", "4 G", "nan", "1e30", "4GB"})
    EXPECT_EQ(error_of({"--memory", wrong}).parameter, "--memory") << wrong;
}

TEST(ServeArguments, RefuseWhatIsOutOfRange) {
  const std::pair<const char*, Arguments> kinds[] = {{"--port", {"-1", "65536", "x"}},
                                                     {"--workers", {"0", "65", "1.5"}},
                                                     {"--retention", {"0", "8785"}},
                                                     {"--idle-unload", {"0"}},
                                                     {"--page-timeout", {"0", "forever"}},
                                                     {"--effort", {"hard"}},
                                                     {"--tier", {"flash"}}};
  for (const auto& [option, texts] : kinds)
    for (const std::string& text : texts)
      EXPECT_EQ(error_of({option, text}).parameter, option) << text;
  error_of({"--nothing"});
}

// What is in the environment can be read by fewer than what stands on the command line, but the
// file and the command line say more plainly what is wanted.
TEST(ServeArguments, WhereTheKeyComesFrom) {
  const Variables variables{{"OCTAVO_API_KEY", "from-environment"}};
  EXPECT_EQ(plan_of({}, variables).keys, std::vector<std::string>{"from-environment"});
  EXPECT_EQ(plan_of({"--api-key", "from-line"}, variables).keys,
            std::vector<std::string>{"from-line"});
  const ServePlan filed = plan_of({"--api-key-file", "keys"}, variables);
  EXPECT_TRUE(filed.keys.empty());
  EXPECT_EQ(filed.key_file, "keys");
}

TEST(ServeArguments, StateOfTheUser) {
  EXPECT_EQ(plan_of({}, {{"XDG_STATE_HOME", "/state"}, {"HOME", "/me"}}).data_folder,
            "/state/octavo/serve");
}

TEST(ServeArguments, HelpNamesEveryOption) {
  const auto help = read({"--help"});
  EXPECT_EQ(std::get<HelpPlan>(std::get<Plan>(help)).topic, "serve");
  for (const char* option : {"--host",
                             "--port",
                             "--api-key",
                             "--api-key-file",
                             "--allow-host",
                             "--insecure",
                             "--data",
                             "--retention",
                             "--workers",
                             "--threads",
                             "--memory",
                             "--page-timeout",
                             "--tier",
                             "--effort",
                             "--model",
                             "--vision",
                             "--kv",
                             "--kv-memory",
                             "--precision",
                             "--vlm-url",
                             "--vlm-model",
                             "--vlm-key-file",
                             "--vlm-concurrency",
                             "--chat-model",
                             "--idle-unload",
                             "--allow-remote-images"})
    EXPECT_NE(serve_help_text().find(option), std::string_view::npos) << option;
}

}  // namespace
}  // namespace octavo::cli
