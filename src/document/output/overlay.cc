#include "document/output/overlay.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>

#include "base/try.h"
#include "document/output/jpeg_pdf.h"
#include "document/output/json_forms.h"
#include "image/convert.h"
#include "image/draw.h"
#include "image/encode/encode.h"

namespace octavo::document {
namespace {

constexpr Color kWhite{255, 255, 255}, kBlack{0, 0, 0};

// Dark enough for white digits, and far enough apart to be told from each other.
Color kind_color(BlockKind kind) {
  static constexpr std::array<Color, 15> kColors{{
      {37, 99, 201},    // text
      {200, 30, 60},    // title
      {20, 130, 90},    // list
      {110, 140, 20},   // index
      {205, 105, 0},    // table
      {130, 60, 180},   // image
      {175, 40, 150},   // chart
      {0, 130, 150},    // equation
      {90, 80, 70},     // code
      {60, 70, 130},    // ref_text
      {120, 120, 120},  // header
      {120, 120, 120},  // footer
      {150, 110, 110},  // page_number
      {150, 100, 30},   // page_footnote
      {100, 120, 140},  // aside_text
  }};
  static_assert(kColors.size() == static_cast<size_t>(BlockKind::kAside) + 1);
  return kColors[static_cast<size_t>(kind)];
}

// Points to pixels of one rendering; outward, clipped.
struct Mapping {
  float x = 1, y = 1;
  PixelBox bounds;
  PixelBox operator()(const PointBox& box) const {
    const auto pixel = [](float value) { return static_cast<int>(std::clamp(value, -1e6F, 1e6F)); };
    return intersection(PixelBox{pixel(std::floor(box.x0 * x)), pixel(std::floor(box.y0 * y)),
                                 pixel(std::ceil(box.x1 * x)), pixel(std::ceil(box.y1 * y))},
                        bounds);
  }
};

// About one size on paper, whatever the resolution.
int label_scale(int height) {
  constexpr int kPixelsAStep = 900, kLargest = 4;
  return std::clamp(height / kPixelsAStep, 1, kLargest);
}

struct LegendEntry {
  BlockKind kind;
  int count = 0;
  std::string text() const {
    return std::string(block_kind_name(kind)) + " " + std::to_string(count);
  }
};

std::vector<LegendEntry> legend_of(const Document& document, int page_index) {
  std::vector<LegendEntry> entries;
  for (int kind = 0; kind <= static_cast<int>(BlockKind::kAside); ++kind)
    entries.push_back({static_cast<BlockKind>(kind)});
  for (const Block& block : document.blocks)
    for (const PageBox& box : block.boxes)
      if (box.page == page_index) {
        ++entries[static_cast<size_t>(block.kind)].count;
        break;
      }
  std::erase_if(entries, [](const LegendEntry& entry) { return entry.count == 0; });
  return entries;
}

// Lays the entries out in rows of `width`; draws them when `image` is given. Returns the height
// used.
int lay_legend(const std::vector<LegendEntry>& entries, int width, int scale, int top,
               Image* image) {
  const int gap = 4 * scale;
  int x = gap, y = top + gap;
  const int row_height = label_size("0", scale).height + gap;
  for (const LegendEntry& entry : entries) {
    const LabelSize size = label_size(entry.text(), scale);
    if (x + size.width + gap > width && x > gap) {
      x = gap;
      y += row_height;
    }
    if (image != nullptr)
      draw_label(*image, x, y, entry.text(), kWhite, kind_color(entry.kind), scale);
    x += size.width + gap;
  }
  return entries.empty() ? 0 : y + row_height - top;
}

void draw_block(Image& image, const Block& block, int page_index, int number, const Mapping& map,
                int scale) {
  const Color color = kind_color(block.kind);
  for (const TableCell& cell : block.table.cells)
    if (cell.box.page == page_index) outline_box(image, map(cell.box.box), color, 1, 0.6F);
  for (const PageBox& box : block.boxes) {
    if (box.page != page_index) continue;
    const PixelBox pixels = map(box.box);
    if (pixels.empty()) continue;
    fill_box(image, pixels, color, 0.08F);
    // The line runs around the box, not over the first and last letters in it.
    const int line = scale + 1;
    const PixelBox around = intersection(
        PixelBox{pixels.x0 - line, pixels.y0 - line, pixels.x1 + line, pixels.y1 + line},
        map.bounds);
    outline_box(image, around, color, line);
    const std::string label = std::to_string(number);
    const LabelSize size = label_size(label, scale);
    // In the margin where there is one, so that it hides no text.
    const int x = around.x0 >= size.width ? around.x0 - size.width : around.x0;
    draw_label(image, x, around.y0, label, kWhite, color, scale);
  }
}

Image white_page(const PageInfo* page, float dpi) {
  constexpr float kPointsAnInch = 72;
  constexpr int kLargest = 4000;
  const auto side = [&](float points) {
    return std::clamp(static_cast<int>(std::min(points * dpi / kPointsAnInch, 1e6F)), 1, kLargest);
  };
  return page == nullptr ? Image(1, 1, 3) : Image(side(page->width), side(page->height), 3);
}

Image overlay_page(const PageSource& source, const Document& document, const PageInfo& page,
                   const OverlayOptions& options) {
  // Enough for a page of this resolution with room to spare; a poster is scaled down.
  constexpr int64_t kMostPixels = 12'000'000;
  Diagnostics ignored(page.index);
  const RenderRequest request{.dpi = options.dpi,
                              .max_pixels = std::min(kMostPixels, options.limits.max_page_pixels)};
  auto raster = source.render(page.index, request, ignored);
  if (raster.ok()) return draw_overlay(raster->image, document, page.index);
  return draw_overlay(white_page(&page, options.dpi), document, page.index);
}

}  // namespace

Image draw_overlay(ImageView page, const Document& document, int page_index) {
  const PageInfo* info = PageLookup(document).find(page_index);
  const std::vector<LegendEntry> legend =
      info == nullptr ? std::vector<LegendEntry>() : legend_of(document, page_index);
  const int scale = label_scale(page.height);
  const int strip = lay_legend(legend, page.width, scale, page.height, nullptr);
  const Image color = to_rgb(page);
  Image image(page.width, page.height + strip, 3);
  std::copy(color.bytes().begin(), color.bytes().end(), image.bytes().begin());
  fill_box(image, {0, page.height, page.width, page.height + strip}, kWhite);
  if (strip > 0) fill_box(image, {0, page.height, page.width, page.height + scale}, kBlack);
  lay_legend(legend, page.width, scale, page.height, &image);
  if (info == nullptr || !(info->width > 0) || !(info->height > 0)) return image;
  const Mapping map{.x = static_cast<float>(page.width) / info->width,
                    .y = static_cast<float>(page.height) / info->height,
                    .bounds = {0, 0, page.width, page.height}};
  int number = 0;
  for (const Block& block : document.blocks) {
    const bool here = std::any_of(block.boxes.begin(), block.boxes.end(),
                                  [&](const PageBox& box) { return box.page == page_index; });
    if (here) draw_block(image, block, page_index, ++number, map, scale);
  }
  return image;
}

Result<std::vector<uint8_t>> draw_overlays(const PageSource& source, const Document& document,
                                           const OverlayOptions& options) {
  if (document.pages.empty())
    return Error{Code::kInvalidArgument, "the document has no pages to draw", "", {}};
  if (options.format == OverlayFormat::kPng)
    return encode_png(overlay_page(source, document, document.pages.front(), options));
  constexpr int kQuality = 80;
  JpegPdf pdf;
  for (const PageInfo& page : document.pages) {
    if (options.cancel != nullptr && options.cancel->is_set())
      return Error{Code::kCancelled, "stopped on request", "", {}};
    const Image image = overlay_page(source, document, page, options);
    const std::vector<uint8_t> jpeg =
        OCTAVO_TRY(encode_jpeg(image, {.quality = kQuality, .full_chroma = true}));
    const float points_a_pixel =
        page.width > 0 ? page.width / static_cast<float>(image.width()) : 1;
    pdf.add_page(jpeg, image.width(), image.height(), points_a_pixel);
  }
  return pdf.take();
}

Result<std::vector<uint8_t>> draw_page(const PageSource& source,
                                       const PagePictureOptions& options) {
  constexpr float kPointsAnInch = 72;
  if (options.page < 0 || options.page >= source.page_count())
    return Error{Code::kPageRangeInvalid,
                 "the document has " + std::to_string(source.page_count()) + " pages",
                 "",
                 {.page = std::max(options.page, 0)}};
  const Deadline deadline(std::chrono::minutes(1), options.cancel);
  Diagnostics ignored(options.page);
  const PageContent content = OCTAVO_TRY(source.content(options.page, ignored));
  const float longer = std::max({content.width, content.height, 1.0F});
  const RenderRequest request{.dpi = static_cast<float>(options.side) * kPointsAnInch / longer,
                              .max_pixels = options.limits.max_page_pixels,
                              .deadline = &deadline};
  const Raster raster = OCTAVO_TRY(source.render(options.page, request, ignored));
  return encode_png(raster.image);
}

}  // namespace octavo::document
