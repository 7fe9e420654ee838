#include "service/page_json.h"

#include <cmath>
#include <utility>

#include "octavo/output.h"
#include "service/job_json.h"

namespace octavo::service {
namespace {

// Enough for a pixel at any zoom, and short.
double rounded(float value) { return std::round(static_cast<double>(value) * 100) / 100; }

Json box_json(const PointBox& box) {
  return {rounded(box.x0), rounded(box.y0), rounded(box.x1), rounded(box.y1)};
}

std::string block_markdown(const Block& block, TableFormat tables) {
  Document alone;
  alone.blocks.push_back(block);
  std::string text = to_markdown(alone, {.tables = tables, .headers = HeaderPolicy::kAll});
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

Json block_json(const Block& block, int page, size_t id) {
  PointBox box;
  for (const PageBox& part : block.boxes)
    if (part.page == page) box = hull(box, part.box);
  Json json = {{"id", id},
               {"kind", block_kind_name(block.kind)},
               {"box", box_json(box)},
               {"source", source_name(block.source)},
               {"confidence", rounded(block.confidence)},
               {"markdown", block_markdown(block, TableFormat::kAuto)}};
  if (block.kind == BlockKind::kTable && block.table.rows > 0)
    json["html"] = block_markdown(block, TableFormat::kHtml);
  return json;
}

SourceCounts count_sources(const Document& page) {
  SourceCounts counts;
  for (const Block& block : page.blocks) {
    int* const places[] = {&counts.text_layer, &counts.ocr, &counts.network, &counts.vlm};
    ++*places[static_cast<size_t>(block.source)];
  }
  return counts;
}

}  // namespace

PageSnapshot page_snapshot(const Document& page) {
  const PageInfo info = page.pages.empty() ? PageInfo() : page.pages.front();
  PageSnapshot snapshot{.page = info.index,
                        .state = PageState::kDone,
                        .seconds = rounded(info.seconds),
                        .sources = count_sources(page)};
  if (info.status != PageStatus::kFailed) return snapshot;
  snapshot.state = PageState::kFailed;
  snapshot.error_code = info.source_reason;
  snapshot.error_message = "the page could not be read";
  for (const Diagnostic& diagnostic : page.diagnostics)
    if (diagnostic.severity == Severity::kError) snapshot.error_message = diagnostic.text;
  return snapshot;
}

std::string page_json(const Document& page, int file) {
  const PageInfo info = page.pages.empty() ? PageInfo() : page.pages.front();
  Json json = {{"file", file},
               {"page", info.index},
               {"width", rounded(info.width)},
               {"height", rounded(info.height)}};
  json.update(page_json(page_snapshot(page)));
  json["degraded"] = info.status == PageStatus::kDegraded;
  json["blank"] = info.blank;
  Json& blocks = json["blocks"] = Json::array();
  for (const Block& block : page.blocks)
    blocks.push_back(block_json(block, info.index, blocks.size()));
  return write_json(json);
}

std::optional<PageSnapshot> page_facts(std::string_view text) { return page_of(read_json(text)); }

}  // namespace octavo::service
