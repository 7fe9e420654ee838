// MinerU 3.x *_middle.json: pages with preproc_blocks (as they lie on the page), para_blocks
// (joined) and discarded_blocks (furniture and page footnotes). A block over several boxes lies in
// preproc_blocks once for each; in para_blocks its first box has all lines, the others are empty
// and say lines_deleted.
#include <algorithm>
#include <map>

#include "document/output/body_parts.h"
#include "document/output/equation.h"
#include "document/output/html_table.h"
#include "document/output/inline_runs.h"
#include "document/output/json_forms.h"
#include "document/output/markdown_list.h"
#include "document/output/middle_spans.h"
#include "octavo/output.h"
#include "octavo/system.h"

namespace octavo {
namespace document {
namespace {

// One box of one block on one page.
struct Piece {
  const Block* block = nullptr;
  size_t box = 0;
};

std::string middle_type(BlockKind kind) {
  return kind == BlockKind::kEquation ? "interline_equation" : std::string(block_kind_name(kind));
}

class BlockWriter {
 public:
  BlockWriter(const PageLookup& pages, const Piece& piece, bool joined, int index)
      : pages_(pages), block_(*piece.block), box_(piece.box), joined_(joined), index_(index) {
    if (!block_.boxes.empty()) place_ = block_.boxes[box_];
    bbox_ = pages_.points(place_);
  }

  Json write() {
    Json out = {{"type", middle_type(block_.kind)},
                {"bbox", bbox_},
                {"angle", block_.angle},
                {"index", index_}};
    if (block_.kind == BlockKind::kTitle) out["level"] = std::max(block_.level, 1);
    switch (block_.kind) {
      case BlockKind::kList:
      case BlockKind::kIndex:
        out["sub_type"] = "text";
        out["blocks"] = box_ == 0 ? items() : Json::array();
        break;
      case BlockKind::kTable:
      case BlockKind::kImage:
      case BlockKind::kChart:
        out["blocks"] =
            box_ == 0 ? parts(std::string(block_kind_name(block_.kind))) : Json::array();
        break;
      case BlockKind::kCode:
        out["sub_type"] = "code";
        out["guess_lang"] = block_.language.empty() ? "txt" : clean_text(block_.language);
        out["blocks"] = box_ == 0 ? parts("code") : Json::array();
        break;
      case BlockKind::kEquation:
        out["lines"] = box_ == 0 ? equation() : Json::array();
        break;
      default:
        out["lines"] = text_lines();
    }
    if (joined_ && box_ > 0) out["lines_deleted"] = true;
    out["source"] = source_name(block_.source);
    out["source_reason"] = clean_text(block_.source_reason);
    out["confidence"] = short_fraction(block_.confidence);
    out["boxes"] = boxes();
    return out;
  }

 private:
  Json boxes() const {
    Json out = Json::array();
    for (const PageBox& box : block_.boxes)
      out.push_back({{"page_idx", box.page}, {"bbox", pages_.points(box)}});
    return out;
  }

  Json text_lines() const {
    Json lines = Json::array();
    if (block_.lines.empty()) {
      if (box_ == 0 && !block_.content.empty()) lines.push_back(middle_line(block_.content, bbox_));
      return lines;
    }
    for (const Line& line : block_.lines) {
      const bool here = box_of_line(block_, line) == box_;
      if (joined_ ? box_ > 0 : !here) continue;
      Json written = middle_line(line.content, pages_.points(line.box));
      if (line.box.page != place_.page)
        for (Json& span : written["spans"]) span["cross_page"] = true;
      lines.push_back(std::move(written));
    }
    return lines;
  }

  Json child(const char* type, const Json& bbox, Json lines) const {
    return {{"type", type},
            {"bbox", bbox},
            {"angle", block_.angle},
            {"index", index_},
            {"lines", std::move(lines)}};
  }

  Json items() const {
    Json out = Json::array();
    for (const ListItem& item : block_.items) {
      const Json bbox = item.boxes.empty() ? bbox_ : pages_.points(item.boxes.front());
      Inlines content = item.content;
      if (!item.marker.empty()) content.insert(content.begin(), {.text = item.marker + " "});
      out.push_back(child("text", bbox, Json::array({middle_line(content, bbox)})));
    }
    return out;
  }

