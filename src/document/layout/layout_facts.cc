#include "document/layout/layout_facts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/utf8.h"

namespace octavo::document {
namespace {

constexpr float kSmallestSize = 1;  // points; below, ratios to the size mean nothing
constexpr float kLargestSize = 1000;
// Advance of an average Latin character in ems, to guess the length of an unread line.
constexpr float kLatinAdvance = 0.5F;

bool finite(const PointBox& b) {
  return std::isfinite(b.x0) && std::isfinite(b.y0) && std::isfinite(b.x1) && std::isfinite(b.y1);
}

bool is_math(char32_t c) {
  return (c >= 0x2200 && c <= 0x22FF) || (c >= 0x2A00 && c <= 0x2AFF) ||  // operators
         (c >= 0x27C0 && c <= 0x27EF) || (c >= 0x1D400 && c <= 0x1D7FF) ||
         (c >= 0x370 && c <= 0x3FF) || (c >= 0x2190 && c <= 0x21FF) || c == U'=' || c == U'+' ||
         c == U'<' || c == U'>' || c == U'^' || c == 0xB1 || c == 0xD7 || c == 0xF7 || c == 0x2032;
}

// Fonts that hold symbols and variables. The PDF flag "symbolic" says only that the encoding is the
// font's own, which holds for most TeX fonts.
bool is_math_font(std::string_view name) {
  for (const std::string_view part :
       {"CMSY", "CMMI", "CMEX", "MSAM", "MSBM", "MTMI", "MTSY", "MTEX", "LMMathSymbols",
        "LMMathItalic", "LMMathExtension", "Math", "Symbol", "rsfs", "RSFS", "EUFM", "EUSM"})
    if (name.find(part) != name.npos) return true;
  return false;
}

struct Counts {
  float all = 0, digits = 0, letters = 0, math = 0, bold = 0, italic = 0, monospace = 0;
  float upper = 0, cased = 0, right_to_left = 0, wide = 0, prose = 0;
};

void count_word(const std::vector<char>& math_fonts, const Word& word, Counts& n) {
  const bool math_font = word.font < math_fonts.size() && math_fonts[word.font] != 0;
  float here = 0, letters = 0, wide = 0;
  for (const char32_t c : to_utf32(word.text)) {
    if (is_space(c)) continue;
    ++here;
    if (is_digit(c)) ++n.digits;
    if (is_letter(c)) ++letters;
    if (is_math(c) || (math_font && !is_digit(c))) ++n.math;
    if (is_upper(c)) ++n.upper, ++n.cased;
    if (is_lower(c)) ++n.cased;
    if (is_right_to_left(c)) ++n.right_to_left;
    if (is_cjk(c) || is_hangul(c)) ++wide;
  }
  constexpr float kProseWord = 3;
  n.prose += letters >= kProseWord && letters >= here - 2 ? here : wide;
  n.all += here;
  n.letters += letters;
  n.wide += wide;
  if ((word.style & kBold) != 0) n.bold += here;
  if ((word.style & kItalic) != 0) n.italic += here;
  if ((word.style & kMonospace) != 0) n.monospace += here;
}

// A number that is the same for the same words before a colon (FNV-1a); 0 when there is none.
uint32_t label_of(const std::string& text) {
  constexpr size_t kLeast = 2, kMost = 40;  // bytes
  const size_t end = text.find(':');
  if (end == std::string::npos || end < kLeast || end > kMost) return 0;
  uint32_t hash = 2166136261U;
  for (size_t i = 0; i < end; ++i) hash = (hash ^ static_cast<uint8_t>(text[i])) * 16777619U;
  return std::max(hash, 1U);
}

void count_line(const std::vector<char>& math_fonts, const TextLine& line, LineFacts& facts) {
  Counts n;
  for (const Word& word : line.words) count_word(math_fonts, word, n);
  if (n.all == 0) return;
  facts.read = true;
  const std::string text = text_of(line);
  facts.caption = caption_start(text);
  facts.equation_number = is_equation_number(text);
  facts.label = label_of(text);
  facts.characters = n.all;
  facts.digits = n.digits / n.all;
  facts.letters = n.letters / n.all;
  facts.math = n.math / n.all;
  facts.bold = n.bold / n.all;
  facts.italic = n.italic / n.all;
  facts.monospace = n.monospace / n.all;
  facts.prose = n.prose / n.all;
  facts.upper = n.cased > 0 ? n.upper / n.cased : 0;
  facts.right_to_left = n.right_to_left > n.letters / 2 && n.right_to_left > 0;
  facts.wide_script = n.wide > n.all / 2;
}

LineFacts line_facts(const Page& page, const std::vector<char>& math_fonts, const TextLine& line) {
  LineFacts facts;
  facts.box = clean_box(line.box, page.width, page.height);
  facts.usable = !facts.box.empty();
  const float across = line.vertical ? facts.box.width() : facts.box.height();
  const float size = std::isfinite(line.size) && line.size > 0 ? line.size : across;
  facts.size = std::clamp(size, kSmallestSize, kLargestSize);
  count_line(math_fonts, line, facts);
  if (!facts.read)
    facts.characters = std::max(facts.box.width(), facts.box.height()) / facts.size / kLatinAdvance;
  return facts;
}

ReadingFrame find_frame(const Page& page, const std::vector<LineFacts>& lines) {
  double across = 0, down = 0, right_to_left = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].usable || page.lines[i].angle != 0) continue;
    const auto characters = static_cast<double>(lines[i].characters);
    (page.lines[i].vertical ? down : across) += characters;
    if (lines[i].right_to_left) right_to_left += characters;
  }
  ReadingFrame frame{page.width, page.height};
  frame.vertical = down > across;
  frame.mirrored = !frame.vertical && right_to_left > across / 2;
  return frame;
}

