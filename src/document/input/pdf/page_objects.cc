#include "document/input/pdf/page_objects.h"

#include <cmath>

namespace octavo::document {
namespace {

// PDFium stops nesting at 40; no honest page comes near.
constexpr int kMaxFormDepth = 24;
// A clip of more points is taken as no clip: reading it costs more than it tells.
constexpr int kMaxClipSegments = 256;
constexpr int kMaxClipPaths = 16;

// Bounding box of the clip paths of an object, inside `outer`.
PointBox clip_of(const PdfiumLock& pdfium, FpdfObject object, const FsMatrix& to_display,
                 const PointBox& outer) {
  const FpdfClipPath clip = pdfium->FPDFPageObj_GetClipPath(object);
  if (clip == nullptr) return outer;
  const int paths = pdfium->FPDFClipPath_CountPaths(clip);
  PointBox result = outer;
  for (int path = 0; path < paths && path < kMaxClipPaths; ++path) {
    const int segments = pdfium->FPDFClipPath_CountPathSegments(clip, path);
    if (segments < 2 || segments > kMaxClipSegments) continue;
    PointBox box{INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < segments; ++i) {
      Point point;
      const FpdfSegment segment = pdfium->FPDFClipPath_GetPathSegment(clip, path, i);
      if (segment == nullptr) continue;
      pdfium->FPDFPathSegment_GetPoint(segment, &point.x, &point.y);
      point = transform(to_display, point);
      box = {std::min(box.x0, point.x), std::min(box.y0, point.y), std::max(box.x1, point.x),
             std::max(box.y1, point.y)};
    }
    if (is_finite(box)) result = intersection(result, box);
  }
  return result;
}

class Walker {
 public:
  Walker(const PdfiumLock& pdfium, const Limits& limits, PageObjects& out)
      : pdfium_(pdfium), out_(out), most_(static_cast<size_t>(limits.max_path_objects_per_page)) {}

  void walk_page(const OpenPage& page) {
    const int count = pdfium_->FPDFPage_CountObjects(page.page());
    for (int i = 0; i < count && !full(); ++i)
      visit(pdfium_->FPDFPage_GetObject(page.page(), i), page.space().to_display,
            page.space().bounds(), 0);
  }
  bool capped() const { return capped_; }

 private:
  bool full() {
    if (paths_ < most_ && others_ < most_) return false;
    capped_ = true;
    return true;
  }

  void visit(FpdfObject object, const FsMatrix& to_display, const PointBox& outer, int depth) {
    if (object == nullptr) return;
    const int type = pdfium_->FPDFPageObj_GetType(object);
    const PointBox clip = clip_of(pdfium_, object, to_display, outer);
    ++(type == kObjectPath ? paths_ : others_);
    if (type != kObjectForm) {
      if (type == kObjectText)
        out_.position.emplace(object, static_cast<uint32_t>(out_.list.size()));
      out_.list.push_back({object, type, to_display, clip});
      return;
    }
    if (depth >= kMaxFormDepth) return;
    FsMatrix form;
    pdfium_->FPDFPageObj_GetMatrix(object, &form);
    const FsMatrix inner = concat(form, to_display);
    const int count = pdfium_->FPDFFormObj_CountObjects(object);
    for (int i = 0; i < count && !full(); ++i)
      visit(pdfium_->FPDFFormObj_GetObject(object, static_cast<unsigned long>(i)), inner, clip,
            depth + 1);
  }

  const PdfiumLock& pdfium_;
  PageObjects& out_;
  size_t most_, paths_ = 0, others_ = 0;
  bool capped_ = false;
};

}  // namespace

PageObjects list_objects(const PdfiumLock& pdfium, const OpenPage& page, const Limits& limits,
                         Diagnostics& diagnostics) {
  PageObjects objects;
  Walker walker(pdfium, limits, objects);
  walker.walk_page(page);
  if (walker.capped())
    diagnostics.warn("path_objects_capped",
                     "the page draws more than " +
                         std::to_string(limits.max_path_objects_per_page) +
                         " objects; rules and shapes beyond that are not seen");
  return objects;
}

PointBox bounds_of(const PdfiumLock& pdfium, const PlacedObject& object) {
  Point low, high;
  if (pdfium->FPDFPageObj_GetBounds(object.handle, &low.x, &low.y, &high.x, &high.y) == 0)
    return {};
  const PointBox box = transform_box(object.to_display, low, high);
  return is_finite(box) ? intersection(box, object.clip) : PointBox{};
}

}  // namespace octavo::document
