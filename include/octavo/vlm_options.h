// Which vision-language model reads pages, and where it runs.
#pragma once

#include <cstdint>
#include <string>

#include "octavo/precision.h"
#include "octavo/vlm_server.h"

namespace octavo {

struct VlmOptions {
  // What a loader opens (resolve_model gives it): a folder in Hugging Face layout or a .gguf file;
  // empty: there is none.
  std::string model_path;
  std::string vision_path;  // the vision half (mmproj) of a GGUF model; empty: beside it
  // Memory for keys and values, taken as it is needed; bounds how much is read at once.
  int64_t kv_bytes = int64_t(512) << 20;
  KvPrecision kv = KvPrecision::kF32;
  Precision precision = Precision::kAuto;

  // In place of a model on this machine.
  VlmServer server;

  // A file of answers, one JSON object a line, that takes the model's place (docs/guide.md), and
  // one that gets a line for each answer; empty: none. With a model and answers the model writes as
  // many tokens as each answer has, and the answer counts: to measure whole documents.
  std::string replay_file, record_file;

  // Is there anything to ask?
  bool any() const { return !model_path.empty() || !server.url.empty() || !replay_file.empty(); }
};

}  // namespace octavo