void move_to_frame(const Page& page, LayoutFacts& facts) {
  const ReadingFrame& frame = facts.frame;
  for (size_t i = 0; i < facts.lines.size(); ++i) {
    const TextLine& line = page.lines[i];
    LineFacts& f = facts.lines[i];
    // One or two characters are as high as wide: they belong to either direction.
    const bool fits = line.vertical == frame.vertical || (frame.vertical && f.characters <= 2);
    f.upright = line.angle == 0 && fits;
    f.box = f.usable ? frame.to_reading(f.box) : PointBox{};
    const bool baseline_inside =
        !frame.vertical && line.baseline > f.box.y0 && line.baseline <= f.box.y1;
    f.baseline = baseline_inside ? line.baseline : f.box.y1;
  }
  constexpr float kHairline = 0.1F;
  for (const Rule& rule : page.content.rules) {
    const PointBox box = clean_box(rule.box, page.width, page.height, kHairline);
    facts.rules.push_back({box.empty() ? PointBox{NAN, NAN, NAN, NAN} : frame.to_reading(box),
                           frame.vertical ? !rule.horizontal : rule.horizontal});
  }
  const auto place = [&](const PointBox& b) {
    const PointBox box = clean_box(b, page.width, page.height, kHairline);
    return box.empty() ? box : frame.to_reading(box);
  };
  for (const Shape& shape : page.content.shapes) facts.shapes.push_back(place(shape.box));
  for (const auto& picture : page.content.pictures) facts.pictures.push_back(place(picture.box));
}

// Styles in which most of the page is set.
void find_body_styles(LayoutFacts& facts) {
  float all = 0, bold = 0, monospace = 0;
  for (const LineFacts& line : facts.lines) {
    all += line.characters;
    bold += line.bold * line.characters;
    monospace += line.monospace * line.characters;
  }
  facts.bold_body = bold > 0.5F * all;
  facts.monospace_body = monospace > 0.8F * all;
}

// The value with the most weight; values within a twentieth of each other count together.
float heaviest(const std::map<int, double>& weight_of_half_points, float fallback) {
  double best = 0;
  float value = fallback;
  for (const auto& [half_points, weight] : weight_of_half_points) {
    double sum = weight, moment = weight * half_points;
    for (const int neighbour : {half_points - 1, half_points + 1})
      if (const auto it = weight_of_half_points.find(neighbour); it != weight_of_half_points.end())
        sum += it->second, moment += it->second * neighbour;
    if (sum > best) best = sum, value = static_cast<float>(moment / sum / 2);
  }
  return value;
}

