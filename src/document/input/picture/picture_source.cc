#include "document/input/picture/picture_source.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <mutex>
#include <string>

#include "base/try.h"
#include "document/input/picture/page_density.h"
#include "image/convert.h"
#include "image/decode/decode.h"
#include "image/resize.h"

namespace octavo::document {
namespace {

constexpr float kPointsPerInch = 72;

struct Frame {
  Image image;
  std::vector<Diagnostic> diagnostics;  // of decoding
};
using FramePointer = std::shared_ptr<const Frame>;

// The frames decoded last, as far as they fit. Not thread-safe.
class FrameCache {
 public:
  FramePointer find(int index) {
    const auto at = std::find_if(frames_.begin(), frames_.end(),
                                 [index](const auto& entry) { return entry.first == index; });
    if (at == frames_.end()) return nullptr;
    frames_.splice(frames_.begin(), frames_, at);
    return frames_.front().second;
  }

  // The newest stays, whatever its size.
  void keep(int index, FramePointer frame) {
    frames_.emplace_front(index, std::move(frame));
    size_t bytes = 0;
    for (auto at = frames_.begin(); at != frames_.end();) {
      bytes += at->second->image.bytes().size();
      at = bytes > kMostBytes && at != frames_.begin() ? frames_.erase(at) : std::next(at);
    }
  }
  // Makes room for a decode.
  void clear() { frames_.clear(); }

 private:
  // Some A4 pages at 300 dpi: as many as there are workers on a small machine.
  static constexpr size_t kMostBytes = size_t{128} << 20;

  std::list<std::pair<int, FramePointer>> frames_;  // newest first
};

// How a frame lies on its page.
struct Placement {
  float width = 0, height = 0;     // points
  float scale_x = 1, scale_y = 1;  // pixels of the decoded frame a point
};

Placement place(const FrameInfo& info, int width, int height) {
  const PageDensity density = page_density(info);
  Placement placement;
  placement.width = static_cast<float>(info.width) / density.x * kPointsPerInch;
  placement.height = static_cast<float>(info.height) / density.y * kPointsPerInch;
  placement.scale_x = static_cast<float>(width) / placement.width;
  placement.scale_y = static_cast<float>(height) / placement.height;
  return placement;
}

// The pixels of the frame that `area` touches, at least one.
PixelBox pixels_of(const PointBox& area, const Placement& placement, const PixelBox& frame) {
  constexpr float kSlack = 0.001F;  // rounding, not content
  const auto low = [](float value, int most) {
    return static_cast<int>(
        std::clamp(std::floor(value + kSlack), 0.0F, static_cast<float>(most - 1)));
  };
  const auto high = [](float value, int least, int most) {
    return static_cast<int>(std::clamp(std::ceil(value - kSlack), static_cast<float>(least + 1),
                                       static_cast<float>(most)));
  };
  PixelBox box;
  box.x0 = low(area.x0 * placement.scale_x, frame.x1);
  box.y0 = low(area.y0 * placement.scale_y, frame.y1);
  box.x1 = high(area.x1 * placement.scale_x, box.x0, frame.x1);
  box.y1 = high(area.y1 * placement.scale_y, box.y0, frame.y1);
  return box;
}

struct Size {
  int width = 1, height = 1;
};

// Square pixels at the wanted resolution, or at the frame's finer one when that is less.
Size output_size(const PixelBox& box, const Placement& placement, const RenderRequest& request,
                 Diagnostics& diagnostics) {
  const double wanted = request.dpi / kPointsPerInch;
  double scale = std::min<double>(wanted, std::max(placement.scale_x, placement.scale_y));
  const double area =
      box.width() / double(placement.scale_x) * (box.height() / double(placement.scale_y));
  const double most = static_cast<double>(request.max_pixels);
  if (area * scale * scale > most) {
    scale = std::sqrt(most / area);
    diagnostics.warn("render_reduced", "the page was shown with " +
                                           std::to_string(std::lround(scale * kPointsPerInch)) +
                                           " dpi instead of " +
                                           std::to_string(std::lround(request.dpi)) +
                                           " to keep within the pixel limit");
  }
  const auto side = [scale](int pixels, float per_point) {
    // Truncated: rounding up could pass the limit, and by a pixel the resolution of the frame.
    return std::max(1, static_cast<int>(pixels * scale / double(per_point) + 1e-6));
  };
  return {side(box.width(), placement.scale_x), side(box.height(), placement.scale_y)};
}

Image scaled(ImageView part, const Size& size, bool gray) {
  const int channels = gray ? 1 : 3;
  // Fewer channels first when scaling, more channels last.
  if (part.width == size.width && part.height == size.height)
    return gray ? to_gray(part) : to_rgb(part);
  if (part.channels == 3 && gray)
    return resize(to_gray(part), size.width, size.height, Filter::kBicubic);
  Image result = resize(part, size.width, size.height, Filter::kBicubic);
  return result.channels() == channels ? std::move(result) : to_rgb(result);
}

class PictureSource : public PageSource {
 public:
  PictureSource(PictureFile file, const Limits& limits)
      : file_(std::move(file)),
        limits_{.max_side = limits.max_side,
                .max_source_pixels = limits.max_picture_pixels,
                .max_pixels = limits.max_page_pixels} {}

