#include "store_settings.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <initializer_list>

namespace octavo::cli {
namespace {

namespace fs = std::filesystem;

std::string first_of(const Environment& environment, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (std::string value = environment(name); !value.empty()) return value;
  return "";
}

// As huggingface_hub reads its switches.
bool is_on(std::string value) {
  std::transform(value.begin(), value.end(), value.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return value == "1" || value == "ON" || value == "YES" || value == "TRUE";
}

fs::path user_cache(const Environment& environment) {
  const fs::path base = environment("XDG_CACHE_HOME"), home = environment("HOME");
  if (base.is_absolute()) return base;
  return home.is_absolute() ? home / ".cache" : fs::path();
}

bool is_there(const fs::path& path) {
  std::error_code failure;
  return fs::exists(path, failure);
}

std::string hugging_face_cache(const Environment& environment) {
  if (const auto hub = first_of(environment, {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"});
      !hub.empty())
    return hub;
  if (const std::string home = environment("HF_HOME"); !home.empty())
    return (fs::path(home) / "hub").string();
  const fs::path cache = user_cache(environment);
  return cache.empty() ? "" : (cache / "huggingface/hub").string();
}

std::string modelscope_cache(const Environment& environment) {
  fs::path cache = environment("MODELSCOPE_CACHE");
  if (cache.empty()) {
    const fs::path base = user_cache(environment);
    return base.empty() ? "" : (base / "modelscope/hub").string();
  }
  // Its versions differ in whether the variable names the hub folder or the one above.
  return (is_there(cache / "hub") ? cache / "hub" : cache).string();
}

std::string modelscope_host(const Environment& environment, std::string fallback) {
  if (std::string endpoint = environment("MODELSCOPE_ENDPOINT"); !endpoint.empty()) return endpoint;
  const std::string domain = environment("MODELSCOPE_DOMAIN");
  if (domain.empty()) return fallback;
  return domain.find("://") == std::string::npos ? "https://" + domain : domain;
}

}  // namespace

ModelStore find_model_store(const Environment& environment) {
  ModelStore store;
  const std::string home = environment("OCTAVO_HOME");
  store.directory = environment("OCTAVO_MODELS_DIR");
  if (store.directory.empty() && !home.empty())
    store.directory = (fs::path(home) / "models").string();
  if (store.directory.empty())
    store.directory = (fs::path(find_cache_directory(environment)) / "models").string();
  store.manifest = environment("OCTAVO_MODELS_MANIFEST");
  if (const fs::path own = fs::path(store.directory) / "manifest.json";
      store.manifest.empty() && is_there(own))
    store.manifest = own.string();
  store.hugging_face_cache = hugging_face_cache(environment);
  store.modelscope_cache = modelscope_cache(environment);
  const fs::path user = environment("HOME");
  // MinerU takes a name there for one in the home folder.
  fs::path config = environment("MINERU_TOOLS_CONFIG_JSON");
  if (config.empty()) config = "mineru.json";
  if (config.is_absolute() || user.is_absolute()) store.mineru_config = (user / config).string();
  fs::path mineru = environment("MINERU_HOME");
  if (mineru.empty() && user.is_absolute()) mineru = user / ".mineru";
  if (!mineru.empty()) store.mineru_models = (mineru / "models").string();
  return store;
}

ModelNetwork find_model_network(const Environment& environment) {
  ModelNetwork network;
  network.offline = is_on(environment("HF_HUB_OFFLINE")) || is_on(environment("OCTAVO_OFFLINE")) ||
                    environment("MINERU_MODEL_SOURCE") == "local";
  if (const auto host = environment("HF_ENDPOINT"); !host.empty()) network.hugging_face = host;
  network.hugging_face_token = first_of(environment, {"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"});
  network.modelscope = modelscope_host(environment, network.modelscope);
  network.modelscope_token = first_of(environment, {"MODELSCOPE_API_TOKEN", "MODELSCOPE_TOKEN"});
  if (const auto index = environment("PIP_INDEX_URL"); !index.empty()) network.python_index = index;
  const std::string any = first_of(environment, {"all_proxy", "ALL_PROXY"});
  network.http_proxy = first_of(environment, {"http_proxy", "HTTP_PROXY"});
  network.https_proxy = first_of(environment, {"https_proxy", "HTTPS_PROXY"});
  if (network.http_proxy.empty()) network.http_proxy = any;
  if (network.https_proxy.empty()) network.https_proxy = any;
  network.no_proxy = first_of(environment, {"no_proxy", "NO_PROXY"});
  network.ca_file =
      first_of(environment, {"SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"});
  const std::string seconds = environment("HF_HUB_DOWNLOAD_TIMEOUT");
  int value = 0;
  constexpr int kLongest = 86'400;
  const auto [end, failure] =
      std::from_chars(seconds.data(), seconds.data() + seconds.size(), value);
  if (failure == std::errc() && value > 0)
    network.stall_timeout = std::chrono::seconds(std::min(value, kLongest));
  return network;
}

std::string find_model_source(const Environment& environment) {
  const std::string source = environment("MINERU_MODEL_SOURCE");
  return source == "huggingface" || source == "modelscope" ? source : "";
}

Result<std::string> find_parse_model(const ParsePlan& plan, const Environment& environment) {
  const ModelStore store = find_model_store(environment);
  if (!plan.model.empty()) return resolve_model(plan.model, store);
  const bool needed = plan.tier == Tier::kVlm || plan.tier == Tier::kHybrid;
  auto found = find_page_reader(store, needed);
  if (!needed) return found.ok() ? found : std::string();  // a broken manifest is no reason to stop
  if (!found.ok() || !found->empty()) return found;
  return Error{Code::kModelMissing,
               "--tier " + std::string(tier_name(plan.tier)) +
                   " needs a model that reads pages, and none is here",
               "octavo models pull MinerU2.5-Pro-2605-1.2B, or name one with --model, or take "
               "--tier basic",
               {}};
}

Result<std::string> find_ask_model(const AskPlan& plan, const Environment& environment) {
  const ModelStore store = find_model_store(environment);
  if (!plan.model.empty()) return resolve_model(plan.model, store);
  auto found = find_text_model(store, true);
  if (!found.ok() || !found->empty()) return found;
  return Error{Code::kModelMissing,
               "no language model is here to answer",
               "octavo models pull qwen2.5-0.5b, or name one with --model",
               {}};
}

Result<std::string> find_picture_model(const std::string& name, const Environment& environment) {
  const ModelStore store = find_model_store(environment);
  if (!name.empty()) return resolve_model(name, store);
  auto found = find_page_reader(store, true);
  if (!found.ok() || !found->empty()) return found;
  return Error{Code::kModelMissing,
               "no model that reads pages is here",
               "octavo models pull MinerU2.5-Pro-2605-1.2B, or name one with --model",
               {}};
}

Result<std::string> resolve_named_model(const std::string& name_or_path,
                                        const Environment& environment) {
  return resolve_model(name_or_path, find_model_store(environment));
}

}  // namespace octavo::cli
