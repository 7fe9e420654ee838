#include "document/input/pdf/render.h"

#include <cmath>

#include "base/try.h"

namespace octavo::document {
namespace {

// PDFium places the whole page in int coordinates; far below its own limit, far above any use.
constexpr float kMaxPageSide = 400'000;

struct RenderPlan {
  PointBox area;
  float scale = 1;        // pixels a point
  int left = 0, top = 0;  // of the area inside the whole page at that scale
  int width = 0, height = 0;
};

Result<RenderPlan> plan_render(const PageSpace& space, const RenderRequest& request,
                               Diagnostics& diagnostics) {
  RenderPlan plan;
  plan.area = request.clip.empty() ? space.bounds() : intersection(request.clip, space.bounds());
  if (plan.area.empty()) return Error{Code::kPageFailed, "the page has no area to draw", "", {}};
  const float wanted = request.dpi / 72;
  const double pixels = static_cast<double>(plan.area.area()) * wanted * wanted;
  plan.scale = wanted;
  // 2 %: rounding outward adds up to a row and a column.
  if (pixels > 0.98 * static_cast<double>(request.max_pixels))
    plan.scale = wanted * static_cast<float>(
                              std::sqrt(0.98 * static_cast<double>(request.max_pixels) / pixels));
  plan.scale = std::min(plan.scale, kMaxPageSide / std::max(space.width, space.height));
  if (!(plan.scale > 0) || request.max_pixels < 1)
    return Error{Code::kLimitExceeded, "the page does not fit the pixel limit", "", {}};
  if (plan.scale < wanted)
    diagnostics.warn("render_reduced",
                     "the page was drawn with " + std::to_string(std::lround(plan.scale * 72)) +
                         " dpi instead of " + std::to_string(std::lround(request.dpi)) +
                         " to keep within the pixel limit");
  plan.left = static_cast<int>(std::floor(plan.area.x0 * plan.scale));
  plan.top = static_cast<int>(std::floor(plan.area.y0 * plan.scale));
  plan.width = std::max(1, static_cast<int>(std::ceil(plan.area.x1 * plan.scale)) - plan.left);
  plan.height = std::max(1, static_cast<int>(std::ceil(plan.area.y1 * plan.scale)) - plan.top);
  return plan;
}

// Watches over one drawing. PDFium asks after every kStep operations
// (cpdf_progressiverenderer.cpp).
class RenderWatch {
 public:
  RenderWatch(int max_objects, const Deadline* deadline)
      : steps_left_(std::max(1, max_objects / kStep)), deadline_(deadline) {
    pause_.stop = [](FsPause* pause) { return static_cast<RenderWatch*>(pause->user)->stop(); };
    pause_.user = this;
  }
  FsPause* pause() { return &pause_; }
  bool cut() const { return cut_; }

 private:
  static constexpr int kStep = 100;

  int stop() {
    cut_ = --steps_left_ < 0;
    const bool late = deadline_ != nullptr && (deadline_->cancelled() || deadline_->expired());
    return cut_ || late ? 1 : 0;
  }

  FsPause pause_;
  int64_t steps_left_;
  const Deadline* deadline_;
  bool cut_ = false;
};

// B, G, R rows of PDFium into R, G, B.
void swap_channels(Image& image) {
  for (int y = 0; y < image.height(); ++y) {
    uint8_t* pixel = image.row(y);
    for (int x = 0; x < image.width(); ++x, pixel += 3) std::swap(pixel[0], pixel[2]);
  }
}

}  // namespace

Result<Raster> render_page(const PdfiumLock& pdfium, FpdfForm form, const OpenPage& page,
                           const RenderRequest& request, int max_objects,
                           Diagnostics& diagnostics) {
  const RenderPlan plan = OCTAVO_TRY(plan_render(page.space(), request, diagnostics));
  Raster raster;
  raster.image = Image(plan.width, plan.height, request.gray ? 1 : 3);
  // The image starts white; PDFium draws straight into it.
  const OpenBitmap bitmap(
      pdfium,
      pdfium->FPDFBitmap_CreateEx(plan.width, plan.height, request.gray ? kBitmapGray : kBitmapBgr,
                                  raster.image.row(0), static_cast<int>(raster.image.stride())));
  if (bitmap.get() == nullptr)
    return Error{Code::kPageFailed, "PDFium cannot draw the page", "", {}};
  const int page_width =
      std::max(1, static_cast<int>(std::lround(page.space().width * plan.scale)));
  const int page_height =
      std::max(1, static_cast<int>(std::lround(page.space().height * plan.scale)));
  const int flags = kRenderAnnotations | kRenderLimitedImageCache;
  RenderWatch watch(max_objects, request.deadline);
  pdfium->FPDF_RenderPageBitmap_Start(bitmap.get(), page.page(), -plan.left, -plan.top, page_width,
                                      page_height, 0, flags, watch.pause());
  pdfium->FPDF_RenderPage_Close(page.page());
  if (request.deadline != nullptr) OCTAVO_TRY_STATUS(request.deadline->check());
  if (watch.cut())
    diagnostics.warn("render_cut", "the page draws more than " + std::to_string(max_objects) +
                                       " objects; its picture lacks the rest");
  if (form != nullptr)
    pdfium->FPDF_FFLDraw(form, bitmap.get(), page.page(), -plan.left, -plan.top, page_width,
                         page_height, 0, flags);
  if (!request.gray) swap_channels(raster.image);
  raster.scale_x = static_cast<float>(page_width) / page.space().width;
  raster.scale_y = static_cast<float>(page_height) / page.space().height;
  raster.area = {static_cast<float>(plan.left) / raster.scale_x,
                 static_cast<float>(plan.top) / raster.scale_y,
                 static_cast<float>(plan.left + plan.width) / raster.scale_x,
                 static_cast<float>(plan.top + plan.height) / raster.scale_y};
  return raster;
}

}  // namespace octavo::document
