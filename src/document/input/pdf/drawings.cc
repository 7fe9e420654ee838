#include "document/input/pdf/drawings.h"

#include "document/input/pdf/paths.h"

namespace octavo::document {
namespace {

constexpr unsigned kOpaque = 255;

class DrawingReader {
 public:
  DrawingReader(const PdfiumLock& pdfium, const Limits& limits, PageContent& content)
      : pdfium_(pdfium),
        content_(content),
        most_(static_cast<size_t>(limits.max_path_objects_per_page)) {}

  void read(const PlacedObject& object, uint32_t position) {
    if (object.type == kObjectPath) read_path(object, position);
    if (object.type == kObjectImage) read_picture(object, position);
    if (object.type == kObjectShading) read_shading(object, position);
  }
  bool complete() const { return complete_; }
  std::vector<Paint> take_paints() { return std::move(paints_); }

 private:
  void read_path(const PlacedObject& object, uint32_t position) {
    int fill_mode = 0, stroke = 0;
    if (pdfium_->FPDFPath_GetDrawMode(object.handle, &fill_mode, &stroke) == 0) return;
    FsMatrix own;
    pdfium_->FPDFPageObj_GetMatrix(object.handle, &own);
    const FsMatrix matrix = concat(own, object.to_display);
    PathStyle style;
    unsigned fill_alpha = kOpaque, stroke_alpha = kOpaque;
    style.fill_color = color(pdfium_->FPDFPageObj_GetFillColor, object.handle, fill_alpha);
    style.stroke_color = color(pdfium_->FPDFPageObj_GetStrokeColor, object.handle, stroke_alpha);
    style.filled = fill_mode != 0 && fill_alpha > 0;
    style.stroked = stroke != 0 && stroke_alpha > 0;
    if (!style.filled && !style.stroked) return;
    pdfium_->FPDFPageObj_GetStrokeWidth(object.handle, &style.stroke_width);
    style.stroke_width *= scale_of(matrix);
    if (!read_segments(object.handle, matrix)) return;
    const size_t first_shape = content_.shapes.size();
    complete_ &= add_path(segments_, style, object.clip, {content_.rules, content_.shapes, most_});
    const bool opaque =
        fill_alpha == kOpaque && stroke_alpha == kOpaque && !transparent(object.handle);
    for (size_t i = first_shape; i < content_.shapes.size(); ++i) {
      const Shape& shape = content_.shapes[i];
      if (shape.filled)
        paints_.push_back({shape.curved ? Paint::Kind::kOther : Paint::Kind::kFill, shape.box,
                           position, shape.fill_color, opaque});
    }
  }

  // False when the path has a point that is no number.
  bool read_segments(FpdfObject path, const FsMatrix& matrix) {
    segments_.clear();
    const int count = pdfium_->FPDFPath_CountSegments(path);
    if (count < 2) return false;
    segments_.reserve(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
      const FpdfSegment segment = pdfium_->FPDFPath_GetPathSegment(path, i);
      if (segment == nullptr) return false;
      PathSegment read;
      pdfium_->FPDFPathSegment_GetPoint(segment, &read.to.x, &read.to.y);
      read.to = transform(matrix, read.to);
      if (!is_finite({read.to.x, read.to.y, read.to.x, read.to.y})) return false;
      const int type = pdfium_->FPDFPathSegment_GetType(segment);
      read.kind = type == kSegmentMove     ? PathSegment::Kind::kMove
                  : type == kSegmentBezier ? PathSegment::Kind::kCurve
                                           : PathSegment::Kind::kLine;
      read.close = pdfium_->FPDFPathSegment_GetClose(segment) != 0;
      segments_.push_back(read);
    }
    return true;
  }

  void read_picture(const PlacedObject& object, uint32_t position) {
    const PointBox box = bounds_of(pdfium_, object);
    if (box.empty()) return;
    unsigned width = 0, height = 0;
    pdfium_->FPDFImageObj_GetImagePixelSize(object.handle, &width, &height);
    if (content_.pictures.size() >= most_) {
      complete_ = false;
      return;
    }
    content_.pictures.push_back({box, static_cast<int>(std::min(width, kMaxSide)),
                                 static_cast<int>(std::min(height, kMaxSide))});
    paints_.push_back(
        {Paint::Kind::kPicture, box, position, 0xFFFFFF, !transparent(object.handle)});
  }

  void read_shading(const PlacedObject& object, uint32_t position) {
    const PointBox box = bounds_of(pdfium_, object);
    if (box.empty() || content_.shapes.size() >= most_) return;
    content_.shapes.push_back({box, true, false, true, 0x808080});
    paints_.push_back({Paint::Kind::kOther, box, position, 0x808080, false});
  }

  bool transparent(FpdfObject object) const {
    return pdfium_->FPDFPageObj_HasTransparency(object) != 0;
  }

  template <class Getter>
  uint32_t color(Getter getter, FpdfObject object, unsigned& alpha) const {
    unsigned red = 0, green = 0, blue = 0;
    if (getter(object, &red, &green, &blue, &alpha) == 0) alpha = kOpaque;
    return (red & 255) << 16 | (green & 255) << 8 | (blue & 255);
  }

  static constexpr unsigned kMaxSide = 1u << 30;

  const PdfiumLock& pdfium_;
  PageContent& content_;
  size_t most_;
  std::vector<PathSegment> segments_;
  std::vector<Paint> paints_;
  bool complete_ = true;
};

}  // namespace

std::vector<Paint> read_drawings(const PdfiumLock& pdfium, const PageObjects& objects,
                                 const Limits& limits, PageContent& content,
                                 Diagnostics& diagnostics) {
  DrawingReader reader(pdfium, limits, content);
  for (size_t i = 0; i < objects.list.size(); ++i)
    reader.read(objects.list[i], static_cast<uint32_t>(i));
  if (!reader.complete())
    diagnostics.warn("path_objects_capped", "the page has more than " +
                                                std::to_string(limits.max_path_objects_per_page) +
                                                " rules or shapes; the rest is not seen");
  return reader.take_paints();
}

}  // namespace octavo::document
