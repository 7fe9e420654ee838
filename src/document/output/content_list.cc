// MinerU 3.x *_content_list.json: a flat array, page by page, running text first and page furniture
// last. Reference: MinerU 3.4.4, mineru/backend/*/..._middle_json_mkcontent.py.
#include "document/output/body_parts.h"
#include "document/output/equation.h"
#include "document/output/html_table.h"
#include "document/output/inline_runs.h"
#include "document/output/json_forms.h"
#include "document/output/markdown_block.h"
#include "document/output/markdown_list.h"
#include "octavo/output.h"

namespace octavo {
namespace document {
namespace {

Json caption_texts(const std::vector<Caption>& captions) {
  Json texts = Json::array();
  for (const Caption& caption : captions) texts.push_back(running_text(caption.content));
  return texts;
}

Json text_item(std::string_view type, const Block& block) {
  return {{"type", type}, {"text", running_text(body_inlines(block))}};
}

Json title_item(const Block& block) {
  Json item = text_item("text", block);
  if (block.level > 0) item["text_level"] = block.level;
  return item;
}

Json list_item(const Block& block) {
  Json texts = Json::array();
  for (const ListItem& item : block.items)
    if (std::string text = item_text(item); !text.empty()) texts.push_back(std::move(text));
  if (texts.empty())
    if (std::string text = running_text(body_inlines(block)); !text.empty())
      texts.push_back(std::move(text));
  return {{"type", "list"}, {"sub_type", "text"}, {"list_items", std::move(texts)}};
}

Json equation_item(const Block& block) {
  const Equation equation = read_equation(block);
  const bool latex = !equation.latex.empty();
  Json item = {{"type", "equation"}};
  if (!block.picture.file_name.empty()) item["img_path"] = clean_text(block.picture.file_name);
  item["text"] = latex ? "$$\n" + equation.latex + "\n$$" : running_text(equation.text);
  item["text_format"] = latex ? "latex" : "text";
  return item;
}

// image, table, chart: one shape, keys named after the type.
Json visual_item(const char* type, const Block& block) {
  const std::string name = type;
  Json item = {{"type", type}, {"img_path", clean_text(block.picture.file_name)}};
  if (block.kind == BlockKind::kChart) item["content"] = running_text(block.content);
  item[name + "_caption"] = caption_texts(block.captions);
  item[name + "_footnote"] = caption_texts(block.footnotes);
  if (block.kind == BlockKind::kImage && !block.content.empty())
    item["content"] = running_text(block.content);
  if (block.kind == BlockKind::kTable) {
    // Without structure the text of the table is its lines.
    std::string body = html_table(block.table);
    item["table_body"] =
        body.empty() ? escape_html(running_text(body_inlines(block))) : std::move(body);
  }
  return item;
}

Json code_item(const Block& block) {
  return {{"type", "code"},
          {"sub_type", "code"},
          {"code_caption", caption_texts(block.captions)},
          {"code_body", markdown_code(block)}};
}

Json item_of(const Block& block) {
  switch (block.kind) {
    case BlockKind::kTitle:
      return title_item(block);
    case BlockKind::kList:
    case BlockKind::kIndex:
      return list_item(block);
    case BlockKind::kEquation:
      return equation_item(block);
    case BlockKind::kTable:
      return visual_item("table", block);
    case BlockKind::kImage:
      return visual_item("image", block);
    case BlockKind::kChart:
      return visual_item("chart", block);
    case BlockKind::kCode:
      return code_item(block);
    default:
      return text_item(block_kind_name(block.kind), block);
  }
}

}  // namespace
}  // namespace document

std::string to_content_list_json(const Document& document) {
  using document::Json;  // NOLINT(google-build-using-namespace): one name
  const document::PageLookup pages(document);
  constexpr int kIndent = 4;
  document::JsonArrayText items(kIndent, 0);
  const auto add = [&](const Block& block, const PageInfo& page) {
    Json item = document::item_of(block);
    const PageBox first = block.boxes.empty() ? PageBox{.page = page.index} : block.boxes.front();
    item["bbox"] = pages.thousandths(first);
    item["page_idx"] = page.index;
    item["source"] = source_name(block.source);
    item["source_reason"] = document::clean_text(block.source_reason);
    item["confidence"] = document::short_fraction(block.confidence);
    Json boxes = Json::array();
    for (const PageBox& box : block.boxes)
      boxes.push_back({{"page_idx", box.page}, {"bbox", pages.thousandths(box)}});
    item["boxes"] = std::move(boxes);
    items.add(item);
  };
  for (const auto& [page, blocks] : document::blocks_by_page(document)) {
    for (const Block* block : blocks)
      if (!document::is_discarded_kind(block->kind)) add(*block, *page);
    for (const Block* block : blocks)
      if (document::is_discarded_kind(block->kind)) add(*block, *page);
  }
  return items.take() + "\n";
}

}  // namespace octavo
