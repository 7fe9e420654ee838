#include "run_server.h"

#include "memory_shares.h"
#include "octavo/model.h"
#include "octavo/models.h"
#include "report_error.h"
#include "server/run_serve.h"
#include "store_settings.h"

namespace octavo::cli {
namespace {

// What chats when nobody has said: a model of the store that reads pages, else one that writes
// text. Empty: there is none.
std::string find_chat_model(const Environment& environment) {
  const ModelStore store = find_model_store(environment);
  if (auto reader = find_page_reader(store, false); reader.ok() && !reader->empty()) return *reader;
  const auto models = list_models(store);
  if (!models.ok()) return "";
  for (const ModelInfo& model : *models) {
    if (model.state != ModelState::kInstalled) continue;
    const auto path = resolve_model(model.name, store);
    if (!path.ok()) continue;
    if (const auto facts = inspect_model(*path); facts.ok() && facts->runnable) return *path;
  }
  return "";
}

// The models' files; an error when one is named and not here.
Status find_models(const ServePlan& plan, const Environment& environment,
                   service::ServiceOptions& options) {
  options.vlm = plan.reading.vlm;
  const bool wanted = plan.reading.tier != Tier::kBasic && !plan.reading.vlm.any();
  if (wanted) {
    auto model = find_parse_model(plan.reading, environment);
    if (!model.ok()) return model.error();
    options.vlm.model_path = *model;
  }
  options.chat_model = options.vlm.model_path;
  if (!plan.chat_model.empty()) {
    auto model = resolve_named_model(plan.chat_model, environment);
    if (!model.ok()) return model.error();
    options.chat_model = *model;
  } else if (options.chat_model.empty()) {
    options.chat_model = find_chat_model(environment);
  }
  options.chat.threads = plan.reading.threads;
  options.chat.kv_bytes = options.vlm.kv_bytes;
  options.chat.kv = options.vlm.kv;
  options.chat.precision = options.vlm.precision;
  if (options.chat_model == options.vlm.model_path)
    options.chat.vision_path = options.vlm.vision_path;
  return success();
}

// Fills in what of --memory goes to whom.
std::optional<UsageError> share(const ServePlan& plan, server::ServeOptions& options) {
  if (plan.memory_bytes == 0) return std::nullopt;
  const VlmOptions& vlm = options.service.vlm;
  const auto shares =
      share_memory(plan.memory_bytes, plan.workers, !options.service.chat_model.empty(),
                   vlm.model_path.empty() ? 0 : vlm.kv_bytes);
  if (const auto* error = std::get_if<UsageError>(&shares)) return *error;
  options.memory_bytes = plan.memory_bytes;
  options.front_bytes = std::get<MemoryShares>(shares).front;
  options.service.worker_memory_bytes = std::get<MemoryShares>(shares).worker;
  return std::nullopt;
}

}  // namespace

int run_server(const ServePlan& plan, const Resources& resources, const Environment& environment) {
  server::ServeOptions options{.host = plan.host,
                               .port = static_cast<uint16_t>(plan.port),
                               .keys = plan.keys,
                               .key_file = plan.key_file,
                               .insecure = plan.insecure,
                               .known_hosts = plan.known_hosts,
                               .tier = plan.reading.tier,
                               .effort = plan.reading.effort,
                               .remote_images = plan.remote_images};
  options.service.data_folder = plan.data_folder;
  options.service.resources = resources;
  options.service.document_workers = plan.workers;
  options.service.threads = plan.reading.threads;
  options.service.page_timeout = plan.reading.page_timeout;
  options.service.retention = plan.retention;
  options.service.idle_unload = plan.idle_unload;
  if (auto found = find_models(plan, environment, options.service); !found.ok())
    return report_error(found.error(), false);
  if (auto error = share(plan, options)) return report_error(*error, false);
  return server::run_serve(std::move(options));
}

}  // namespace octavo::cli
