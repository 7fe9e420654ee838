#include "document/output/chunk.h"

#include <algorithm>

#include "base/utf8.h"
#include "document/output/body_parts.h"
#include "document/output/cut_text.h"
#include "document/output/equation.h"
#include "document/output/inline_runs.h"
#include "document/output/markdown_list.h"
#include "document/output/table_rows.h"

namespace octavo::document {
namespace {

void add_once(std::vector<Source>& sources, Source source) {
  if (std::find(sources.begin(), sources.end(), source) == sources.end()) sources.push_back(source);
}

std::string captions_text(const std::vector<const Caption*>& captions) {
  std::string out;
  for (const Caption* caption : captions) {
    const std::string text = running_text(caption->content);
    if (text.empty()) continue;
    if (!out.empty()) out += "\n";
    out += text;
  }
  return out;
}

std::string join(const std::string& a, const char* separator, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + separator + b;
}

class Chunker {
 public:
  explicit Chunker(size_t most) : most_(most) {}

  void add(const Block& block) {
    switch (block.kind) {
      case BlockKind::kTitle:
        return add_title(block);
      case BlockKind::kList:
      case BlockKind::kIndex:
        return add_list(block);
      case BlockKind::kTable:
        return add_table(block);
      case BlockKind::kImage:
      case BlockKind::kChart:
        return add_figure(block);
      case BlockKind::kCode:
        return add_code(block);
      case BlockKind::kEquation:
        return add_text(block, BlockKind::kText, equation_text(block));
      default:
        return add_text(block, block.kind, running_text(body_inlines(block)));
    }
  }

  std::vector<Chunk> take() {
    flush_title(0);
    flush_text();
    return std::move(chunks_);
  }

 private:
  struct Heading {
    int level = 1;
    std::string text;
    const Block* block = nullptr;
    bool used = false;  // something stands under it
  };

  static std::string equation_text(const Block& block) {
    const Equation equation = read_equation(block);
    return equation.latex.empty() ? running_text(equation.text) : "$$\n" + equation.latex + "\n$$";
  }

  Chunk chunk_of(const Block& block, BlockKind kind, std::string text) {
    Chunk chunk{.kind = kind, .text = std::move(text), .boxes = block.boxes};
    chunk.sources = {block.source};
    chunk.confidence = block.confidence;
    for (Heading& heading : headings_) {
      heading.used = true;
      chunk.headings.push_back(heading.text);
    }
    return chunk;
  }

  void emit(Chunk chunk) {
    flush_text();
    chunks_.push_back(std::move(chunk));
  }

  // Headings from `depth` on end here; one that had nothing under it becomes a chunk itself.
  void flush_title(size_t depth) {
    while (headings_.size() > depth) {
      const Heading heading = std::move(headings_.back());
      headings_.pop_back();
      if (heading.used) continue;
      for (std::string& piece : cut_text(heading.text, most_))
        emit(chunk_of(*heading.block, BlockKind::kTitle, std::move(piece)));
    }
  }

  void add_title(const Block& block) {
    flush_text();
    const int level = std::max(block.level, 1);
    size_t depth = headings_.size();
    while (depth > 0 && headings_[depth - 1].level >= level) --depth;
    flush_title(depth);
    const std::string text = collapse_spaces(running_text(body_inlines(block)));
    if (text.empty()) return;
    // A heading over another one is used: it is in that one's path.
    for (Heading& heading : headings_) heading.used = true;
    headings_.push_back({level, text, &block});
  }

  void add_text(const Block& block, BlockKind kind, const std::string& text) {
    for (std::string& piece : cut_text(text, most_)) {
      const size_t length = character_count(piece);
      constexpr size_t kGap = 2;  // the blank line
      if (open_ && text_.kind == kind && used_ + kGap + length <= most_) {
        text_.text += "\n\n" + piece;
        used_ += kGap + length;
        if (last_ != &block)
          text_.boxes.insert(text_.boxes.end(), block.boxes.begin(), block.boxes.end());
        add_once(text_.sources, block.source);
        text_.confidence = std::min(text_.confidence, block.confidence);
      } else {
        flush_text();
        text_ = chunk_of(block, kind, std::move(piece));
        used_ = length;
        open_ = true;
      }
      last_ = &block;
    }
  }

  void flush_text() {
    if (open_) chunks_.push_back(std::move(text_));
    open_ = false;
  }

