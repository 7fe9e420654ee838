#include "server/openai/service_chats.h"

#include <sys/stat.h>

#include <utility>

#include "octavo/model.h"
#include "server/openai/model_name.h"

namespace octavo::server {

ChatBackend chat_backend(service::Service& service) {
  return {.chat =
              [&service](service::ChatRequest request,
                         std::function<void(const service::ChatEvent&)> on_event) {
                return service.chat(std::move(request), std::move(on_event));
              },
          .cancel = [&service](uint64_t handle) { service.cancel_chat(handle); }};
}

std::optional<ChatModelFacts> chat_model_facts(const service::ServiceOptions& options) {
  if (options.chat_model.empty()) return std::nullopt;
  ChatModelFacts facts{.id = model_name_of(options.chat_model)};
  // One that cannot be looked into answers each chat with what is wrong with it.
  if (const auto model = inspect_model(options.chat_model, options.chat); model.ok())
    facts.sees = model->has_vision;
  struct stat status{};
  if (::stat(options.chat_model.c_str(), &status) == 0)
    facts.created = static_cast<int64_t>(status.st_mtime);
  return facts;
}

}  // namespace octavo::server
