// Names of the public enums, and small questions about public nouns.
#include <array>

#include "base/check.h"
#include "octavo/document.h"
#include "octavo/options.h"

namespace octavo {
namespace {

template <size_t N, class Enum>
std::string_view name_at(const std::array<std::string_view, N>& names, Enum value) {
  const auto index = static_cast<size_t>(value);
  OCTAVO_CHECK(index < N);
  return names[index];
}

constexpr std::array<std::string_view, 4> kSources{"text", "ocr", "network", "vlm"};
constexpr std::array<std::string_view, 15> kKinds{
    "text", "title",    "list",   "index",  "table",       "image",         "chart",     "equation",
    "code", "ref_text", "header", "footer", "page_number", "page_footnote", "aside_text"};
constexpr std::array<std::string_view, 3> kStatuses{"ok", "degraded", "failed"};
constexpr std::array<std::string_view, 3> kSeverities{"info", "warning", "error"};
constexpr std::array<std::string_view, 4> kTiers{"auto", "basic", "vlm", "hybrid"};
constexpr std::array<std::string_view, 3> kEfforts{"fast", "balanced", "best"};

static_assert(kSources.size() == static_cast<size_t>(Source::kVlm) + 1);
static_assert(kKinds.size() == static_cast<size_t>(BlockKind::kAside) + 1);
static_assert(kStatuses.size() == static_cast<size_t>(PageStatus::kFailed) + 1);
static_assert(kSeverities.size() == static_cast<size_t>(Severity::kError) + 1);
static_assert(kTiers.size() == static_cast<size_t>(Tier::kHybrid) + 1);
static_assert(kEfforts.size() == static_cast<size_t>(Effort::kBest) + 1);

}  // namespace

std::string_view source_name(Source source) { return name_at(kSources, source); }
std::string_view block_kind_name(BlockKind kind) { return name_at(kKinds, kind); }
std::string_view severity_name(Severity severity) { return name_at(kSeverities, severity); }
std::string_view page_status_name(PageStatus status) { return name_at(kStatuses, status); }

std::string_view tier_name(Tier tier) { return name_at(kTiers, tier); }
std::string_view effort_name(Effort effort) { return name_at(kEfforts, effort); }

bool is_page_furniture(BlockKind kind) {
  return kind == BlockKind::kHeader || kind == BlockKind::kFooter ||
         kind == BlockKind::kPageNumber || kind == BlockKind::kAside;
}

std::string plain_text(const Inlines& inlines) {
  std::string text;
  for (const Inline& run : inlines) text += run.text;
  return text;
}

}  // namespace octavo