  // One chunk a pack; `boxes_of(first, last)` gives the boxes of its units, none for those of the
  // block.
  template <class BoxesOf>
  void add_packs(const Block& block, const std::vector<std::string>& units,
                 const PackOptions& options, BoxesOf boxes_of) {
    for (Pack& pack : pack_units(units, options)) {
      Chunk chunk = chunk_of(block, block.kind, std::move(pack.text));
      if (std::vector<PageBox> boxes = boxes_of(pack.first, pack.last); !boxes.empty())
        chunk.boxes = std::move(boxes);
      emit(std::move(chunk));
    }
  }

  void add_list(const Block& block) {
    if (block.items.empty())
      return add_text(block, BlockKind::kText, running_text(body_inlines(block)));
    std::vector<std::string> units;
    std::vector<const ListItem*> items;
    for (const ListItem& item : block.items) {
      constexpr int kDeepest = 12;
      const std::string text = item_text(item);
      if (text.empty()) continue;
      const auto indent = static_cast<size_t>(std::clamp(item.level, 0, kDeepest)) * 2;
      units.push_back(std::string(indent, ' ') + text);
      items.push_back(&item);
    }
    add_packs(block, units, {.most = most_}, [&](size_t first, size_t last) {
      std::vector<PageBox> boxes;
      for (size_t i = first; i <= last && i < items.size(); ++i)
        boxes.insert(boxes.end(), items[i]->boxes.begin(), items[i]->boxes.end());
      return boxes;
    });
  }

  void add_table(const Block& block) {
    const BodyParts parts = split_parts(block);
    const std::string captions =
        join(captions_text(parts.before), "\n", captions_text(parts.after));
    TableRows rows = table_rows(block.table);
    if (rows.head.empty()) rows.head = running_text(body_inlines(block));
    const size_t row_count = rows.rows.size();
    if (const std::string notes = captions_text(parts.footnotes); !notes.empty())
      rows.rows.push_back(notes);
    const std::string head = join(captions, "\n\n", rows.head);
    if (head.empty() && rows.rows.empty()) return;
    // Captions come again with the head while both are short.
    const bool short_head = character_count(head) * 2 <= most_;
    const PackOptions options{
        .most = most_, .first_head = head, .later_head = short_head ? head : rows.head};
    const bool whole = pack_units(rows.rows, options).size() <= 1;
    add_packs(block, rows.rows, options, [&](size_t first, size_t last) {
      std::vector<PageBox> boxes;
      for (size_t i = first; !whole && i <= last && i < row_count; ++i)
        boxes.insert(boxes.end(), rows.boxes[i].begin(), rows.boxes[i].end());
      return joined_by_page(std::move(boxes));
    });
  }

  static std::vector<PageBox> joined_by_page(std::vector<PageBox> boxes) {
    std::vector<PageBox> out;
    for (const PageBox& box : boxes) {
      if (!out.empty() && out.back().page == box.page)
        out.back().box = hull(out.back().box, box.box);
      else
        out.push_back(box);
    }
    return out;
  }

  void add_figure(const Block& block) {
    const BodyParts parts = split_parts(block);
    std::string text = join(captions_text(parts.before), "\n", running_text(block.content));
    text = join(text, "\n", captions_text(parts.after));
    text = join(text, "\n", captions_text(parts.footnotes));
    for (std::string& piece : cut_text(text, most_)) {
      Chunk chunk = chunk_of(block, block.kind, std::move(piece));
      chunk.picture = clean_text(block.picture.file_name);
      emit(std::move(chunk));
    }
  }

  void add_code(const Block& block) {
    const BodyParts parts = split_parts(block);
    std::vector<std::string> lines;
    const std::string code = clean_code(plain_text(body_inlines(block)));
    for (size_t begin = 0; begin < code.size();) {
      const size_t end = std::min(code.find('\n', begin), code.size());
      lines.push_back(code.substr(begin, end - begin));
      begin = end + 1;
    }
    const std::string head = join(captions_text(parts.before), "\n", captions_text(parts.after));
    if (const std::string notes = captions_text(parts.footnotes); !notes.empty())
      lines.push_back(notes);
    add_packs(block, lines, {.most = most_, .first_head = head},
              [](size_t, size_t) { return std::vector<PageBox>(); });
  }

  size_t most_;
  std::vector<Chunk> chunks_;
  std::vector<Heading> headings_;
  Chunk text_;
  size_t used_ = 0;
  bool open_ = false;
  const Block* last_ = nullptr;
};

}  // namespace

std::vector<Chunk> make_chunks(const Document& document, size_t most_characters) {
  Chunker chunker(most_characters);
  for (const Block& block : document.blocks)
    if (!is_page_furniture(block.kind)) chunker.add(block);
  return chunker.take();
}

}  // namespace octavo::document
