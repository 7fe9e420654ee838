#include "server/openai/chat_answer.h"

#include "base/json_text.h"

namespace octavo::server {
namespace {

// {"id":..,"object":..,"created":..,"model":..,"system_fingerprint":.. without the closing brace.
std::string front(const AnswerHead& head, std::string_view object) {
  std::string out = "{\"id\":";
  append_json_string(out, head.id);
  out += ",\"object\":";
  append_json_string(out, object);
  out += ",\"created\":" + std::to_string(head.created) + ",\"model\":";
  append_json_string(out, head.model);
  out += ",\"system_fingerprint\":";
  append_json_string(out, head.fingerprint);
  return out;
}

std::string_view reason(const service::ChatEvent& end) {
  return end.finish == GenerateEnd::kLength ? "length" : "stop";
}

std::string usage_json(const service::ChatEvent& end) {
  return "{\"prompt_tokens\":" + std::to_string(end.prompt_tokens) +
         ",\"completion_tokens\":" + std::to_string(end.completion_tokens) +
         ",\"total_tokens\":" + std::to_string(end.prompt_tokens + end.completion_tokens) +
         ",\"prompt_tokens_details\":{\"image_tokens\":" + std::to_string(end.image_tokens) + "}}";
}

}  // namespace

std::string chat_answer(const AnswerHead& head, std::string_view text,
                        const service::ChatEvent& end) {
  std::string out = front(head, "chat.completion");
  out += R"(,"choices":[{"index":0,"message":{"role":"assistant","content":)";
  append_json_string(out, text);
  out += R"(,"refusal":null},"logprobs":null,"finish_reason":")";
  out += reason(end);
  return out + "\"}],\"usage\":" + usage_json(end) + "}\n";
}

ChatChunks::ChatChunks(const AnswerHead& head, bool include_usage)
    : front_(front(head, "chat.completion.chunk") + ",\"choices\":["),
      include_usage_(include_usage) {}

std::string ChatChunks::chunk(std::string_view delta, std::string_view finish,
                              const std::string& timings) const {
  std::string out = front_ + R"({"index":0,"delta":{)";
  out += delta;
  out += R"(},"logprobs":null,"finish_reason":)";
  out += finish;
  out += "}]";
  if (include_usage_) out += ",\"usage\":null";
  if (!timings.empty()) out += ",\"timings\":" + timings;
  return out + "}";
}

std::string ChatChunks::role() const { return chunk(R"("role":"assistant","content":"")", "null"); }

std::string ChatChunks::text(std::string_view text, const std::string& timings) const {
  std::string delta = "\"content\":";
  append_json_string(delta, text);
  return chunk(delta, "null", timings);
}

std::string ChatChunks::end(const service::ChatEvent& end) const {
  return chunk("", end.finish == GenerateEnd::kLength ? "\"length\"" : "\"stop\"");
}

std::string ChatChunks::usage(const service::ChatEvent& end) const {
  return front_ + "],\"usage\":" + usage_json(end) + "}";
}

}  // namespace octavo::server