  int page_count() const override { return file_.frame_count(); }
  SourceFacts facts() const override { return {}; }

  Result<PageContent> content(int index, Diagnostics&) const override {
    OCTAVO_TRY_STATUS(check_index(index));
    auto info = file_.frame_info(index);
    if (!info.ok()) return page_error(std::move(info).error(), index);
    const Placement placement = place(*info, info->width, info->height);
    PageContent content;
    content.width = placement.width;
    content.height = placement.height;
    content.pictures.push_back(
        {{0, 0, placement.width, placement.height}, info->width, info->height});
    return content;
  }

  Result<Raster> render(int index, const RenderRequest& request,
                        Diagnostics& diagnostics) const override {
    OCTAVO_TRY_STATUS(check_index(index));
    if (!(request.dpi > 0) || request.max_pixels < 1)
      return Error{Code::kInvalidArgument, "a page is shown with more than 0 dpi", "", {}};
    auto loaded = frame(index);
    if (!loaded.ok()) return page_error(std::move(loaded).error(), index);
    const Frame& decoded = **loaded;
    repeat(decoded.diagnostics, diagnostics);
    const FrameInfo info = OCTAVO_TRY(file_.frame_info(index));
    const Placement placement = place(info, decoded.image.width(), decoded.image.height());
    const PointBox page{0, 0, placement.width, placement.height};
    const PointBox area = request.clip.empty() ? page : intersection(request.clip, page);
    if (area.empty())
      return page_error({Code::kPageFailed, "the area lies outside the page", "", {}}, index);
    const PixelBox box = pixels_of(area, placement, decoded.image.bounds());
    const Size size = output_size(box, placement, request, diagnostics);
    Raster raster;
    raster.image = scaled(ImageView(decoded.image).part(box), size, request.gray);
    raster.area = {static_cast<float>(box.x0) / placement.scale_x,
                   static_cast<float>(box.y0) / placement.scale_y,
                   static_cast<float>(box.x1) / placement.scale_x,
                   static_cast<float>(box.y1) / placement.scale_y};
    raster.scale_x = static_cast<float>(size.width) / raster.area.width();
    raster.scale_y = static_cast<float>(size.height) / raster.area.height();
    return raster;
  }

  // Decodes when it is not in the cache, one frame at a time. Errors are the file's.
  Result<FramePointer> frame(int index) const {
    const std::lock_guard lock(mutex_);
    if (FramePointer known = cache_.find(index)) return known;
    if (large(index)) cache_.clear();
    Diagnostics diagnostics(index);
    DecodedPicture picture = OCTAVO_TRY(file_.decode(index, limits_, diagnostics));
    auto made = std::make_shared<const Frame>(Frame{std::move(picture.image), diagnostics.take()});
    cache_.keep(index, made);
    return FramePointer(std::move(made));
  }

 private:
  Status check_index(int index) const {
    if (index >= 0 && index < file_.frame_count()) return success();
    return Error{Code::kInvalidArgument, "there is no page " + std::to_string(index + 1), "", {}};
  }

  // Worth dropping what is cached before it is decoded.
  bool large(int index) const {
    constexpr int64_t kManyPixels = 16'000'000;
    const auto info = file_.frame_info(index);
    return info.ok() && int64_t(info->width) * info->height > kManyPixels;
  }

  // In a file of many pages a damaged frame is a failed page.
  Error page_error(Error error, int index) const {
    if (error.code != Code::kLimitExceeded) error.code = Code::kPageFailed;
    error.place.page = index;
    return error;
  }

  // A page is rendered several times, and its frame decoded once or more: each list of diagnostics
  // gets what decoding had to say exactly once.
  static void repeat(const std::vector<Diagnostic>& known, Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : known) {
      const auto& list = diagnostics.list();
      if (std::none_of(list.begin(), list.end(), [&](const Diagnostic& other) {
            return other.id == diagnostic.id && other.text == diagnostic.text;
          }))
        diagnostics.add(diagnostic.severity, diagnostic.id, diagnostic.text);
    }
  }

  PictureFile file_;
  DecodeLimits limits_;
  mutable std::mutex mutex_;
  mutable FrameCache cache_;
};

}  // namespace

bool looks_like_picture(std::span<const uint8_t> bytes) { return sniff_picture(bytes).has_value(); }

Result<std::unique_ptr<PageSource>> open_picture_source(std::span<const uint8_t> bytes,
                                                        const Limits& limits) {
  auto source = std::make_unique<PictureSource>(OCTAVO_TRY(open_picture(bytes)), limits);
  if (source->page_count() == 1) OCTAVO_TRY_STATUS(source->frame(0));
  return std::unique_ptr<PageSource>(std::move(source));
}

}  // namespace octavo::document
