#include "ask/passages.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ask/sentences.h"
#include "ask/table_text.h"
#include "base/utf8.h"

namespace octavo::ask {
namespace {

// About 150 words: a handful of them fit into the prompt of a small model.
constexpr size_t kPieceBytes = 900;
constexpr size_t kHeadingBytes = 200;  // of one heading; more is no heading

std::vector<std::string> pieces_of(const std::vector<std::string_view>& parts,
                                   std::string_view between) {
  std::vector<std::string> pieces;
  for (std::string_view part : parts) {
    // A part that is too long by itself is cut where it must.
    while (part.size() > kPieceBytes) {
      const std::string_view head = utf8_prefix(part, kPieceBytes);
      pieces.emplace_back(head);
      part.remove_prefix(head.size());
    }
    if (part.empty()) continue;
    if (pieces.empty() || pieces.back().size() + between.size() + part.size() > kPieceBytes)
      pieces.emplace_back(part);
    else
      pieces.back() += std::string(between) + std::string(part);
  }
  return pieces;
}

std::string joined(const std::vector<Caption>& captions) {
  std::string text;
  for (const Caption& caption : captions)
    text += (text.empty() ? "" : " ") + collapse_spaces(plain_text(caption.content));
  return text;
}

// Lines of a block as they are printed: labels and values of forms stand in lines.
std::vector<std::string> paragraph_pieces(const std::string& text) {
  if (text.size() <= kPieceBytes) return {text};
  return pieces_of(sentences_of(text), " ");
}

std::vector<std::string> list_pieces(const Block& block) {
  std::vector<std::string> items;
  for (const ListItem& item : block.items) {
    const std::string text = collapse_spaces(plain_text(item.content));
    if (!text.empty())
      items.push_back(item.marker.empty() || item.marker == "•" ? text : item.marker + " " + text);
  }
  return pieces_of({items.begin(), items.end()}, "\n");
}

class Maker {
 public:
  explicit Maker(std::vector<Passage>& out) : out_(out) {}

  void read(const Document& document, int index) {
    headings_.clear();
    lead_in_.clear();
    furniture_.clear();
    std::map<int, int> numbers;  // of blocks on pages
    for (size_t i = 0; i < document.blocks.size(); ++i) {
      const Block& block = document.blocks[i];
      if (block.boxes.empty()) continue;
      std::set<int> pages;
      for (const PageBox& box : block.boxes) pages.insert(box.page);
      for (const int page : pages) ++numbers[page];
      const int page = block.boxes.front().page;
      at_ = Passage{.document = index, .block = i, .page = page, .number = numbers[page]};
      add_block(block);
    }
  }

 private:
  void add_block(const Block& block) {
    switch (block.kind) {
      case BlockKind::kPageNumber:
        return;
      case BlockKind::kTitle:
        return add_title(block);
      case BlockKind::kTable:
        return add_table(block);
      case BlockKind::kList:
      case BlockKind::kIndex:
        return add_list(block);
      case BlockKind::kImage:
      case BlockKind::kChart:
      case BlockKind::kCode:
        add_all(block, paragraph_pieces(joined(block.captions)));
        add_all(block, paragraph_pieces(joined(block.footnotes)));
        break;
      default:
        break;
    }
    add_text(block);
  }

  void add_text(const Block& block) {
    const std::string text(trim(plain_text(block.content)));
    if (text.empty()) return;
    if (is_page_furniture(block.kind) && !furniture_.insert(text).second) return;
    add_all(block, paragraph_pieces(text));
    lead_in_.clear();
    if (!is_page_furniture(block.kind) && (text.ends_with(':') || text.ends_with("：")))
      lead_in_ = utf8_prefix(sentences_of(text).back(), kHeadingBytes);
  }

  void add_title(const Block& block) {
    const std::string text = collapse_spaces(plain_text(block.content));
    if (text.empty()) return;
    const size_t level = static_cast<size_t>(std::clamp(block.level, 1, 6));
    if (headings_.size() >= level) headings_.resize(level - 1);
    at_.title = true;
    add_all(block, paragraph_pieces(text));
    at_.title = false;
    headings_.resize(level - 1);
    headings_.emplace_back(utf8_prefix(text, kHeadingBytes));
    lead_in_.clear();
  }

  void add_list(const Block& block) {
    at_.weak = block.kind == BlockKind::kIndex;
    if (block.items.empty())
      add_text(block);
    else
      add_all(block, list_pieces(block));
  }

  void add_table(const Block& block) {
    const std::string caption = joined(block.captions);
    add_all(block, paragraph_pieces(caption));
    const std::string before = std::exchange(lead_in_, caption);
    for (const RowText& row : row_texts(block.table)) {
      if (!row.boxes.empty()) boxes_ = row.boxes;
      at_.row = true;
      add_all(block, pieces_of({row.text}, " "));
      at_.row = false;
      boxes_.clear();
    }
    lead_in_ = before;
    add_all(block, paragraph_pieces(joined(block.footnotes)));
    if (block.table.cells.empty()) add_text(block);
  }

  void add_all(const Block& block, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      if (text.empty()) continue;
      Passage passage = at_;
      passage.text = text;
      passage.heading = heading();
      passage.boxes = boxes_.empty() ? block.boxes : boxes_;
      passage.weak = passage.weak || is_page_furniture(block.kind);
      out_.push_back(std::move(passage));
    }
  }

  std::string heading() const {
    std::string path;
    for (const std::string& part : headings_)
      if (!part.empty()) path += (path.empty() ? "" : " > ") + part;
    if (!lead_in_.empty()) path += (path.empty() ? "" : " > ") + lead_in_;
    return path;
  }

  std::vector<Passage>& out_;
  Passage at_;
  std::vector<PageBox> boxes_;         // of the row at hand
  std::vector<std::string> headings_;  // by level
  std::string lead_in_;                // the line before a list or table that ends with a colon
  std::set<std::string> furniture_;
};

}  // namespace

std::vector<Passage> passages_of(std::span<const Document> documents) {
  std::vector<Passage> passages;
  Maker maker(passages);
  for (size_t i = 0; i < documents.size(); ++i) maker.read(documents[i], static_cast<int>(i));
  return passages;
}

std::string label_of(const Passage& passage, bool several) {
  std::string label = "[";
  if (several) label += std::to_string(passage.document + 1) + ":";
  return label + std::to_string(passage.page + 1) + ":" + std::to_string(passage.number) + "]";
}

}  // namespace octavo::ask
