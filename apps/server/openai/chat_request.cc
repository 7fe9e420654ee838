#include "server/openai/chat_request.h"

#include <utility>

#include "server/openai/chat_fields.h"
#include "server/openai/chat_problem.h"

namespace octavo::server {

std::variant<AskedChat, Problem> read_chat_request(std::string_view body, const ChatLimits& limits,
                                                   uint64_t seed) {
  auto parsed = read_json(body);
  if (auto* problem = std::get_if<Problem>(&parsed)) return std::move(*problem);
  Json& json = std::get<Json>(parsed);
  if (!json.is_object()) return bad_parameter("", "the body must be a JSON object");

  AskedChat asked;
  if (const auto model = json.find("model"); model != json.end() && !model->is_null()) {
    if (!model->is_string()) return bad_parameter("model", "model must be a text");
    asked.model = model->get<std::string>();
  }
  ChatSettings settings;
  if (auto problem = read_chat_fields(json, settings)) return *std::move(problem);
  const auto messages = json.find("messages");
  if (messages == json.end()) return bad_parameter("messages", "messages is missing");
  if (auto problem = read_chat_messages(std::move(*messages), limits, asked.chat))
    return *std::move(problem);

  asked.stream = settings.stream;
  asked.include_usage = settings.include_usage;
  asked.timings = settings.timings;
  service::ChatRequest& request = asked.request;
  request.sampling = settings.sampling;
  request.sampling.seed = settings.seed ? static_cast<uint64_t>(*settings.seed) : seed;
  // The newer name counts when both are there.
  request.max_new_tokens =
      settings.max_completion_tokens > 0 ? settings.max_completion_tokens : settings.max_tokens;
  request.stop = std::move(settings.stop);
  request.keep_special = settings.keep_special;
  request.max_pixels = settings.max_pixels;
  return asked;
}

}  // namespace octavo::server