// The largest of the sizes in which much of the page is set: a page may hold more small print than
// text.
float find_body_size(const LayoutFacts& facts) {
  constexpr double kMuch = 0.4;  // of the characters in the most frequent size
  std::map<int, double> weights;
  for (const LineFacts& line : facts.lines)
    if (line.usable && line.upright)
      weights[static_cast<int>(std::lround(line.size * 2))] += static_cast<double>(line.characters);
  const auto around = [&](int half_points) {
    double sum = 0;
    for (int k = half_points - 1; k <= half_points + 1; ++k)
      if (const auto it = weights.find(k); it != weights.end()) sum += it->second;
    return sum;
  };
  const float frequent = heaviest(weights, 10);
  const double most = around(static_cast<int>(std::lround(frequent * 2)));
  std::map<int, double> larger;
  for (const auto& [half_points, weight] : weights)
    if (around(half_points) >= kMuch * most) larger = {{half_points, weight}};
  return larger.empty() ? frequent : std::max(frequent, heaviest(larger, frequent) - 0.25F);
}

// The most frequent distance to the next line below that starts near the same place.
float find_body_pitch(const LayoutFacts& facts) {
  std::vector<const LineFacts*> body;
  for (const LineFacts& line : facts.lines)
    if (line.usable && line.upright && std::abs(line.size - facts.body_size) < 0.15F * line.size)
      body.push_back(&line);
  std::sort(body.begin(), body.end(), [](const LineFacts* a, const LineFacts* b) {
    return a->box.y0 != b->box.y0 ? a->box.y0 < b->box.y0 : a->box.x0 < b->box.x0;
  });
  constexpr size_t kLookAhead = 12;  // enough for the lines of a few columns side by side
  std::map<int, double> weights;
  for (size_t i = 0; i < body.size(); ++i)
    for (size_t j = i + 1; j < std::min(body.size(), i + 1 + kLookAhead); ++j) {
      const float pitch = body[j]->box.y1 - body[i]->box.y1;
      if (pitch < 0.7F * facts.body_size) continue;
      if (pitch > 2.5F * facts.body_size) break;
      if (std::abs(body[j]->box.x0 - body[i]->box.x0) > facts.body_size) continue;
      weights[static_cast<int>(std::lround(pitch * 2))] += 1;
      break;
    }
  return heaviest(weights, 1.2F * facts.body_size);
}

}  // namespace

bool is_ground(const LayoutFacts& facts, const PointBox& box) {
  constexpr float kGround = 0.75F;  // of the page
  return box.area() >= kGround * facts.width() * facts.height();
}

PointBox clean_box(const PointBox& box, float width, float height, float least) {
  if (!finite(box)) return {};
  PointBox b{std::min(box.x0, box.x1), std::min(box.y0, box.y1), std::max(box.x0, box.x1),
             std::max(box.y0, box.y1)};
  if (b.width() < least) b.x1 = b.x0 + least;
  if (b.height() < least) b.y1 = b.y0 + least;
  b = intersection(b, PointBox{0, 0, width, height});
  return b.empty() ? PointBox{} : b;
}

LayoutFacts gather_facts(const Page& page) {
  LayoutFacts facts;
  facts.lines.reserve(page.lines.size());
  std::vector<char> math_fonts;
  for (const Font& font : page.content.fonts) math_fonts.push_back(is_math_font(font.name));
  for (const TextLine& line : page.lines) facts.lines.push_back(line_facts(page, math_fonts, line));
  facts.frame = find_frame(page, facts.lines);
  move_to_frame(page, facts);
  find_body_styles(facts);
  facts.body_size = find_body_size(facts);
  facts.body_pitch = find_body_pitch(facts);
  return facts;
}

}  // namespace octavo::document
