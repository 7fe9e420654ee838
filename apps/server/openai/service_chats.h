// A service as what answers chats, and what its model is called.
#pragma once

#include <optional>

#include "server/openai/openai_routes.h"
#include "service/service.h"

namespace octavo::server {

// The service must outlive it.
ChatBackend chat_backend(service::Service& service);

// Looks into the headers of the model's files, once at the start. None: there is no model.
std::optional<ChatModelFacts> chat_model_facts(const service::ServiceOptions& options);

}  // namespace octavo::server
