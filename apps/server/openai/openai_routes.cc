#include "server/openai/openai_routes.h"

#include <ctime>
#include <utility>

#include "base/random_id.h"
#include "octavo/system.h"
#include "server/http/json.h"
#include "server/openai/chat_problem.h"
#include "server/openai/chat_reply.h"
#include "server/openai/chat_request.h"
#include "server/openai/document_task.h"

namespace octavo::server {
namespace {

// What clients may call the basic tier's recognisers, which are no model.
constexpr std::string_view kRecognizers = "octavo-basic";

uint64_t random_seed() {
  return std::stoull(random_id().substr(0, 16), nullptr, 16);  // 16 hexadecimal digits: it fits
}

Problem no_model(std::string message) {
  return {.status = 404,
          .code = "model_not_found",
          .message = std::move(message),
          .parameter = "model"};
}

Json model_json(std::string_view id, int64_t created, std::vector<std::string_view> capabilities) {
  return {{"id", id},
          {"object", "model"},
          {"created", created},
          {"owned_by", "octavo"},
          {"capabilities", std::move(capabilities)}};
}

}  // namespace

struct OpenAi::Answering {
  const ChatBackend* backend;
  std::string model, fingerprint;
};

OpenAi::OpenAi(OpenAiOptions options)
    : options_(std::move(options)), memory_(options_.limits.waiting_bytes) {
  if (options_.remote_pictures)
    fetcher_ = std::make_unique<PictureFetcher>(options_.fetch, options_.limits);
}
OpenAi::~OpenAi() = default;

void OpenAi::add_routes(Router& router) {
  router.add({.method = Method::kGet,
              .pattern = "/v1/models",
              .handler = [this](Request&) -> Reply { return list_models(); },
              .runs = Runs::kInline,
              .problem = chat_problem});
  router.add({.method = Method::kGet,
              .pattern = "/v1/models/{id}",
              .handler = [this](Request& request) -> Reply {
                return show_model(std::string(request.parameter("id")));
              },
              .runs = Runs::kInline,
              .problem = chat_problem});
  router.add({.method = Method::kPost,
              .pattern = "/v1/chat/completions",
              .handler = [this](Request& request) { return chat(request); },
              .body = BodyKind::kBuffered,
              .problem = chat_problem});
}

std::string OpenAi::id() const {
  if (options_.model) return options_.model->id;
  return options_.recognizers.chat ? std::string(kRecognizers) : "";
}

Json OpenAi::models() const {
  Json data = Json::array();
  if (options_.model)
    data.push_back(options_.model->sees
                       ? model_json(id(), options_.model->created, {"chat", "vision"})
                       : model_json(id(), options_.model->created, {"chat"}));
  else if (options_.recognizers.chat)
    data.push_back(model_json(id(), 0, {"document_tasks"}));
  return data;
}

Response OpenAi::list_models() const {
  return json_response({{"object", "list"}, {"data", models()}});
}

Response OpenAi::show_model(const std::string& wanted) const {
  for (const Json& model : models())
    if (model["id"] == wanted) return json_response(model);
  return chat_problem(no_model("there is no model of that name here"), "");
}

std::variant<OpenAi::Answering, Problem> OpenAi::who_answers(const AskedChat& asked) const {
  const std::string name = id(), base = "octavo-" + std::string(version());
  if (!asked.model.empty() && !name.empty() && asked.model != name)
    return no_model("there is no model of that name here: the one there is is called '" + name +
                    "' (GET /v1/models)");
  const bool pictures = asked.chat.pictures > 0;
  const auto& model = options_.model;
  if (model && (model->sees || !pictures))
    return Answering{&options_.model_backend, name,
                     base + (model->sees ? "" : "-language-model") + "-" + name};
  if (options_.recognizers.chat && document_task_of(asked.chat.messages, asked.chat.pictures))
    return Answering{&options_.recognizers, name, base + "-basic-recognizers"};
  if (model)
    return bad_parameter("messages", "'" + name +
                                         "' reads text alone; for pictures run: octavo models pull "
                                         "MinerU2.5-Pro-2605-1.2B, and start the server again");
  return no_model(
      "no model that could answer is installed; run: octavo models pull MinerU2.5-Pro-2605-1.2B "
      "(it reads pages), or octavo models pull Qwen2.5-0.5B-Instruct (text alone), and start the "
      "server again");
}

Reply OpenAi::chat(Request& request) {
  auto read = read_chat_request(request.body, options_.limits, random_seed());
  const uint64_t bytes = request.body.size();
  request.body = {};
  if (auto* problem = std::get_if<Problem>(&read)) return chat_problem(*problem, request.id);
  AskedChat& asked = std::get<AskedChat>(read);
  auto who = who_answers(asked);
  if (auto* problem = std::get_if<Problem>(&who)) return chat_problem(*problem, request.id);
  auto& answering = std::get<Answering>(who);
  if (!asked.chat.wanted.empty() && !fetcher_)
    return chat_problem({.status = 400,
                         .code = "remote_images_disabled",
                         .message = "pictures from the network are not fetched here (the server "
                                    "would have to be started with --allow-remote-images); send "
                                    "them as data URIs",
                         .parameter = asked.chat.wanted.front().parameter},
                        request.id);

  const AnswerHead head{.id = "chatcmpl-" + request.id,
                        .created = static_cast<int64_t>(std::time(nullptr)),
                        .model = std::move(answering.model),
                        .fingerprint = std::move(answering.fingerprint)};
  const bool stream = asked.stream;
  const ChunkOptions chunks{.include_usage = asked.include_usage, .timings = asked.timings};
  const auto run = std::make_shared<ChatRun>(*answering.backend, memory_.share());
  if (auto problem = run->hold(bytes)) return chat_problem(*problem, request.id);
  if (asked.chat.wanted.empty()) {
    asked.request.messages = std::move(asked.chat.messages);
    if (auto problem = run->begin(std::move(asked.request)))
      return chat_problem(*problem, request.id);
  } else if (!fetcher_->begin(std::move(asked), run)) {
    return chat_problem({.status = 503,
                         .code = "server_busy",
                         .message = "too many pictures are being fetched",
                         .retry_after = 5},
                        request.id);
  }
  if (stream) return chunked_reply(run, head, chunks);
  return whole_reply(run, head, options_.patience);
}

}  // namespace octavo::server
