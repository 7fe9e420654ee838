// Hand-made pages for the tests of this folder. Points, y down, as everywhere.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "document/layout/analyze_layout.h"
#include "networks/networks.h"

namespace octavo::document {

// Renders white paper.
class BlankSource : public PageSource {
 public:
  BlankSource(float width, float height) : width_(width), height_(height) {}
  int page_count() const override { return 1; }
  SourceFacts facts() const override { return {}; }
  Result<PageContent> content(int, Diagnostics&) const override {
    PageContent content;
    content.width = width_;
    content.height = height_;
    return content;
  }
  Result<Raster> render(int, const RenderRequest& request, Diagnostics&) const override {
    Raster raster;
    raster.area = request.clip.empty() ? PointBox{0, 0, width_, height_} : request.clip;
    raster.scale_x = raster.scale_y = request.dpi / 72;
    raster.image = Image(static_cast<int>(raster.area.width() * raster.scale_x) + 1,
                         static_cast<int>(raster.area.height() * raster.scale_y) + 1, 3);
    return raster;
  }

 private:
  float width_, height_;
};

struct LineStyle {
  float size = 10;
  float width = 0;    // 0: half an em for each character
  uint8_t style = 0;  // InlineStyle bits
  bool read = true;
  int angle = 0;
  bool vertical = false;
};

class TestPage {
 public:
  explicit TestPage(float width = 600, float height = 800) {
    page.width = page.content.width = width;
    page.height = page.content.height = height;
    page.trust = TextTrust::kTrusted;
    page.content.fonts.push_back({});
  }

  // The top left corner of the line is at (x, y); it is as high as its size.
  TestPage& line(float x, float y, const std::string& text, const LineStyle& style = {}) {
    TextLine line;
    const float width =
        style.width > 0 ? style.width : 0.5F * style.size * static_cast<float>(text.size());
    line.box = {x, y, x + width, y + style.size};
    if (style.vertical || style.angle % 180 != 0) line.box = {x, y, x + style.size, y + width};
    line.baseline = y + 0.8F * style.size;
    line.size = style.size;
    line.angle = style.angle;
    line.vertical = style.vertical;
    line.source = style.read ? Source::kTextLayer : Source::kOcr;
    if (style.read) add_words(line, text, style);
    page.lines.push_back(line);
    names.push_back(text);
    return *this;
  }

  // `count` full lines of words called PREFIX1, PREFIX2, ... at a pitch of 12 points.
  TestPage& column(float x, float y, float width, int count, const std::string& prefix,
                   LineStyle style = {}, float pitch = 12) {
    style.width = width;
    for (int i = 0; i < count; ++i) {
      const std::string name = prefix + std::to_string(i + 1);
      std::string text = name;
      while (0.5F * style.size * static_cast<float>(text.size()) < width) text += " words";
      line(x, y + pitch * static_cast<float>(i), text, style);
      names.back() = name;
    }
    return *this;
  }

  TestPage& rule(float x0, float y0, float x1, float y1) {
    const bool horizontal = x1 - x0 >= y1 - y0;
    page.content.rules.push_back({{x0, y0, x1, y1}, horizontal});
    return *this;
  }
  // Lines of a grid with these separators.
  TestPage& grid(const std::vector<float>& xs, const std::vector<float>& ys) {
    for (const float y : ys) rule(xs.front(), y - 0.25F, xs.back(), y + 0.25F);
    for (const float x : xs) rule(x - 0.25F, ys.front(), x + 0.25F, ys.back());
    return *this;
  }
  TestPage& picture(const PointBox& box) {
    page.content.pictures.push_back({box, 100, 100});
    return *this;
  }
  TestPage& shape(const PointBox& box, bool curved) {
    Shape shape;
    shape.box = box;
    shape.filled = true;
    shape.fill_color = 0x3060C0;
    shape.curved = curved;
    page.content.shapes.push_back(shape);
    return *this;
  }

  Layout analyze() {
    static const Limits limits;
    BlankSource source(page.width, page.height);
    PageView view(source, 0, limits, Deadline());
    Networks networks({}, 1);
    auto layout = analyze_layout(page, view, networks);
    diagnostics = view.diagnostics().take();
    return layout.ok() ? std::move(layout).value() : Layout{};
  }

  // "text: L1 L2" for each region in reading order; names of lines as given.
  std::vector<std::string> regions() {
    std::vector<std::string> result;
    for (const Region& region : analyze().regions) {
      std::string text = kind_name(region.kind) + ":";
      for (const uint32_t i : region.lines) text += " " + names[i];
      result.push_back(text);
    }
    return result;
  }

  // All names in reading order, regions apart.
  std::string order() {
    std::string text;
    for (const Region& region : analyze().regions)
      for (const uint32_t i : region.lines) text += (text.empty() ? "" : " ") + names[i];
    return text;
  }

  static std::string kind_name(RegionKind kind) {
    static const char* const kNames[] = {"text",      "title",       "list",     "table",
                                         "figure",    "chart",       "equation", "code",
                                         "reference", "caption",     "footnote", "header",
                                         "footer",    "page_number", "aside",    "form_field"};
    return kNames[static_cast<size_t>(kind)];
  }

  Page page;
  std::vector<std::string> names;
  std::vector<Diagnostic> diagnostics;  // of the last analysis

 private:
  // Words stand evenly over the width of the line.
  static void add_words(TextLine& line, const std::string& text, const LineStyle& style) {
    const float step = line.box.width() / static_cast<float>(std::max<size_t>(text.size(), 1));
    for (size_t from = 0; from < text.size();) {
      const size_t end = std::min(text.find(' ', from), text.size());
      Word word;
      word.text = text.substr(from, end - from);
      word.box = {line.box.x0 + step * static_cast<float>(from), line.box.y0,
                  line.box.x0 + step * static_cast<float>(end), line.box.y1};
      word.size = style.size;
      word.style = style.style;
      word.space_before = from > 0;
      if (!word.text.empty()) line.words.push_back(word);
      from = end + 1;
    }
  }
};

}  // namespace octavo::document
