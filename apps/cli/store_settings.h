// Where the model store is and how it reaches the network, from the environment: the variables that
// Hugging Face, ModelScope, MinerU, pip and proxies already use.
#pragma once

#include "environment.h"
#include "octavo/models.h"
#include "plan.h"

namespace octavo::cli {

// The folder: OCTAVO_MODELS_DIR, else OCTAVO_HOME/models, else models in the cache directory. What
// other programs have: HF_HUB_CACHE, HF_HOME, XDG_CACHE_HOME; MODELSCOPE_CACHE;
// MINERU_TOOLS_CONFIG_JSON and MINERU_HOME. A further manifest: OCTAVO_MODELS_MANIFEST, else
// manifest.json in the folder when it is there.
ModelStore find_model_store(const Environment& environment);

// HF_ENDPOINT, HF_TOKEN, HF_HUB_OFFLINE, HF_HUB_DOWNLOAD_TIMEOUT; MODELSCOPE_ENDPOINT or
// MODELSCOPE_DOMAIN, MODELSCOPE_API_TOKEN; PIP_INDEX_URL; http_proxy, https_proxy, all_proxy,
// no_proxy (also in capitals); SSL_CERT_FILE, REQUESTS_CA_BUNDLE or CURL_CA_BUNDLE.
ModelNetwork find_model_network(const Environment& environment);

// MINERU_MODEL_SOURCE: "huggingface", "modelscope", or empty.
std::string find_model_source(const Environment& environment);

// The model that octavo parse asks: the named one, else the best of the store that reads pages;
// when the tier needs one, also what other programs have. Empty: there is none, and none is needed.
// Errors: those of resolve_model; kModelMissing, with what to do, when one is needed.
Result<std::string> find_parse_model(const ParsePlan& plan, const Environment& environment);

// The model that octavo ask asks about documents: the named one, else the best that is here and
// answers about text. Errors: those of resolve_model; kModelMissing, with what to do.
Result<std::string> find_ask_model(const AskPlan& plan, const Environment& environment);
// The one it shows pictures to: the named one, else the best that is here and reads pages.
Result<std::string> find_picture_model(const std::string& name, const Environment& environment);

// What loaders open for --model: a path, or the name of a model that is here.
Result<std::string> resolve_named_model(const std::string& name_or_path,
                                        const Environment& environment);

}  // namespace octavo::cli
