// MinerU 4.x structured_content.json: pages of blocks whose content is Markdown. Physical blocks
// stay: what goes on over a page or column break has an entry for each box, and the later ones say
// continues_prev. Reference: the docvortex schema 2.0 that MinerU 4.0.12 writes.
#include <algorithm>
#include <map>
#include <vector>

#include "document/output/body_parts.h"
#include "document/output/inline_runs.h"
#include "document/output/json_forms.h"
#include "document/output/markdown_block.h"
#include "octavo/output.h"
#include "octavo/system.h"

namespace octavo {
namespace document {
namespace {

const char* structured_type(const Block& block) {
  switch (block.kind) {
    case BlockKind::kTitle:
      return block.level <= 1 ? "doc_title" : "paragraph_title";
    case BlockKind::kText:
      return "text";
    case BlockKind::kReference:
      return "ref_text";
    default:
      return nullptr;
  }
}

// The body alone: captions and notes stand beside it.
std::string body_markdown(const Block& block) {
  if (block.kind == BlockKind::kTitle) return running_text(body_inlines(block));
  if (block.kind == BlockKind::kImage || block.kind == BlockKind::kChart)
    return running_text(block.content);
  if (block.kind == BlockKind::kTable && block.table.rows > 0)
    return markdown_table(block.table, TableFormat::kAuto);
  Block body = block;
  body.captions.clear();
  body.footnotes.clear();
  return markdown_block(body, {});
}

Json notes(const std::vector<Caption>& captions, const PageLookup& pages) {
  Json out = Json::array();
  for (const Caption& caption : captions) {
    Json note = Json::object();
    if (const PageInfo* page = pages.find(caption.box.page))
      note["bbox"] = fractions(caption.box.box, *page);
    note["content"] = running_text(caption.content);
    out.push_back(std::move(note));
  }
  return out;
}

Json entry(const Block& block, size_t box, const PageInfo& page, const PageLookup& pages) {
  const char* type = structured_type(block);
  Json out = {
      {"type", type != nullptr ? std::string(type) : std::string(block_kind_name(block.kind))}};
  if (box < block.boxes.size()) out["bbox"] = fractions(block.boxes[box].box, page);
  out["content"] = box == 0 ? body_markdown(block) : "";
  if (box == 0) {
    if (!block.captions.empty()) out["captions"] = notes(block.captions, pages);
    if (!block.footnotes.empty()) out["footnotes"] = notes(block.footnotes, pages);
    if (!block.picture.file_name.empty()) out["image_source"] = clean_text(block.picture.file_name);
  }
  if (block.kind == BlockKind::kTitle) out["level"] = std::max(block.level, 1);
  if (block.kind == BlockKind::kCode) out["sub_type"] = "code";
  if (block.kind == BlockKind::kList) out["sub_type"] = "text";
  if (box > 0) out["continues_prev"] = true;
  out["source"] = source_name(block.source);
  out["source_reason"] = clean_text(block.source_reason);
  out["confidence"] = short_fraction(block.confidence);
  return out;
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(clean_text(text));
}

Json metadata(const Document& document) {
  return {{"producer", {{"name", "octavo"}, {"version", version()}}},
          {"document",
           {{"title", text_or_null(document.title)},
            {"authors",
             document.author.empty() ? Json::array() : Json::array({clean_text(document.author)})},
            {"creator_application", text_or_null(document.creator)},
            {"producer_application", text_or_null(document.producer)},
            {"page_count", document.page_count}}},
          {"tier", tier_name(document.tier)}};
}

}  // namespace
}  // namespace document

std::string to_structured_content_json(const Document& document) {
  using document::Json;  // NOLINT(google-build-using-namespace): one name
  const document::PageLookup pages(document);
  std::map<int, Json> entries;
  for (const Block& block : document.blocks) {
    if (block.boxes.empty() && !document.pages.empty())
      entries[document.pages.front().index].push_back(
          document::entry(block, 0, document.pages.front(), pages));
    for (size_t i = 0; i < block.boxes.size(); ++i)
      if (const PageInfo* page = pages.find(block.boxes[i].page))
        entries[page->index].push_back(document::entry(block, i, *page, pages));
  }
  constexpr int kIndent = 4;
  document::JsonArrayText out(kIndent, kIndent);
  for (const PageInfo& page : document.pages) {
    const auto found = entries.find(page.index);
    out.add({{"page_idx", page.index},
             {"blocks", found == entries.end() ? Json::array() : std::move(found->second)}});
  }
  const bool full = static_cast<int>(document.pages.size()) == document.page_count;
  const std::string facts = document::dump_json(document::metadata(document), -1);
  return "{\n    \"metadata\": " + facts +
         ",\n    \"is_full_document\": " + (full ? "true" : "false") +
         ",\n    \"pages\": " + out.take() + "\n}\n";
}

}  // namespace octavo