  Json equation() const {
    const Equation equation = read_equation(block_);
    const std::string content =
        equation.latex.empty() ? running_text(equation.text) : equation.latex;
    return Json::array({middle_line_of(
        "interline_equation",
        {{"content", content}, {"image_path", base_name(clean_text(block_.picture.file_name))}},
        bbox_)});
  }

  // <type>_body, <type>_caption and <type>_footnote blocks in reading order.
  Json parts(const std::string& type) const {
    Json out = Json::array();
    const BodyParts parts = split_parts(block_);
    const auto add = [&](const std::vector<const Caption*>& captions, const char* role) {
      for (const Caption* caption : captions) {
        const Json bbox = pages_.points(caption->box);
        out.push_back(
            child((type + role).c_str(), bbox, Json::array({middle_line(caption->content, bbox)})));
      }
    };
    add(parts.before, "_caption");
    out.push_back(child((type + "_body").c_str(), bbox_, body_lines()));
    add(parts.after, "_caption");
    add(parts.footnotes, "_footnote");
    return out;
  }

  Json body_lines() const {
    if (block_.kind == BlockKind::kCode) return code_lines();
    const std::string image = base_name(clean_text(block_.picture.file_name));
    if (block_.kind == BlockKind::kTable) {
      const std::string html = html_table(block_.table);
      if (html.empty() && image.empty()) return text_lines();
      return Json::array({middle_line_of("table", {{"html", html}, {"image_path", image}}, bbox_)});
    }
    Json content = {{"image_path", image}};
    if (block_.kind == BlockKind::kChart || !block_.content.empty())
      content["content"] = running_text(block_.content);
    return Json::array(
        {middle_line_of(block_.kind == BlockKind::kChart ? "chart" : "image", content, bbox_)});
  }

  // One line a line of code, indentation kept.
  Json code_lines() const {
    Json lines = Json::array();
    const std::string code = clean_code(plain_text(body_inlines(block_)));
    for (size_t begin = 0; begin < code.size();) {
      const size_t end = std::min(code.find('\n', begin), code.size());
      lines.push_back(
          middle_line_of("text", {{"content", code.substr(begin, end - begin)}}, bbox_));
      begin = end + 1;
    }
    return lines;
  }

  const PageLookup& pages_;
  const Block& block_;
  size_t box_;
  bool joined_;
  int index_;
  PageBox place_;
  Json bbox_;
};

// All pieces by page index, in document order.
std::map<int, std::vector<Piece>> pieces_by_page(const Document& document) {
  std::map<int, std::vector<Piece>> pages;
  for (const Block& block : document.blocks) {
    if (block.boxes.empty()) pages[first_page(block)].push_back({&block, 0});
    for (size_t i = 0; i < block.boxes.size(); ++i)
      pages[block.boxes[i].page].push_back({&block, i});
  }
  return pages;
}

Json page_json(const PageLookup& pages, const PageInfo& page, const std::vector<Piece>& pieces) {
  Json preprocessed = Json::array(), paragraphs = Json::array(), discarded = Json::array();
  int index = 0;
  for (const Piece& piece : pieces) {
    const int number = index++;
    if (is_discarded_kind(piece.block->kind)) {
      discarded.push_back(BlockWriter(pages, piece, false, number).write());
    } else {
      preprocessed.push_back(BlockWriter(pages, piece, false, number).write());
      paragraphs.push_back(BlockWriter(pages, piece, true, number).write());
    }
  }
  return {{"preproc_blocks", std::move(preprocessed)},
          {"page_idx", page.index},
          {"page_size", {static_cast<int>(page.width), static_cast<int>(page.height)}},
          {"discarded_blocks", std::move(discarded)},
          {"para_blocks", std::move(paragraphs)}};
}

// MinerU's word for what read the document.
std::string backend_name(Tier tier) {
  return tier == Tier::kVlm ? "vlm" : tier == Tier::kHybrid ? "hybrid" : "pipeline";
}

}  // namespace
}  // namespace document

std::string to_middle_json(const Document& document) {
  const document::PageLookup pages(document);
  auto pieces = document::pieces_by_page(document);
  constexpr int kIndent = 4;
  document::JsonArrayText info(kIndent, kIndent);
  for (const PageInfo& page : document.pages)
    info.add(document::page_json(pages, page, pieces[page.index]));
  return "{\n    \"pdf_info\": " + info.take() + ",\n    \"_backend\": \"" +
         document::backend_name(document.tier) + "\",\n    \"_version_name\": \"octavo " +
         std::string(version()) + "\"\n}\n";
}

}  // namespace octavo
