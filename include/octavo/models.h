// The model store: which models there are, downloading, checking and removing them, and finding the
// ones that other programs have downloaded already. Everything it may look at is handed in; the
// library never reads the environment. Thread-safe: no state but the files, and pulls of one model
// wait for each other, across processes too.
//
// Layout of a store: NAME/ holds the files of a model and octavo-model.json, the record of what was
// seen at the pull; .partial/NAME/ an unfinished pull; .locks/ one lock a model.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/options.h"
#include "octavo/result.h"

namespace octavo {

// Where models are and may be.
struct ModelStore {
  std::string directory;
  std::string manifest;  // a further manifest file, over the one built in; empty: none
  // Places where the model may already be, all optional and only ever read.
  std::string hugging_face_cache;  // ".../huggingface/hub"
  std::string modelscope_cache;    // ".../modelscope/hub"
  std::string mineru_config;       // MinerU 3.x "mineru.json"
  std::string mineru_models;       // MinerU 4.x ".mineru/models"
};

// How to get at the sources.
struct ModelNetwork {
  bool offline = false;  // nothing is fetched, no host is looked up
  std::string hugging_face = "https://huggingface.co";
  std::string hugging_face_token;  // goes to that host alone, never along a redirect elsewhere
  std::string modelscope = "https://modelscope.cn";
  std::string modelscope_token;
  std::string python_index = "https://pypi.org/simple";
  std::string http_proxy, https_proxy, no_proxy;
  std::string ca_file;                         // empty: the system's
  int attempts = 6;                            // without a byte of progress between them
  std::chrono::milliseconds first_delay{500};  // doubled with each attempt, at most 30 s
  std::chrono::milliseconds connect_timeout{20'000};
  std::chrono::milliseconds stall_timeout{60'000};  // no byte for this long: tried again
};

enum class ModelState : uint8_t {
  kAvailable,  // in the manifest, not here
  kPartial,    // an unfinished pull is here
  kInstalled,  // in the store
  kDamaged,    // in the store, but a file is missing or has another size
  kFound,      // not in the store, but another program has it: see `where`
};
std::string_view model_state_name(ModelState state);  // "installed"

struct ModelFile {
  std::string name;    // may have folders: "tokenizer/vocab.json"
  uint64_t bytes = 0;  // 0: not known before the pull
  std::string sha256;  // empty: not known before the pull
};

struct ModelInfo {
  std::string name, summary, licence;
  uint64_t bytes = 0;  // of all files; about, when some sizes are not known before the pull
  ModelState state = ModelState::kAvailable;
  std::string path;      // the folder; empty when it is not here
  std::string where;     // "store", "Hugging Face cache" ...; empty when it is not here
  std::string revision;  // what was pulled or would be: a commit where known
  std::string open;      // the file of `path` that a loader opens; empty: the folder itself
  std::vector<std::string> sources;  // "huggingface", "modelscope", "python"
  std::vector<ModelFile> files;
  int page_rank =
      0;  // reads pages, and how well among those that do: 1 is the best; 0: it does not
  int text_rank = 0;  // answers questions about text, in the same way
};

// "2.31 GB": powers of ten, three digits.
std::string size_text(uint64_t bytes);

// Models of the manifests and of the store, by name.
Result<std::vector<ModelInfo>> list_models(const ModelStore& store);
// Errors: kModelMissing for a name that is in no manifest and not in the store.
Result<ModelInfo> find_model(const ModelStore& store, std::string_view name);

// The best model that reads pages (ModelInfo::page_rank) of those in the store; then, with
// `elsewhere`, of those that other programs have. None: an empty path. What a loader opens.
Result<std::string> find_page_reader(const ModelStore& store, bool elsewhere);
// The same for models that answer questions about text (ModelInfo::text_rank).
Result<std::string> find_text_model(const ModelStore& store, bool elsewhere);

// What a loader opens for `name_or_path`: an existing path is given back as it is; for the name of
// a model that is here, its folder, or its .gguf file. Errors: kModelMissing, with what to do.
Result<std::string> resolve_model(const std::string& name_or_path, const ModelStore& store);

enum class PullStage : uint8_t { kWaiting, kListing, kFetching, kChecking };
struct PullProgress {
  PullStage stage = PullStage::kListing;
  std::string file;
  uint64_t done = 0, total = 0;  // bytes of the whole model; total 0: not known
  uint64_t fetched = 0;          // of `done`, what this pull brought over the network
};

struct PullOptions {
  ModelNetwork network;
  std::string source;  // "huggingface", "modelscope", "python"; empty: each in the manifest's order
  bool force = false;  // also when it is here: look at every byte and fetch what is not right
  std::function<void(const PullProgress&)> on_progress;  // called from the pulling thread
  std::function<void(const std::string&)> on_note;       // "connection lost, trying again in 1 s"
  const CancelFlag* cancel = nullptr;                    // not owned; the partial files stay
};

struct PulledModel {
  ModelInfo model;
  bool was_here = false;
  uint64_t fetched = 0;  // bytes over the network
};

// Errors: kModelMissing (unknown name, not to be had, offline), kModelInvalid (another content than
// pinned), kStorageFull (found out before the start where sizes are known), kOutputUnwritable,
// kCancelled.
Result<PulledModel> pull_model(const ModelStore& store, std::string_view name,
                               const PullOptions& options);

enum class CheckState : uint8_t { kGood, kMissing, kDamaged, kUnknown };
std::string_view check_state_name(CheckState state);

struct CheckedFile {
  std::string name;
  CheckState state = CheckState::kUnknown;  // kUnknown: nobody has said what it should be
  uint64_t bytes = 0;
  std::string expected, actual;  // hex; sha256, or the git blob id of a hub (40 digits)
};
struct CheckedModel {
  ModelInfo model;
  std::vector<CheckedFile> files;
  bool good() const;  // no file is missing or damaged
};
// Reads every file to its end. Errors: kModelMissing when the model is not here, kCancelled.
Result<CheckedModel> check_model(const ModelStore& store, std::string_view name,
                                 const CancelFlag* cancel,
                                 const std::function<void(const PullProgress&)>& on_progress = {});

struct RemovedModel {
  std::string path;
  uint64_t bytes = 0;                // freed
  std::vector<std::string> removed;  // the files the store had put there
  std::vector<std::string> kept;     // what else lies in the folder, and so the folder itself
};
// Removes the store's own files and an unfinished pull. A model found elsewhere stays untouched and
// is an error.
Result<RemovedModel> remove_model(const ModelStore& store, std::string_view name,
                                  const CancelFlag* cancel);

}  // namespace octavo
