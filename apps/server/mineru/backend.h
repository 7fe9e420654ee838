// MinerU's backends, and the tiers that stand for them here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "octavo/options.h"

namespace octavo::server {

enum class BackendKind : uint8_t { kPipeline, kVlm, kHybrid };

struct MineruBackend {
  BackendKind kind = BackendKind::kHybrid;
  bool http_client = false;  // the model is on a server that the request may name

  // As MinerU 3.4.4 calls it, whatever the request did: "hybrid-engine".
  std::string name() const;
  // Where its files lie in a ZIP: "auto" "txt" "ocr", "vlm", "hybrid_auto" ...
  std::string folder(OcrMode ocr) const;
};

// The five names of MinerU 3.4.4, its aliases, and those of MinerU 2 and earlier 3.x.
std::optional<MineruBackend> mineru_backend(std::string_view name);

// "pipeline, vlm-engine, ...": what a request may say.
std::string mineru_backend_names();

}  // namespace octavo::server
