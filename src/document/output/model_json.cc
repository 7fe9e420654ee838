// MinerU 3.x *_model.json: what was found on each page, before anything was joined. Boxes are parts
// of the page, 0..1. Reference: ContentBlock of mineru-vl-utils 2.0.7.
#include <map>

#include "document/output/body_parts.h"
#include "document/output/equation.h"
#include "document/output/html_table.h"
#include "document/output/inline_runs.h"
#include "document/output/json_forms.h"
#include "document/output/markdown_list.h"
#include "octavo/output.h"

namespace octavo {
namespace document {
namespace {

Json model_block(const ModelBlock& block) {
  Json out = {{"type", clean_text(block.type)},
              {"bbox", fractions(block.box)},
              {"angle", block.angle < 0 ? Json() : Json(block.angle)},
              {"content", block.has_content ? Json(clean_code(block.content)) : Json()}};
  if (block.type == "text") out["merge_prev"] = block.merge_prev;
  if (!block.sub_type.empty()) out["sub_type"] = clean_text(block.sub_type);
  return out;
}

std::string content_of(const Block& block) {
  if (block.kind == BlockKind::kTable && block.table.rows > 0) return html_table(block.table);
  if (block.kind == BlockKind::kEquation) {
    const Equation equation = read_equation(block);
    return equation.latex.empty() ? running_text(equation.text) : equation.latex;
  }
  if (block.kind == BlockKind::kCode) return clean_code(plain_text(body_inlines(block)));
  std::string text = running_text(body_inlines(block));
  for (const ListItem& item : block.items) text += (text.empty() ? "" : "\n") + item_text(item);
  return text;
}

// The first box of a joined block has its content, the others say merge_prev.
Json found_block(const Block& block, size_t box, const PageInfo& page) {
  Json out = {{"type", block_kind_name(block.kind)},
              {"bbox", fractions(block.boxes[box].box, page)},
              {"angle", block.angle},
              {"content", box == 0 ? content_of(block) : ""}};
  if (block.kind == BlockKind::kText) out["merge_prev"] = box > 0;
  out["score"] = short_fraction(block.confidence);
  return out;
}

}  // namespace
}  // namespace document

std::string to_model_json(const Document& document) {
  using document::Json;  // NOLINT(google-build-using-namespace): one name
  const document::PageLookup pages(document);
  std::map<int, Json> found;  // by page
  if (document.tier != Tier::kVlm)
    for (const Block& block : document.blocks)
      for (size_t i = 0; i < block.boxes.size(); ++i)
        if (const PageInfo* page = pages.find(block.boxes[i].page))
          found[page->index].push_back(document::found_block(block, i, *page));
  constexpr int kIndent = 4;
  document::JsonArrayText out(kIndent, 0);
  for (const PageInfo& page : document.pages) {
    Json blocks = Json::array();
    for (const ModelBlock& block : page.model_blocks)
      blocks.push_back(document::model_block(block));
    if (const auto other = found.find(page.index); other != found.end())
      blocks = std::move(other->second);
    out.add(blocks);
  }
  return out.take() + "\n";
}

}  // namespace octavo
