#include "vlm/make_vlm.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "base/file.h"
#include "base/try.h"
#include "engine/model/model.h"
#include "engine/session/session.h"
#include "vlm/engine_vlm.h"
#include "vlm/http/http_vlm.h"
#include "vlm/paced_vlm.h"
#include "vlm/recorded_vlm.h"
#include "vlm/recording_vlm.h"
#include "vlm/session_options.h"

namespace octavo {
namespace {

// A file of answers may hold those of a few thousand pages.
constexpr int64_t kMostReplayBytes = int64_t(256) << 20;

std::string model_name(const std::string& path) {
  const std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
  return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

Result<std::unique_ptr<Vlm>> load_engine(const VlmOptions& options, ThreadPool& pool) {
  engine::LoadOptions load;
  load.vision_path = options.vision_path;
  load.precision = engine_precision(options.precision);
  load.threads = pool.size() + 1;  // the caller works, too
  const std::shared_ptr<const engine::Model> model =
      OCTAVO_TRY(engine::Model::load(options.model_path, load));
  if (!model->has_vision())
    return Error{Code::kModelInvalid,
                 "the model reads text only, and pages are pictures",
                 "take a model with a vision half; for GGUF that is a second file, mmproj",
                 {.file = options.model_path}};
  auto session = OCTAVO_TRY(engine::Session::create(
      model, pool, session_options(options.kv_bytes, options.kv, model->config().language)));
  return make_engine_vlm(model_name(options.model_path), std::move(session));
}

Result<std::unique_ptr<Vlm>> load_replay(const std::string& path) {
  const MappedFile file = OCTAVO_TRY(MappedFile::open(path, kMostReplayBytes));
  const auto bytes = file.bytes();
  return make_recorded_vlm({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
}

Result<std::unique_ptr<Vlm>> choose(const VlmOptions& options, ThreadPool& pool,
                                    const Deadline& deadline) {
  if (!options.replay_file.empty()) {
    auto recorded = OCTAVO_TRY(load_replay(options.replay_file));
    if (options.model_path.empty()) return recorded;
    return make_paced_vlm(OCTAVO_TRY(load_engine(options, pool)), std::move(recorded));
  }
  if (!options.server.url.empty()) return make_http_vlm(options.server, deadline);
  if (!options.model_path.empty()) return load_engine(options, pool);
  return Error{Code::kModelMissing,
               "no vision-language model is named",
               "see octavo models list, then octavo models pull NAME, or name one with --model",
               {}};
}

}  // namespace

Result<std::unique_ptr<Vlm>> make_vlm(const VlmOptions& options, ThreadPool& pool,
                                      const Deadline& deadline) {
  std::unique_ptr<Vlm> vlm = OCTAVO_TRY(choose(options, pool, deadline));
  if (options.record_file.empty()) return vlm;
  return make_recording_vlm(std::move(vlm), options.record_file);
}

}  // namespace octavo
