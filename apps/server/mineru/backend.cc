#include "server/mineru/backend.h"

#include <array>

#include "octavo/output_files.h"

namespace octavo::server {
namespace {

struct Row {
  std::string_view name;
  MineruBackend backend;
};

constexpr MineruBackend kPipeline{BackendKind::kPipeline, false};
constexpr MineruBackend kVlm{BackendKind::kVlm, false}, kVlmClient{BackendKind::kVlm, true};
constexpr MineruBackend kHybrid{BackendKind::kHybrid, false};
constexpr MineruBackend kHybridClient{BackendKind::kHybrid, true};

// First what MinerU 3.4.4 lists, in its order.
constexpr std::array kRows{Row{"pipeline", kPipeline},
                           Row{"vlm-engine", kVlm},
                           Row{"hybrid-engine", kHybrid},
                           Row{"vlm-http-client", kVlmClient},
                           Row{"hybrid-http-client", kHybridClient},
                           Row{"vlm-auto-engine", kVlm},
                           Row{"hybrid-auto-engine", kHybrid},
                           Row{"vlm-transformers", kVlm},
                           Row{"vlm-vllm-engine", kVlm},
                           Row{"vlm-vllm-async-engine", kVlm},
                           Row{"vlm-lmdeploy-engine", kVlm},
                           Row{"vlm-mlx-engine", kVlm},
                           Row{"vlm-sglang-engine", kVlm},
                           Row{"vlm-sglang-client", kVlmClient}};
constexpr size_t kListed = 5;

Tier tier_named(BackendKind kind) {
  if (kind == BackendKind::kVlm) return Tier::kVlm;
  return kind == BackendKind::kHybrid ? Tier::kHybrid : Tier::kBasic;
}

}  // namespace

std::string MineruBackend::name() const {
  for (const Row& row : kRows)
    if (row.backend.kind == kind && row.backend.http_client == http_client)
      return std::string(row.name);
  return "pipeline";
}

std::string MineruBackend::folder(OcrMode ocr) const {
  return method_folder(tier_named(kind), ocr);
}

std::optional<MineruBackend> mineru_backend(std::string_view name) {
  for (const Row& row : kRows)
    if (row.name == name) return row.backend;
  return std::nullopt;
}

std::string mineru_backend_names() {
  std::string names;
  for (size_t i = 0; i < kListed; ++i) {
    if (i > 0) names += ", ";
    names += kRows[i].name;
  }
  return names;
}

}  // namespace octavo::server
