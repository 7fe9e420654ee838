#include "document/order/assemble_document.h"

#include <utility>

#include "document/block/title.h"
#include "document/order/captions.h"
#include "document/order/flow.h"
#include "document/order/furniture.h"
#include "document/order/hangul.h"
#include "document/order/headings.h"
#include "document/order/hyphens.h"
#include "document/order/joins.h"
#include "document/order/tables.h"

namespace octavo::document {
namespace {

// Paragraphs below the heading "References", up to the next heading, are entries of it. Layout sees
// one page at a time and loses the heading at the turn of the page.
void mark_references(Flow& flow) {
  bool inside = false;
  for (FlowBlock& item : flow) {
    if (item.gone) continue;
    if (item.kind() == BlockKind::kTitle)
      inside = is_references_heading(plain_text(item.block().content));
    const bool entry =
        item.kind() == BlockKind::kText && item.of_page.region_kind == RegionKind::kText;
    if (inside && entry) item.block().kind = BlockKind::kReference;
  }
}

Document describe(const SourceFacts& facts) {
  Document document;
  document.title = facts.title;
  document.author = facts.author;
  document.subject = facts.subject;
  document.keywords = facts.keywords;
  document.creator = facts.creator;
  document.producer = facts.producer;
  document.outline = facts.outline;
  return document;
}

}  // namespace

Document assemble_document(const SourceFacts& facts, std::vector<PageBlocks> pages,
                           const AskCells& ask) {
  Document document = describe(facts);
  Flow flow = make_flow(pages);
  settle_furniture(flow, pages);
  attach_captions(flow);
  promote_titles(flow);
  mark_references(flow);
  join_tables(flow, ask);
  join_continuations(flow);
  const std::string title = rank_headings(flow, facts.outline);
  settle_hyphens(flow);
  settle_hangul(flow);
  if (document.title.empty()) document.title = title;
  for (FlowBlock& item : flow)
    if (!item.gone) document.blocks.push_back(std::move(item.block()));
  for (PageBlocks& page : pages) {
    document.pages.push_back(std::move(page.info));
    for (Diagnostic& diagnostic : page.diagnostics)
      document.diagnostics.push_back(std::move(diagnostic));
  }
  return document;
}

}  // namespace octavo::document
