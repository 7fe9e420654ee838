#include "service/tasks.h"

#include <utility>

namespace octavo::service {
namespace {

Json resources_json(const Resources& resources) {
  return {{"pdfium", resources.pdfium_library},
          {"models", resources.model_directory},
          {"cache", resources.cache_directory}};
}

// Times of its own stay at their defaults.
Json server_json(const VlmServer& server) {
  return {{"url", server.url},
          {"model", server.model},
          {"key", server.key},
          {"concurrency", server.concurrency},
          {"http_proxy", server.http_proxy},
          {"https_proxy", server.https_proxy},
          {"no_proxy", server.no_proxy},
          {"ca_file", server.ca_file}};
}

VlmServer server_of(const Json& json) {
  VlmServer server;
  server.url = text_at(json, "url");
  server.model = text_at(json, "model");
  server.key = text_at(json, "key");
  server.concurrency = static_cast<int>(integer_at(json, "concurrency", server.concurrency));
  server.http_proxy = text_at(json, "http_proxy");
  server.https_proxy = text_at(json, "https_proxy");
  server.no_proxy = text_at(json, "no_proxy");
  server.ca_file = text_at(json, "ca_file");
  return server;
}

Json vlm_json(const VlmOptions& vlm) {
  return {{"model", vlm.model_path},
          {"vision", vlm.vision_path},
          {"kv_bytes", vlm.kv_bytes},
          {"kv", static_cast<int>(vlm.kv)},
          {"precision", static_cast<int>(vlm.precision)},
          {"replay", vlm.replay_file},
          {"record", vlm.record_file},
          {"server", server_json(vlm.server)}};
}

template <class Enum>
Enum enum_at(const Json& json, const char* key, Enum last) {
  const int64_t value = integer_at(json, key);
  return value < 0 || value > static_cast<int64_t>(last) ? Enum() : static_cast<Enum>(value);
}

const Json& member(const Json& json, const char* key) {
  static const Json kNone = Json::object();
  const auto found = json.find(key);
  return found == json.end() ? kNone : *found;
}

VlmOptions vlm_of(const Json& json) {
  VlmOptions vlm;
  vlm.model_path = text_at(json, "model");
  vlm.vision_path = text_at(json, "vision");
  vlm.kv_bytes = integer_at(json, "kv_bytes", vlm.kv_bytes);
  vlm.kv = enum_at(json, "kv", KvPrecision::kInt8);
  vlm.precision = enum_at(json, "precision", Precision::kInt4);
  vlm.replay_file = text_at(json, "replay");
  vlm.record_file = text_at(json, "record");
  vlm.server = server_of(member(json, "server"));
  return vlm;
}

Json model_json(const ModelOptions& options) {
  return {{"threads", options.threads},
          {"kv_bytes", options.kv_bytes},
          {"kv", static_cast<int>(options.kv)},
          {"vision", options.vision_path},
          {"precision", static_cast<int>(options.precision)},
          {"check_weights", options.check_weights},
          {"reference_kernels", options.reference_kernels},
          {"instructions", options.instructions}};
}

ModelOptions model_of(const Json& json) {
  ModelOptions options;
  options.threads = static_cast<int>(integer_at(json, "threads"));
  options.kv_bytes = integer_at(json, "kv_bytes", options.kv_bytes);
  options.kv = enum_at(json, "kv", KvPrecision::kInt8);
  options.vision_path = text_at(json, "vision");
  options.precision = enum_at(json, "precision", Precision::kInt4);
  options.check_weights = flag_at(json, "check_weights");
  options.reference_kernels = flag_at(json, "reference_kernels");
  options.instructions = text_at(json, "instructions");
  return options;
}

Json limits_json(const Limits& limits) {
  return {{"pages", limits.max_pages},
          {"file_bytes", limits.max_file_bytes},
          {"page_pixels", limits.max_page_pixels},
          {"picture_pixels", limits.max_picture_pixels},
          {"side", limits.max_side},
          {"glyphs", limits.max_glyphs_per_page},
          {"path_objects", limits.max_path_objects_per_page},
          {"blocks", limits.max_blocks_per_page}};
}

Limits limits_of(const Json& json) {
  Limits limits;
  const auto small = [&](const char* key, int otherwise) {
    return static_cast<int>(integer_at(json, key, otherwise));
  };
  limits.max_pages = small("pages", limits.max_pages);
  limits.max_file_bytes = integer_at(json, "file_bytes", limits.max_file_bytes);
  limits.max_page_pixels = integer_at(json, "page_pixels", limits.max_page_pixels);
  limits.max_picture_pixels = integer_at(json, "picture_pixels", limits.max_picture_pixels);
  limits.max_side = small("side", limits.max_side);
  limits.max_glyphs_per_page = small("glyphs", limits.max_glyphs_per_page);
  limits.max_path_objects_per_page = small("path_objects", limits.max_path_objects_per_page);
  limits.max_blocks_per_page = small("blocks", limits.max_blocks_per_page);
  return limits;
}

Json sampling_json(const Sampling& s) {
  return {{"temperature", s.temperature},
          {"top_p", s.top_p},
          {"min_p", s.min_p},
          {"top_k", s.top_k},
          {"repetition", s.repetition_penalty},
          {"presence", s.presence_penalty},
          {"frequency", s.frequency_penalty},
          {"ngram", s.no_repeat_ngram},
          {"seed", s.seed}};
}

Sampling sampling_of(const Json& json) {
  const auto real = [&](const char* key, double otherwise) {
    return static_cast<float>(number_at(json, key, otherwise));
  };
  Sampling sampling;
  sampling.temperature = real("temperature", 0);
  sampling.top_p = real("top_p", 1);
  sampling.min_p = real("min_p", 0);
  sampling.top_k = static_cast<int>(integer_at(json, "top_k"));
  sampling.repetition_penalty = real("repetition", 1);
  sampling.presence_penalty = real("presence", 0);
  sampling.frequency_penalty = real("frequency", 0);
  sampling.no_repeat_ngram = static_cast<int>(integer_at(json, "ngram"));
  if (json.contains("seed") && json["seed"].is_number_unsigned())
    sampling.seed = json["seed"].get<uint64_t>();
  return sampling;
}

}  // namespace

Message to_message(const WorkerSetup& setup) {
  return {write_json({{"do", "setup"},
                      {"kind", static_cast<int>(setup.kind)},
                      {"resources", resources_json(setup.parser.resources)},
                      {"threads", setup.parser.threads},
                      {"vlm", vlm_json(setup.parser.vlm)},
                      {"page_timeout_ms", setup.page_timeout.count()},
                      {"limits", limits_json(setup.limits)},
                      {"chat_model", setup.chat_model},
                      {"chat", model_json(setup.chat)},
                      {"idle_unload_s", setup.idle_unload.count()}}),
          ""};
}

WorkerSetup setup_of(const Json& json) {
  WorkerSetup setup;
  setup.kind = enum_at(json, "kind", WorkerKind::kEngine);
  const Json& resources = member(json, "resources");
  setup.parser.resources = {.pdfium_library = text_at(resources, "pdfium"),
                            .model_directory = text_at(resources, "models"),
                            .cache_directory = text_at(resources, "cache")};
  setup.parser.threads = static_cast<int>(integer_at(json, "threads"));
  setup.parser.vlm = vlm_of(member(json, "vlm"));
  setup.page_timeout = std::chrono::milliseconds(integer_at(json, "page_timeout_ms"));
  setup.limits = limits_of(member(json, "limits"));
  setup.chat_model = text_at(json, "chat_model");
  setup.chat = model_of(member(json, "chat"));
  setup.idle_unload = std::chrono::seconds(integer_at(json, "idle_unload_s"));
  return setup;
}

Message to_message(const ReadTask& task) {
  return {write_json({{"do", "read"},
                      {"task", task.id},
                      {"input", task.input},
                      {"name", task.name},
                      {"page_range", task.page_range},
                      {"settings", settings_json(task.settings)},
                      {"file", task.file},
                      {"stem", task.stem},
                      {"page_log", task.page_log},
                      {"output_folder", task.output_folder},
                      {"alone", task.alone},
                      {"given_up", task.given_up}}),
          task.password};
}

ReadTask read_task_of(const Json& json, std::string bytes) {
  ReadTask task;
  task.id = integer_at(json, "task");
  task.input = text_at(json, "input");
  task.name = text_at(json, "name");
  task.page_range = text_at(json, "page_range");
  task.settings = settings_of(member(json, "settings"));
  task.file = static_cast<int>(integer_at(json, "file"));
  task.stem = text_at(json, "stem");
  task.page_log = text_at(json, "page_log");
  task.output_folder = text_at(json, "output_folder");
  task.alone = integers_at(json, "alone");
  task.given_up = integers_at(json, "given_up");
  task.password = std::move(bytes);
  return task;
}

Message to_message(const DrawTask& task) {
  return {write_json({{"do", "draw"},
                      {"task", task.id},
                      {"input", task.input},
                      {"output", task.output},
                      {"page", task.page},
                      {"side", task.side}}),
          task.password};
}

DrawTask draw_task_of(const Json& json, std::string bytes) {
  return {.id = integer_at(json, "task"),
          .input = text_at(json, "input"),
          .output = text_at(json, "output"),
          .page = static_cast<int>(integer_at(json, "page")),
          .side = static_cast<int>(integer_at(json, "side")),
          .password = std::move(bytes)};
}

Message to_message(const ChatTask& task) {
  const ChatRequest& request = task.request;
  Message message;
  Json messages = Json::array();
  for (const ChatMessage& said : request.messages) {
    Json parts = Json::array();
    for (const ChatPart& part : said.parts) {
      if (part.picture.empty()) {
        parts.push_back({{"text", part.text}});
        continue;
      }
      parts.push_back({{"picture", part.picture.size()}});
      message.bytes.append(reinterpret_cast<const char*>(part.picture.data()), part.picture.size());
    }
    messages.push_back({{"role", static_cast<int>(said.role)}, {"parts", std::move(parts)}});
  }
  message.json = write_json({{"do", "chat"},
                             {"task", task.id},
                             {"messages", std::move(messages)},
                             {"sampling", sampling_json(request.sampling)},
                             {"max_new_tokens", request.max_new_tokens},
                             {"stop", request.stop},
                             {"keep_special", request.keep_special},
                             {"max_pixels", request.max_pixels}});
  return message;
}

std::optional<ChatTask> chat_task_of(const Json& json, std::string_view bytes) {
  ChatTask task;
  task.id = integer_at(json, "task");
  ChatRequest& request = task.request;
  for (const Json& said : list_at(json, "messages")) {
    ChatMessage& message = request.messages.emplace_back();
    message.role = enum_at(said, "role", ChatMessage::Role::kAssistant);
    for (const Json& part : list_at(said, "parts")) {
      const auto size = static_cast<size_t>(integer_at(part, "picture"));
      if (size > bytes.size()) return std::nullopt;
      message.parts.push_back({text_at(part, "text"), {bytes.begin(), bytes.begin() + size}});
      bytes.remove_prefix(size);
    }
  }
  if (!bytes.empty()) return std::nullopt;
  request.sampling = sampling_of(member(json, "sampling"));
  request.max_new_tokens = integer_at(json, "max_new_tokens");
  for (const Json& stop : list_at(json, "stop"))
    if (stop.is_string()) request.stop.push_back(stop.get<std::string>());
  request.keep_special = flag_at(json, "keep_special");
  request.max_pixels = integer_at(json, "max_pixels");
  return task;
}

Message cancel_message(int64_t task) {
  return {write_json({{"do", "cancel"}, {"task", task}}), ""};
}

std::string verb_of(const Json& json) { return text_at(json, "do"); }

}  // namespace octavo::service
