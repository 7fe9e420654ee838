// Page: everything that is known about one page before anyone decides what its parts are.
// All boxes are PointBox: points on the displayed page, origin top left, y down.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/document.h"
#include "octavo/geometry.h"

namespace octavo::document {

struct Font {
  std::string name;  // without the subset prefix "ABCDEF+"
  bool bold = false, italic = false, monospace = false, serif = false, symbolic = false;
  float space = 0;  // advance of the space character as a part of the size; 0 when it has none
};

enum class Visibility : uint8_t {
  kVisible,
  kInvisible,  // text render mode 3 or 7, or zero alpha
  kOffPage,    // outside the displayed page
  kTiny,       // under 2 points (less on a tiny sheet): no person reads it
  kCovered,    // the colour of what is behind it (white on white), or under a later picture
};

// One glyph of the PDF text layer, in content order. Synthetic spaces and line ends that PDFium
// adds are left out: words are made from positions.
struct Glyph {
  char32_t code = 0;                 // Unicode; 0 when the font does not say
  PointBox box;                      // ink
  PointBox loose;                    // advance width x font ascent and descent
  float origin_x = 0, origin_y = 0;  // on the baseline
  float size = 0;                    // effective font size, points
  float angle = 0;                   // degrees clockwise that the text runs, 0 .. 360
  float advance = 0;    // how far the pen moves along that, points; 0 when the font does not say
  uint16_t font = 0;    // index into Page::fonts
  uint32_t object = 0;  // which drawing operation of the page put it there; ascending
  Visibility visibility = Visibility::kVisible;
  uint32_t color = 0;  // 0xRRGGBB

  // Of what draws nothing, its place.
  const PointBox& ink() const { return box.empty() ? loose : box; }
};

// A straight stroke or thin filled bar: table ruling, underline, separator.
struct Rule {
  PointBox box;  // thickness included
  bool horizontal = true;
  float thickness() const { return horizontal ? box.height() : box.width(); }
  float length() const { return horizontal ? box.width() : box.height(); }
};

// Any other vector drawing object.
struct Shape {
  PointBox box;
  bool filled = false, stroked = false, curved = false;
  uint32_t fill_color = 0xFFFFFF;
};

struct PlacedPicture {
  PointBox box;
  int pixel_width = 0, pixel_height = 0;
};

struct Link {
  PointBox box;
  std::string url;       // empty for a link inside the document
  int target_page = -1;  // 0-based; -1 when it leaves the document
};

struct FormField {
  enum class Kind : uint8_t { kText, kCheckBox, kRadioButton, kChoice, kOther };
  Kind kind = Kind::kOther;
  PointBox box;
  std::string name, value;
  bool checked = false;
};

// What an input hands over for one page. A picture input has no glyphs and no drawings.
struct PageContent {
  float width = 0, height = 0;  // points, displayed (after /Rotate and CropBox)
  std::vector<Font> fonts;
  std::vector<Glyph> glyphs;
  std::vector<Rule> rules;
  std::vector<Shape> shapes;
  std::vector<PlacedPicture> pictures;
  std::vector<Link> links;
  std::vector<FormField> fields;
};

// A run of glyphs without white space in one style. `space_before` says whether a space precedes it
// on its line: false at the line start, in CJK text, and where only the style changes ("H", "2",
// "O").
struct Word {
  std::string text;  // UTF-8, NFC, ligatures resolved, no control characters
  PointBox box;
  float size = 0;     // points
  uint16_t font = 0;  // index into fonts; meaningless for OCR
  uint8_t style = 0;  // InlineStyle bits
  bool space_before = false;
  int link = -1;  // index into Page::links, -1 none
  float confidence = 1;
};

// Corners on the page in points, clockwise from the top left of the text as it stands.
struct PointQuad {
  std::array<float, 4> x{}, y{};
};

// Words that share a baseline and stand next to each other in one column.
struct TextLine {
  PointBox box;
  float baseline = 0;       // y of the baseline (x for vertical lines)
  float size = 0;           // dominant font size; for OCR an estimate from the height
  int angle = 0;            // 0, 90, 180, 270: clockwise turn of the text on the page
  bool vertical = false;    // CJK top-to-bottom writing
  std::vector<Word> words;  // reading order; empty until recognised when the line was only detected
  Source source = Source::kTextLayer;
  float confidence = 1;
  std::optional<PointQuad> quad;  // kOcr: the turned rectangle that was found
};

std::string text_of(const TextLine& line);

// Is the PDF text layer what a reader sees?
enum class TextTrust : uint8_t {
  kTrusted,
  kAbsent,        // no glyphs
  kUnreadable,    // codes without meaning: gid names, shifted maps, private use
  kContradicted,  // an OCR layer that disagrees with the picture
};

// Page is per-thread data while it is worked on; const afterwards. Everything in it is in reading
// orientation: when a scan lies on its side, or all text of a page runs upwards, the page is turned
// first (PageView::set_turn) and `turn` says by how much; pipeline/ turns the boxes of the result
// back.
struct Page {
  int index = 0;                // 0-based in the source file
  float width = 0, height = 0;  // points, displayed and turned
  PageContent content;
  std::vector<TextLine>
      lines;  // no particular order; from the text layer, or detected, or recognised
  TextTrust trust = TextTrust::kAbsent;
  std::string trust_reason;            // for a person: "4 % of the codes have no Unicode"
  Source source = Source::kTextLayer;  // where `lines` come from
  int turn = 0;  // clockwise degrees the displayed page was turned: 0, 90, 180, 270
  bool blank = false;
  int text_layer_characters = 0, characters_hidden = 0;
};

}  // namespace octavo::document
