// MinerU 3.x *_content_list_v2.json: an array of pages, each an array of {type, content, bbox}.
// Reference: MinerU 3.4.4, mineru/backend/vlm/vlm_middle_json_mkcontent.py.
#include <algorithm>

#include "document/output/body_parts.h"
#include "document/output/equation.h"
#include "document/output/html_table.h"
#include "document/output/inline_runs.h"
#include "document/output/json_forms.h"
#include "octavo/output.h"

namespace octavo {
namespace document {
namespace {

Json spans(const Inlines& inlines) {
  Json out = Json::array();
  Inlines text;
  const auto flush = [&] {
    if (std::string content = running_text(text); !content.empty())
      out.push_back({{"type", "text"}, {"content", std::move(content)}});
    text.clear();
  };
  for (const Inline& run : tidy_inlines(inlines)) {
    if (run.kind == InlineKind::kText) {
      text.push_back(run);
      continue;
    }
    flush();
    out.push_back({{"type", "equation_inline"}, {"content", run.text}});
  }
  flush();
  return out;
}

Json caption_spans(const std::vector<Caption>& captions) {
  Json out = Json::array();
  for (const Caption& caption : captions)
    for (Json& span : spans(caption.content)) out.push_back(std::move(span));
  return out;
}

Json image_source(const Block& block) { return {{"path", clean_text(block.picture.file_name)}}; }

struct Typed {
  const char* type;
  Json content;
};

Typed furniture(const char* type, const Block& block) {
  return {type, {{std::string(type) + "_content", spans(body_inlines(block))}}};
}

Typed list_content(const Block& block) {
  Json items = Json::array();
  for (const ListItem& item : block.items) {
    Inlines content = item.content;
    if (!item.marker.empty()) content.insert(content.begin(), {.text = item.marker + " "});
    items.push_back({{"item_type", "text"}, {"item_content", spans(content)}});
  }
  const bool index = block.kind == BlockKind::kIndex;
  return {index ? "index" : "list", {{"list_type", "text_list"}, {"list_items", std::move(items)}}};
}

// image, table, chart: keys named after the type.
Typed visual_content(const char* type, const Block& block) {
  const std::string name = type;
  Json content = {{"image_source", image_source(block)}};
  if (block.kind != BlockKind::kTable) content["content"] = running_text(block.content);
  content[name + "_caption"] = caption_spans(block.captions);
  content[name + "_footnote"] = caption_spans(block.footnotes);
  if (block.kind == BlockKind::kTable) {
    const bool spanned = std::any_of(
        block.table.cells.begin(), block.table.cells.end(),
        [](const TableCell& cell) { return cell.row_span > 1 || cell.column_span > 1; });
    std::string html = html_table(block.table);
    content["html"] =
        html.empty() ? escape_html(running_text(body_inlines(block))) : std::move(html);
    content["table_type"] = spanned ? "complex_table" : "simple_table";
    content["table_nest_level"] = 1;
  }
  return {type, std::move(content)};
}

Typed equation_content(const Block& block) {
  const Equation equation = read_equation(block);
  const bool latex = !equation.latex.empty();
  return {"equation_interline",
          {{"math_content", latex ? equation.latex : running_text(equation.text)},
           {"math_type", latex ? "latex" : "text"},
           {"image_source", image_source(block)}}};
}

Typed typed_content(const Block& block) {
  switch (block.kind) {
    case BlockKind::kTitle:
      return {"title",
              {{"title_content", spans(body_inlines(block))}, {"level", std::max(block.level, 1)}}};
    case BlockKind::kList:
    case BlockKind::kIndex:
      return list_content(block);
    case BlockKind::kTable:
      return visual_content("table", block);
    case BlockKind::kImage:
      return visual_content("image", block);
    case BlockKind::kChart:
      return visual_content("chart", block);
    case BlockKind::kEquation:
      return equation_content(block);
    case BlockKind::kCode:
      return {"code",
              {{"code_caption", caption_spans(block.captions)},
               {"code_content",
                Json::array({{{"type", "text"},
                              {"content", clean_code(plain_text(body_inlines(block)))}}})},
               {"code_language", block.language.empty() ? "txt" : clean_text(block.language)}}};
    case BlockKind::kHeader:
      return furniture("page_header", block);
    case BlockKind::kFooter:
      return furniture("page_footer", block);
    case BlockKind::kPageNumber:
      return furniture("page_number", block);
    case BlockKind::kAside:
      return furniture("page_aside_text", block);
    case BlockKind::kPageFootnote:
      return furniture("page_footnote", block);
    case BlockKind::kText:
    case BlockKind::kReference:
      break;
  }
  return {"paragraph", {{"paragraph_content", spans(body_inlines(block))}}};
}

}  // namespace
}  // namespace document

std::string to_content_list_v2_json(const Document& document) {
  using document::Json;  // NOLINT(google-build-using-namespace): one name
  const document::PageLookup pages(document);
  constexpr int kIndent = 4;
  document::JsonArrayText out(kIndent, 0);
  for (const auto& [page, blocks] : document::blocks_by_page(document)) {
    Json items = Json::array();
    const auto add = [&](const Block& block) {
      auto [type, content] = document::typed_content(block);
      const PageBox first =
          block.boxes.empty() ? PageBox{.page = page->index} : block.boxes.front();
      items.push_back({{"type", type},
                       {"content", std::move(content)},
                       {"bbox", pages.thousandths(first)},
                       {"source", source_name(block.source)},
                       {"source_reason", document::clean_text(block.source_reason)},
                       {"confidence", document::short_fraction(block.confidence)}});
    };
    for (const Block* block : blocks)
      if (!document::is_discarded_kind(block->kind)) add(*block);
    for (const Block* block : blocks)
      if (document::is_discarded_kind(block->kind)) add(*block);
    out.add(items);
  }
  return out.take() + "\n";
}

}  // namespace octavo
