#include "document/page/field_lines.h"

#include <algorithm>

#include "base/utf8.h"
#include "document/page/word_text.h"

namespace octavo::document {
namespace {

constexpr float kUsualSize = 10, kLeastSize = 5;  // points; of values, which carry no size here
constexpr float kLineHeight = 1.25f;              // of a value's line, in sizes
constexpr float kBaseline = 0.78f;                // from the top of that line
constexpr float kLetterWidth = 0.5f;              // average, in sizes
constexpr float kLabelGap = 20.0f;                // points between a box and its label
constexpr size_t kMaxLines = 200;                 // of one value

bool is_box(const FormField& field) {
  return field.kind == FormField::Kind::kCheckBox || field.kind == FormField::Kind::kRadioButton;
}
bool has_text(const FormField& field) { return !is_box(field) && !field.value.empty(); }

// Does the page print something inside the field already?
bool is_shown(const FormField& field, const std::vector<TextLine>& lines) {
  for (const TextLine& line : lines)
    for (const Word& word : line.words)
      if (field.box.contains(word.box.center_x(), word.box.center_y())) return true;
  return false;
}

std::vector<std::string> split_value(const std::string& value) {
  std::vector<std::string> out;
  size_t start = 0;
  while (start <= value.size() && out.size() < kMaxLines) {
    const size_t end = std::min(value.find('\n', start), value.size());
    out.push_back(collapse_spaces(std::string_view(value).substr(start, end - start)));
    start = end + 1;
  }
  std::erase_if(out, [](const std::string& line) { return line.empty(); });
  return out;
}

TextLine make_line(const std::string& text, const PointBox& box, float size) {
  TextLine line;
  line.size = size;
  line.baseline = box.y0 + kBaseline * (box.y1 - box.y0);
  const std::u32string codes = to_utf32(text);
  float x = box.x0;
  for (size_t start = 0; start < codes.size();) {
    const size_t end = std::min(codes.find(U' ', start), codes.size());
    Word word;
    word.text = clean_text(std::u32string_view(codes).substr(start, end - start));
    word.size = size;
    word.space_before = start > 0;
    const float width = static_cast<float>(end - start) * kLetterWidth * size;
    word.box = {std::min(x, box.x1 - 0.1f), box.y0, std::min(x + width, box.x1), box.y1};
    x += width + kLetterWidth * size;
    if (!word.text.empty()) line.words.push_back(std::move(word));
    start = end + 1;
  }
  line.box = {box.x0, box.y0, line.words.empty() ? box.x1 : line.words.back().box.x1, box.y1};
  return line;
}

void add_value(const FormField& field, std::vector<TextLine>& lines) {
  const std::vector<std::string> texts = split_value(field.value);
  if (texts.empty()) return;
  const float share = field.box.height() / static_cast<float>(texts.size());
  const float size = std::clamp(share / kLineHeight, kLeastSize, kUsualSize);
  const float height = std::min(share, size * kLineHeight);
  // One line stands in the middle of its field, several start at the top.
  float y = texts.size() == 1 ? field.box.center_y() - height / 2 : field.box.y0;
  for (const std::string& text : texts) {
    lines.push_back(make_line(text, {field.box.x0, y, field.box.x1, y + height}, size));
    y += height;
  }
}

void add_box(const FormField& field, std::vector<TextLine>& lines) {
  TextLine mark = make_line(field.checked ? "☑" : "☐", field.box,
                            std::clamp(field.box.height(), kLeastSize, 2 * kUsualSize));
  TextLine* label = nullptr;
  for (TextLine& line : lines) {
    const float gap = line.box.x0 - field.box.x1;
    if (line.angle != 0 || line.vertical || line.words.empty() || gap < -field.box.width() / 2 ||
        gap > kLabelGap || line.box.center_y() < field.box.y0 || line.box.center_y() > field.box.y1)
      continue;
    if (label == nullptr || line.box.x0 < label->box.x0) label = &line;
  }
  if (label == nullptr) {
    lines.push_back(std::move(mark));
    return;
  }
  label->words.front().space_before = true;
  label->words.insert(label->words.begin(), mark.words.front());
  label->box.x0 = std::min(label->box.x0, field.box.x0);
}

}  // namespace

void add_field_lines(const std::vector<FormField>& fields, std::vector<TextLine>& lines) {
  const bool filled = std::any_of(fields.begin(), fields.end(), [](const FormField& field) {
    return is_box(field) ? field.checked : has_text(field);
  });
  if (!filled) return;
  std::vector<TextLine> values;
  for (const FormField& field : fields)
    if (has_text(field) && !is_shown(field, lines)) add_value(field, values);
  for (const FormField& field : fields)
    if (is_box(field) && !is_shown(field, lines)) add_box(field, lines);
  for (TextLine& line : values)
    if (!line.words.empty()) lines.push_back(std::move(line));
}

}  // namespace octavo::document
