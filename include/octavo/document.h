// What a parsed document is: blocks in reading order, each with its kind, content, the pages and
// boxes it came from, the source it was read from, and how sure we are. Plain data, owned by value,
// safe to read from many threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/geometry.h"
#include "octavo/result.h"

namespace octavo {

// A box on one page. `page` is the 0-based index in the source file, whatever --pages selected.
struct PageBox {
  int page = 0;
  PointBox box;
};

// What reads a document's pages.
enum class Tier : uint8_t {
  kAuto,    // kHybrid when there is a vision-language model, else kBasic
  kBasic,   // text layer, OCR and small networks
  kVlm,     // the vision-language model alone, in MinerU2.5's two steps
  kHybrid,  // as kBasic where that is sure, the vision-language model for the rest
};
std::string_view tier_name(Tier tier);  // "auto" "basic" "vlm" "hybrid"

enum class Source : uint8_t { kTextLayer, kOcr, kNetwork, kVlm };
std::string_view source_name(Source source);  // "text" "ocr" "network" "vlm"

// Kinds follow MinerU's names (block_kind_name gives them): text, title, list, index, table, image,
// chart, equation, code, ref_text, header, footer, page_number, page_footnote, aside_text.
enum class BlockKind : uint8_t {
  kText,
  kTitle,
  kList,
  kIndex,  // table of contents
  kTable,
  kImage,
  kChart,
  kEquation,
  kCode,
  kReference,
  kHeader,
  kFooter,
  kPageNumber,
  kPageFootnote,
  kAside,
};
std::string_view block_kind_name(BlockKind kind);

// Header, footer, page number, aside: kept in JSON, left out of the running text by default.
bool is_page_furniture(BlockKind kind);

enum InlineStyle : uint8_t {
  kPlain = 0,
  kBold = 1,
  kItalic = 2,
  kSuperscript = 4,
  kSubscript = 8,
  kMonospace = 16,
  kStrikethrough = 32,
  kUnderline = 64,
};

enum class InlineKind : uint8_t {
  kText,  // UTF-8 text
  kMath,  // LaTeX without delimiters
};

// A run of text in one style. Runs are joined without separators: spaces are part of the text.
struct Inline {
  InlineKind kind = InlineKind::kText;
  uint8_t style = kPlain;  // InlineStyle bits
  std::string text;
  std::string url;  // link target; empty when none
};
using Inlines = std::vector<Inline>;
std::string plain_text(const Inlines& inlines);

// One printed line of a block, before lines were joined into paragraphs.
struct Line {
  PageBox box;
  Inlines content;
  float confidence = 1;
};

struct ListItem {
  std::string marker;  // as printed: "•", "3.", "b)"; empty when the page shows none
  int level = 0;       // nesting, 0 outermost
  Inlines content;
  std::vector<PageBox> boxes;
};

struct TableCell {
  int row = 0, column = 0;
  int row_span = 1, column_span = 1;
  bool header = false;
  Inlines content;  // lines inside a cell are separated by '\n'
  PageBox box;
};

// Cells are sorted by (row, column); every grid place is covered by exactly one cell (empty cells
// kept).
struct Table {
  int rows = 0, columns = 0;
  std::vector<TableCell> cells;
};

// A figure cut out of the page. `bytes` is empty when a picture sink took them (see ParseOptions).
struct Picture {
  std::string file_name;  // "images/<hash>.jpg"; empty when there is no picture
  int width = 0, height = 0;
  std::vector<uint8_t> bytes;
};

struct Caption {
  Inlines content;
  PageBox box;
};

struct Block {
  BlockKind kind = BlockKind::kText;
  int level = 0;  // titles: 1..6
  int angle = 0;  // 0, 90, 180, 270: the content was turned clockwise by this much on the page
  std::vector<PageBox> boxes;   // at least one; several when joined across columns or pages
  Inlines content;              // text, title, reference, furniture, footnote, code, equation
  std::vector<Line> lines;      // the printed lines that `content` was joined from
  std::vector<ListItem> items;  // kList, kIndex
  Table table;                  // kTable
  Picture picture;              // kImage, kChart, kTable and kEquation when cut out
  std::vector<Caption> captions, footnotes;  // kImage, kChart, kTable, kCode
  std::string language;                      // kCode: fence label, may be empty
  Source source = Source::kTextLayer;
  std::string source_reason;  // why this source was used, for a person to read
  float confidence = 1;       // 0..1
};

enum class Severity : uint8_t { kInfo, kWarning, kError };
std::string_view severity_name(Severity severity);  // "info" "warning" "error"

// Something a reader should know although the result is there: damage tolerated, a cap applied,
// text left out. `id` is stable ("image_reduced", "hidden_text", "font_without_unicode").
struct Diagnostic {
  Severity severity = Severity::kWarning;
  std::string id;
  std::string text;
  int page = -1;  // 0-based; -1 when it concerns the whole document
};

enum class PageStatus : uint8_t { kOk, kDegraded, kFailed };
std::string_view page_status_name(PageStatus status);  // "ok" "degraded" "failed"

// A block as the vision-language model gave it, after the repairs (MinerU's _model.json).
struct ModelBlock {
  std::string type;  // the protocol's name: "text", "table_caption" ...
  NormBox box;
  int angle = -1;  // 0, 90, 180, 270; -1: the model did not say
  std::string content;
  bool has_content = false;  // false: it was not read
  std::string sub_type;      // of pictures and charts; empty: none
  bool merge_prev = false;   // a text that goes on from the one before it
};

// What a page has asked of a vision-language model. Not part of any output file.
struct ModelUse {
  int questions = 0;
  int64_t tokens = 0;  // of the answers
  // Encoding pictures; the part of the steps that wrote its answers. 0: not told (a server).
  double image_seconds = 0, writing_seconds = 0;
};

struct PageInfo {
  int index = 0;                // 0-based in the source file
  float width = 0, height = 0;  // points, displayed
  int rotation = 0;             // clockwise turn Octavo applied to read the page: 0, 90, 180, 270;
                                // boxes are on the page as displayed, before that turn
  PageStatus status = PageStatus::kOk;
  Source source = Source::kTextLayer;  // where most of its text came from
  std::string source_reason;
  bool blank = false;  // ink coverage under the threshold; nothing was read
  bool used_layout_network = false;
  int text_layer_characters = 0;  // non-space characters in the PDF text layer
  int characters_kept = 0;        // of those, how many reached a block
  int characters_hidden = 0;      // of those, left out because they are invisible on the page
  std::vector<ModelBlock> model_blocks;  // Tier::kVlm
  ModelUse model_use;
  float seconds = 0;  // wall time spent on the page; not part of any output file
};

struct OutlineEntry {
  std::string title;
  int level = 1;  // 1 outermost
  int page = -1;  // 0-based; -1 unknown
  float y = -1;   // points from the top of the displayed page; -1 unknown
};

struct Document {
  std::string name;  // file name as given, "stdin" for standard input
  std::string title, author, subject, keywords, creator, producer;
  Tier tier = Tier::kBasic;     // what read it; never kAuto
  int page_count = 0;           // pages in the file; `pages` holds the selected ones
  std::vector<PageInfo> pages;  // ascending index
  std::vector<OutlineEntry> outline;
  std::vector<Block> blocks;  // reading order over the whole document, furniture included
  std::vector<Diagnostic> diagnostics;
};

}  // namespace octavo
