#include "serve_arguments.h"

#include <CLI/CLI.hpp>
#include <cmath>

#include "server_arguments.h"
#include "tier_arguments.h"

namespace octavo::cli {
namespace {

constexpr int64_t kMostPort = 65535;
constexpr int64_t kMostWorkers = 64;
constexpr int64_t kMostHours = 24 * 366;
constexpr int64_t kMostSeconds = 366 * 86'400;
constexpr int64_t kDefaultHours = 24;

struct ServeTexts {
  std::string port, key, memory, workers, retention, idle_unload, threads, page_timeout;
  TierTexts tier;
  ServerTexts server;
  bool help = false;
};

void declare(CLI::App& app, ServeTexts& texts, ServePlan& plan, ParsePlan& reading) {
  add_text(app, "--host", plan.host);
  add_text(app, "--port", texts.port);
  add_text(app, "--api-key", texts.key);
  add_text(app, "--api-key-file", plan.key_file);
  add_texts(app, "--allow-host", plan.known_hosts);
  add_text(app, "--data", plan.data_folder);
  add_text(app, "--workers", texts.workers);
  add_text(app, "--memory", texts.memory);
  add_text(app, "--retention", texts.retention);
  add_text(app, "--idle-unload", texts.idle_unload);
  add_text(app, "--chat-model", plan.chat_model);
  add_text(app, "--threads", texts.threads);
  add_text(app, "--page-timeout", texts.page_timeout);
  declare_tier(app, texts.tier, reading);
  declare_server(app, texts.server);
  app.add_flag("--insecure", plan.insecure);
  app.add_flag("--allow-remote-images", plan.remote_images);
  app.add_flag("-h,--help", texts.help);
}

// "4G", "512M", "1.5G"; plain numbers are bytes.
std::optional<UsageError> read_memory(const std::string& text, int64_t& out) {
  if (text.empty()) return std::nullopt;
  std::string digits = text;
  double unit = 1;
  switch (digits.back()) {
    case 'K':
      unit = 1 << 10;
      break;
    case 'M':
      unit = 1 << 20;
      break;
    case 'G':
      unit = 1 << 30;
      break;
    default:
      break;
  }
  if (unit > 1) digits.pop_back();
  const auto value = read_number(digits);
  constexpr double kLeast = 256 << 20, kMost = 1e15;
  if (!value || !std::isfinite(*value) || *value * unit < kLeast || *value * unit > kMost)
    return UsageError{"--memory takes 256M or more, such as 4G, not " + in_quotes(text), "--memory",
                      ""};
  out = static_cast<int64_t>(*value * unit);
  return std::nullopt;
}

std::optional<UsageError> fill(const ServeTexts& texts, const Environment& environment,
                               ServePlan& plan, ParsePlan& reading) {
  int64_t port = plan.port, workers = 1, hours = kDefaultHours, idle = 0, timeout = 0;
  std::optional<UsageError> error;
  const bool good =
      !(error = read_whole("--port", texts.port, 0, kMostPort, port)) &&
      !(error = read_whole("--workers", texts.workers, 1, kMostWorkers, workers)) &&
      !(error = read_whole("--retention", texts.retention, 1, kMostHours, hours)) &&
      !(error = read_whole("--idle-unload", texts.idle_unload, 1, kMostSeconds, idle)) &&
      !(error = read_whole("--page-timeout", texts.page_timeout, 1, kMostSeconds, timeout)) &&
      !(error = read_memory(texts.memory, plan.memory_bytes)) &&
      !(error = read_threads(texts.threads, environment("OCTAVO_THREADS"), reading.threads)) &&
      !(error = fill_server(texts.server, environment, reading.vlm.server)) &&
      !(error = fill_tier(texts.tier, reading));
  if (!good) return error;
  plan.port = static_cast<int>(port);
  plan.workers = static_cast<int>(workers);
  plan.retention = std::chrono::hours(hours);
  plan.idle_unload = std::chrono::seconds(idle);
  reading.page_timeout = std::chrono::seconds(timeout);
  if (texts.key.empty()) {
    const std::string key = plan.key_file.empty() ? environment("OCTAVO_API_KEY") : "";
    if (!key.empty()) plan.keys.push_back(key);
  } else {
    plan.keys.push_back(texts.key);
  }
  return std::nullopt;
}

// Jobs outlive the program, so they are state (XDG base directories).
std::string default_folder(const Environment& environment) {
  if (const std::string state = environment("XDG_STATE_HOME"); !state.empty())
    return state + "/octavo/serve";
  return environment("HOME") + "/.local/state/octavo/serve";
}

}  // namespace

Read<Plan> read_serve(const Arguments& arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  ServeTexts texts;
  ServePlan plan;
  ParsePlan reading;
  declare(app, texts, plan, reading);
  if (auto error = run_parser(app, arguments, "serve")) return *error;
  if (texts.help) return HelpPlan{"serve"};
  if (auto error = fill(texts, environment, plan, reading)) return *error;
  if (plan.data_folder.empty()) plan.data_folder = default_folder(environment);
  plan.reading = std::move(reading);
  return plan;
}

std::string_view serve_help_text() {
  return R"(Answer over HTTP: jobs that survive, page by page; MinerU's and OpenAI's APIs; a web page.

Usage:
  octavo serve [options]

Then open http://127.0.0.1:8000/ or see docs/api.md. Each request is a line of JSON on standard
error, without names of documents.

Who may ask:
  --host ADDRESS         where to listen (default: 127.0.0.1, this machine alone)
  --port N               (default: 8000; 0: any that is free)
  --api-key-file FILE    keys, one a line; clients send one as Bearer token or X-Api-Key
  --api-key KEY          one key; others on this machine may see it: better the file, or
                         OCTAVO_API_KEY
  --allow-host NAME      a further name of this server that requests may be meant for; with a
                         proxy before it
  --insecure             listen on a public address without a key

Jobs:
  --data FOLDER          jobs and their results (default: $XDG_STATE_HOME/octavo/serve)
  --retention HOURS      how long a finished job is kept (default: 24)
  --workers N            documents at once, each in a process of its own (default: 1)
  --threads N            processors, shared by them (default: all that are allowed)
  --memory SIZE          such as 4G, for all processes: the log says who gets what (memory_plan);
                         one that wants more than its share is ended and started again. Files of
                         models are mapped and do not count
  --page-timeout SECONDS give up on a page after this long

Who reads, and who chats:
  --tier TIER            of jobs that name none: auto, basic, hybrid, vlm
  --effort EFFORT        of jobs that name none: fast, balanced (default), best
  --model MODEL          a folder, a .gguf file, or a name from octavo models list
  --vision --kv-memory --kv --precision --vlm-url --vlm-model --vlm-key-file --vlm-concurrency
                         as for octavo parse
  --chat-model MODEL     answers /v1/chat/completions (default: the one of --model,
                         else the best that is installed)
  --idle-unload SECONDS  free its memory after so long without a chat
  --allow-remote-images  fetch pictures of chats from public addresses on the network

SIGTERM ends it in peace: nothing new begins, what runs has 30 seconds, the rest goes on at the
next start. Exit codes: 0 ended so, 1 could not start, 2 wrong usage or not safe to start.
)";
}

}  // namespace octavo::cli
