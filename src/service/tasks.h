// What a service asks of its workers, and the messages that say so.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "octavo/model.h"
#include "service/chat.h"
#include "service/frame.h"
#include "service/json.h"
#include "service/service_status.h"
#include "service/settings_json.h"

namespace octavo::service {

// The first message: what a worker is.
struct WorkerSetup {
  WorkerKind kind = WorkerKind::kDocument;
  ParserOptions parser;
  std::chrono::milliseconds page_timeout{0};
  Limits limits;
  std::string chat_model;
  ModelOptions chat;
  std::chrono::seconds idle_unload{0};
};

// One document, as far as it is not read yet.
struct ReadTask {
  int64_t id = 0;
  std::string input, name, page_range;
  Settings settings;
  int file = 0;  // in its job
  std::string stem, page_log, output_folder;
  std::vector<int> alone;     // pages that may have ended a worker
  std::vector<int> given_up;  // those that have, twice
  std::string password;
};

struct DrawTask {
  int64_t id = 0;
  std::string input, output;
  int page = 0, side = 0;
  std::string password;
};

struct ChatTask {
  int64_t id = 0;
  ChatRequest request;
};

Message to_message(const WorkerSetup& setup);
Message to_message(const ReadTask& task);
Message to_message(const DrawTask& task);
Message to_message(const ChatTask& task);
Message cancel_message(int64_t task);

// "setup" "read" "draw" "chat" "cancel" of messages to a worker.
std::string verb_of(const Json& json);
WorkerSetup setup_of(const Json& json);
// `bytes`: those of the message.
ReadTask read_task_of(const Json& json, std::string bytes);
DrawTask draw_task_of(const Json& json, std::string bytes);
// None: sizes of pictures that are not those of the bytes.
std::optional<ChatTask> chat_task_of(const Json& json, std::string_view bytes);

}  // namespace octavo::service
