#include "document/block/row.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/utf8.h"
#include "document/block/marker.h"

namespace octavo::document {
namespace {

// Two lines are on one row when they share this much of the lower one's height.
constexpr float kSameRow = 0.5f;

// A damaged file may place text anywhere. Beyond this no page reaches (PDF allows 14,400 points).
constexpr float kFar = 100'000;

PointBox sane(const PointBox& b) {
  const auto coordinate = [](float v) {
    return std::isfinite(v) ? std::clamp(v, -kFar, kFar) : 0.0f;
  };
  PointBox out{coordinate(b.x0), coordinate(b.y0), coordinate(b.x1), coordinate(b.y1)};
  out.x1 = std::max(out.x0, out.x1);
  out.y1 = std::max(out.y0, out.y1);
  return out;
}

float sane_size(float size, float fallback) {
  constexpr float kLeast = 0.5f, kMost = 2000;
  if (!std::isfinite(size) || size <= 0) size = fallback;
  return std::clamp(size, kLeast, kMost);
}

// How the page's coordinates become the reading frame.
struct Frame {
  int turn = 0;           // clockwise turn of the text: 0, 90, 180, 270
  bool mirrored = false;  // right-to-left script

  PointBox apply(const PointBox& page) const {
    const PointBox b = sane(page);
    PointBox out = b;
    if (turn == 90) out = {b.y0, -b.x1, b.y1, -b.x0};
    if (turn == 180) out = {-b.x1, -b.y1, -b.x0, -b.y0};
    if (turn == 270) out = {-b.y1, b.x0, -b.y0, b.x1};
    if (mirrored) out = {-out.x1, out.y0, -out.x0, out.y1};
    return out;
  }
};

int turn_of(const TextLine& line) {
  // Vertical writing: characters go down, rows to the left, as if the text were turned by 90
  // degrees.
  if (line.vertical) return 90;
  return line.angle == 90 || line.angle == 180 || line.angle == 270 ? line.angle : 0;
}

Frame frame_of(const std::vector<TextLine>& lines) {
  std::array<size_t, 4> votes{};
  size_t letters = 0, right_to_left = 0;
  for (const TextLine& line : lines) {
    votes[static_cast<size_t>(turn_of(line) / 90)] += line.words.size();
    for (const Word& word : line.words) {
      const char32_t c = first_char(word.text);
      letters += is_letter(c);
      right_to_left += is_right_to_left(c);
    }
  }
  const auto best = std::max_element(votes.begin(), votes.end()) - votes.begin();
  return {static_cast<int>(best) * 90, right_to_left * 2 > letters};
}

// Characters that a line may break after, or between which it may break: the piece that has to fit
// before the rest can go on the next line.
float unbreakable_width(const Word& word, const Frame& frame) {
  const std::u32string text = to_utf32(word.text);
  const float width = frame.apply(word.box).width();
  if (text.empty()) return width;
  size_t count = 0;
  if (is_cjk(text[0])) {
    count = 1;
    while (count < text.size() && count < 3 && is_punctuation(text[count])) ++count;
  } else {
    while (count < text.size() && !is_cjk(text[count])) ++count;
  }
  float before = 0, all = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const float weight = is_cjk(text[i]) ? 2 : 1;
    all += weight;
    if (i < count) before += weight;
  }
  return width * before / all;
}

// White space inside a row that no justified text has, in ems.
constexpr float kPartsGap = 2;

bool has_wide_gap(const TextLine& line, const Frame& frame, float size) {
  for (size_t i = 1; i < line.words.size(); ++i) {
    const PointBox before = frame.apply(line.words[i - 1].box),
                   after = frame.apply(line.words[i].box);
    if (after.x0 - before.x1 > kPartsGap * size) return true;
  }
  return false;
}

struct Styles {
  int characters = 0, bold = 0, italic = 0, monospace = 0;
  uint16_t font = 0;
};

Styles count_styles(const TextLine& line) {
  Styles styles;
  int in_font = 0;  // characters in styles.font less those in others: a majority vote in one pass
  for (const Word& word : line.words) {
    int visible = 0;
    for (const char c : word.text) visible += (static_cast<uint8_t>(c) & 0xC0) != 0x80;
    styles.characters += visible;
    if (in_font <= 0 && visible > 0) styles.font = word.font;
    in_font += word.font == styles.font ? visible : -visible;
    if (word.style & kBold) styles.bold += visible;
    if (word.style & kItalic) styles.italic += visible;
    if (word.style & kMonospace) styles.monospace += visible;
  }
  return styles;
}

std::string line_text(const TextLine& line) {
  std::string text;
  for (const Word& word : line.words) {
    if (!text.empty() && word.space_before) text += ' ';
    text += word.text;
  }
  return text;
}

Row start_row(const TextLine& line, const Frame& frame) {
  Row row;
  const PointBox box = frame.apply(line.box);
  row.left = box.x0;
  row.right = box.x1;
  row.top = box.y0;
  row.bottom = box.y1;
  row.baseline = frame.turn == 0 && line.baseline > box.y0 && line.baseline < box.y1 + box.height()
                     ? line.baseline
                     : box.y1;
  row.size = sane_size(line.size, box.height());
  const auto first = std::find_if(line.words.begin(), line.words.end(),
                                  [](const Word& word) { return !word.text.empty(); });
  row.first_width = std::max(0.0f, unbreakable_width(*first, frame));
  row.raised_start = (first->style & kSuperscript) != 0;
  const float before = frame.apply(first->box).x0 - box.x0;
  constexpr float kLeastMark = 0.6f, kMostMark = 4;  // ems from a bullet to its text
  row.lost_mark = line.source == Source::kTextLayer && before > kLeastMark * row.size &&
                  before < kMostMark * row.size;
  return row;
}

void add_line(Row& row, const TextLine& line, const Frame& frame) {
  const Styles styles = count_styles(line);
  const PointBox box = frame.apply(line.box);
  const int before = row.characters;
  row.characters += styles.characters;
  const auto mix = [&](float share, int part) {
    return row.characters == 0 ? 0.0f
                               : (share * static_cast<float>(before) + static_cast<float>(part)) /
                                     static_cast<float>(row.characters);
  };
  row.bold = mix(row.bold, styles.bold);
  row.italic = mix(row.italic, styles.italic);
  row.monospace = mix(row.monospace, styles.monospace);
  if (styles.characters > before) row.font = styles.font;
  if (styles.characters > before) row.size = sane_size(line.size, box.height());
  row.parts = row.parts || has_wide_gap(line, frame, row.size) ||
              (!row.lines.empty() && box.x0 - row.right > kPartsGap * row.size);
  row.box = row.lines.empty() ? sane(line.box) : hull(row.box, sane(line.box));
  row.left = std::min(row.left, box.x0);
  row.right = std::max(row.right, box.x1);
  row.top = std::min(row.top, box.y0);
  row.bottom = std::max(row.bottom, box.y1);
  row.ocr = row.ocr || line.source != Source::kTextLayer;
  if (!row.text.empty()) row.text += ' ';
  row.text += line_text(line);
  row.lines.push_back(&line);
}

// The line goes on the row: beside it, to the right, at the same height.
bool on_row(const Row& row, const TextLine& line, const Frame& frame) {
  const PointBox box = frame.apply(line.box);
  const float shared = std::min(row.bottom, box.y1) - std::max(row.top, box.y0);
  const float lower = std::min(row.bottom - row.top, box.height());
  return lower > 0 && shared > kSameRow * lower && box.x0 >= row.right - 0.3f * lower;
}

// "A. 20 m    B. 72 m": choices beside each other are rows of their own.
bool is_next_choice(const Row& row, const TextLine& line) {
  const Marker next = parse_marker(line_text(line));
  if (next.kind != MarkerKind::kLetter && next.kind != MarkerKind::kCircled) return false;
  return follows(parse_marker(row.text), next);
}

}  // namespace

std::vector<Row> make_rows(const std::vector<TextLine>& lines) {
  const Frame frame = frame_of(lines);
  std::vector<Row> rows;
  for (const TextLine& line : lines) {
    const bool empty = std::all_of(line.words.begin(), line.words.end(),
                                   [](const Word& word) { return word.text.empty(); });
    if (empty) continue;
    if (rows.empty() || !on_row(rows.back(), line, frame) || is_next_choice(rows.back(), line))
      rows.push_back(start_row(line, frame));
    add_line(rows.back(), line, frame);
  }
  return rows;
}

float cjk_share(const std::vector<Row>& rows) {
  size_t all = 0, cjk = 0;
  constexpr size_t kSample = 4000;  // characters; enough to know a script
  for (const Row& row : rows) {
    for (const char32_t c : to_utf32(row.text)) {
      all += !is_space(c);
      cjk += is_cjk(c);
    }
    if (all > kSample) break;
  }
  return all == 0 ? 0 : static_cast<float>(cjk) / static_cast<float>(all);
}

}  // namespace octavo::document
