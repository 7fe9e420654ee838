// What was read, from where, how surely, and what was not: the statement that travels with a
// document.
#include <algorithm>
#include <array>
#include <map>

#include "document/output/body_parts.h"
#include "document/output/inline_runs.h"
#include "document/output/json_forms.h"
#include "octavo/output.h"
#include "octavo/system.h"

namespace octavo {
namespace document {
namespace {

constexpr size_t kSourceCount = static_cast<size_t>(Source::kVlm) + 1;

struct Tally {
  std::array<int, kSourceCount> sources{};
  std::map<BlockKind, int> kinds;
  int blocks = 0;
  float least_confidence = 1;

  void add(const Block& block) {
    ++blocks;
    ++kinds[block.kind];
    ++sources[static_cast<size_t>(block.source)];
    least_confidence = std::min(least_confidence, block.confidence);
  }

  Json sources_json() const {
    Json out = Json::object();
    for (size_t i = 0; i < kSourceCount; ++i)
      if (sources[i] > 0) out[std::string(source_name(static_cast<Source>(i)))] = sources[i];
    return out;
  }
};

// Share of the visible text layer that reached a block; null where there is no text layer.
Json coverage(int64_t all, int64_t hidden, int64_t kept) {
  const int64_t visible = all - hidden;
  if (visible <= 0) return nullptr;
  return short_fraction(
      static_cast<float>(static_cast<double>(kept) / static_cast<double>(visible)));
}

Json diagnostic_json(const Diagnostic& diagnostic) {
  Json out = {{"severity", severity_name(diagnostic.severity)},
              {"id", clean_text(diagnostic.id)},
              {"text", clean_text(diagnostic.text)}};
  if (diagnostic.page >= 0) out["page"] = diagnostic.page + 1;
  return out;
}

// Bounds that were reached: their ids end in a word for it.
bool is_cap(const Diagnostic& diagnostic) {
  return diagnostic.id.ends_with("_capped") || diagnostic.id.ends_with("_reduced") ||
         diagnostic.id == "diagnostics_dropped";
}

Json page_json(const PageInfo& page, const Tally& tally) {
  return {{"page", page.index + 1},
          {"status", page_status_name(page.status)},
          {"width", short_length(page.width)},
          {"height", short_length(page.height)},
          {"turned", page.rotation},
          {"blank", page.blank},
          {"source", source_name(page.source)},
          {"source_reason", clean_text(page.source_reason)},
          {"layout_network", page.used_layout_network},
          {"blocks", tally.blocks},
          {"blocks_by_source", tally.sources_json()},
          {"least_confidence", short_fraction(tally.least_confidence)},
          {"text_layer_characters", page.text_layer_characters},
          {"characters_kept", page.characters_kept},
          {"characters_hidden", page.characters_hidden},
          {"coverage",
           coverage(page.text_layer_characters, page.characters_hidden, page.characters_kept)}};
}

Json skip(int page, const char* what, int64_t count, std::string why) {
  return {{"page", page}, {"what", what}, {"count", count}, {"why", std::move(why)}};
}

// What of the pages is not in the running text, in page order.
Json skipped_json(const Document& document, const std::map<int, int>& furniture) {
  Json out = Json::array();
  for (const PageInfo& page : document.pages) {
    const int number = page.index + 1;
    if (page.status == PageStatus::kFailed)
      out.push_back(skip(number, "page", 1, "the page could not be read"));
    if (page.characters_hidden > 0)
      out.push_back(skip(number, "characters", page.characters_hidden, "not visible on the page"));
    const int lost = page.text_layer_characters - page.characters_hidden - page.characters_kept;
    if (lost > 0 && page.source == Source::kTextLayer && page.status != PageStatus::kFailed)
      out.push_back(skip(number, "characters", lost, "of the text layer, in no block"));
    if (const auto found = furniture.find(page.index); found != furniture.end())
      out.push_back(skip(number, "blocks", found->second,
                         "page furniture: in the JSON, left out of the running text by default"));
  }
  return out;
}

struct Totals {
  int ok = 0, degraded = 0, failed = 0, blank = 0, network = 0;
  int64_t characters = 0, kept = 0, hidden = 0;

  void add(const PageInfo& page) {
    ++(page.status == PageStatus::kOk         ? ok
       : page.status == PageStatus::kDegraded ? degraded
                                              : failed);
    blank += page.blank;
    network += page.used_layout_network;
    characters += page.text_layer_characters;
    kept += page.characters_kept;
    hidden += page.characters_hidden;
  }
};

Json summary_json(const Document& document, const Totals& totals, const Tally& all) {
  Json kinds = Json::object();
  for (const auto& [kind, count] : all.kinds) kinds[std::string(block_kind_name(kind))] = count;
  return {{"status", totals.failed == 0                ? "ok"
                     : totals.ok + totals.degraded > 0 ? "partial"
                                                       : "failed"},
          {"pages_in_file", document.page_count},
          {"pages_read", document.pages.size()},
          {"pages_ok", totals.ok},
          {"pages_degraded", totals.degraded},
          {"pages_failed", totals.failed},
          {"pages_blank", totals.blank},
          {"pages_with_layout_network", totals.network},
          {"blocks", all.blocks},
          {"blocks_by_kind", std::move(kinds)},
          {"blocks_by_source", all.sources_json()},
          {"text_layer_characters", totals.characters},
          {"characters_kept", totals.kept},
          {"characters_hidden", totals.hidden},
          {"coverage", coverage(totals.characters, totals.hidden, totals.kept)}};
}

}  // namespace
}  // namespace document

std::string to_report_json(const Document& document) {
  using document::Json;
  std::map<int, document::Tally> by_page;
  std::map<int, int> furniture;
  document::Tally all;
  for (const Block& block : document.blocks) {
    all.add(block);
    by_page[document::first_page(block)].add(block);
    if (is_page_furniture(block.kind)) ++furniture[document::first_page(block)];
  }
  document::Totals totals;
  Json pages = Json::array(), diagnostics = Json::array(), caps = Json::array();
  for (const PageInfo& page : document.pages) {
    totals.add(page);
    pages.push_back(document::page_json(page, by_page[page.index]));
  }
  for (const Diagnostic& diagnostic : document.diagnostics)
    (document::is_cap(diagnostic) ? caps : diagnostics)
        .push_back(document::diagnostic_json(diagnostic));
  const Json report = {{"octavo", version()},
                       {"name", document::clean_text(document.name)},
                       {"title", document::clean_text(document.title)},
                       {"summary", document::summary_json(document, totals, all)},
                       {"skipped", document::skipped_json(document, furniture)},
                       {"caps", std::move(caps)},
                       {"diagnostics", std::move(diagnostics)},
                       {"pages", std::move(pages)}};
  constexpr int kIndent = 2;
  return document::dump_json(report, kIndent) + "\n";
}

}  // namespace octavo
