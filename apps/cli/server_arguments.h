// The options of octavo parse about a model server on the network.
#pragma once

#include <optional>
#include <string>

#include "argument_values.h"
#include "environment.h"
#include "plan.h"

namespace octavo::cli {

// Raw texts, checked by fill_server.
struct ServerTexts {
  std::string url, model, key_file, concurrency;
};

void declare_server(CLI::App& app, ServerTexts& texts);
// The key: from the file, else OCTAVO_VLM_KEY, else MINERU_VL_API_KEY. Proxies and certificates: as
// for the model store (find_model_network). Nothing is looked up when there is no address.
std::optional<UsageError> fill_server(const ServerTexts& texts, const Environment& environment,
                                      VlmServer& server);

}  // namespace octavo::cli
