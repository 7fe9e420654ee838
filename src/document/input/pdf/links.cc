#include "document/input/pdf/links.h"

#include <algorithm>

#include "base/utf8.h"
#include "document/input/pdf/text_codec.h"

namespace octavo::document {
namespace {

constexpr size_t kMaxLinks = 5000;
constexpr int kMaxRectangles = 64;  // of one link

std::string uri_of(const PdfiumLock& pdfium, FpdfDocument document, FpdfAction action) {
  const unsigned long size = pdfium->FPDFAction_GetURIPath(document, action, nullptr, 0);
  if (size < 2 || size > kMaxTextBytes) return {};
  std::string uri(size, '\0');
  pdfium->FPDFAction_GetURIPath(document, action, uri.data(), size);
  uri.resize(uri.find('\0') == std::string::npos ? size : uri.find('\0'));
  std::erase_if(uri, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  return is_valid_utf8(uri) ? std::string(trim(uri)) : std::string{};
}

void add_link(std::vector<Link>& links, const PageSpace& space, const Link& what, PointBox box) {
  box = intersection(box, space.bounds());
  if (box.empty() || !is_finite(box) || links.size() >= kMaxLinks) return;
  Link link = what;
  link.box = box;
  links.push_back(std::move(link));
}

void add_annotation(const PdfiumLock& pdfium, const PageSpace& space, FpdfLink handle,
                    const Link& what, std::vector<Link>& links) {
  const int quads = std::min(pdfium->FPDFLink_CountQuadPoints(handle), kMaxRectangles);
  const size_t before = links.size();
  for (int i = 0; i < quads; ++i) {
    FsQuad quad;
    if (pdfium->FPDFLink_GetQuadPoints(handle, i, &quad) == 0) continue;
    const PointBox one = transform_box(space.to_display, {quad.x1, quad.y1}, {quad.x4, quad.y4});
    const PointBox two = transform_box(space.to_display, {quad.x2, quad.y2}, {quad.x3, quad.y3});
    add_link(links, space, what,
             {std::min(one.x0, two.x0), std::min(one.y0, two.y0), std::max(one.x1, two.x1),
              std::max(one.y1, two.y1)});
  }
  FsRect rect;
  if (links.size() == before && pdfium->FPDFLink_GetAnnotRect(handle, &rect) != 0)
    add_link(links, space, what,
             transform_box(space.to_display, {rect.left, rect.bottom}, {rect.right, rect.top}));
}

void read_annotations(const PdfiumLock& pdfium, FpdfDocument document, const OpenPage& page,
                      std::vector<Link>& links) {
  int position = 0;
  FpdfLink handle = nullptr;
  while (links.size() < kMaxLinks &&
         pdfium->FPDFLink_Enumerate(page.page(), &position, &handle) != 0) {
    Link link;
    const FpdfAction action = pdfium->FPDFLink_GetAction(handle);
    const unsigned long type = action != nullptr ? pdfium->FPDFAction_GetType(action) : 0;
    FpdfDestination target = pdfium->FPDFLink_GetDest(document, handle);
    if (type == kActionUri) link.url = uri_of(pdfium, document, action);
    if (type == kActionGoTo) target = pdfium->FPDFAction_GetDest(document, action);
    if (link.url.empty() && target != nullptr)
      link.target_page = pdfium->FPDFDest_GetDestPageIndex(document, target);
    if (link.url.empty() && link.target_page < 0) continue;
    add_annotation(pdfium, page.space(), handle, link, links);
  }
}

void read_web_links(const PdfiumLock& pdfium, const OpenPage& page, FpdfTextPage text,
                    std::vector<Link>& links) {
  const FpdfWebLinks web = pdfium->FPDFLink_LoadWebLinks(text);
  if (web == nullptr) return;
  const size_t annotations = links.size();
  const int count = pdfium->FPDFLink_CountWebLinks(web);
  for (int i = 0; i < count && links.size() < kMaxLinks; ++i) {
    Link link;
    // Here PDFium counts in UTF-16 units, not bytes.
    link.url = read_utf16([&](uint16_t* buffer, unsigned long bytes) {
      const int units =
          pdfium->FPDFLink_GetURL(web, i, buffer, static_cast<int>(bytes / sizeof(uint16_t)));
      return static_cast<unsigned long>(std::max(units, 0)) * sizeof(uint16_t);
    });
    if (link.url.empty()) continue;
    const int rectangles = std::min(pdfium->FPDFLink_CountRects(web, i), kMaxRectangles);
    for (int k = 0; k < rectangles; ++k) {
      double left = 0, top = 0, right = 0, bottom = 0;
      if (pdfium->FPDFLink_GetRect(web, i, k, &left, &top, &right, &bottom) == 0) continue;
      const PointBox box = transform_box(page.space().to_display,
                                         {static_cast<float>(left), static_cast<float>(bottom)},
                                         {static_cast<float>(right), static_cast<float>(top)});
      const bool taken = std::any_of(
          links.begin(), links.begin() + static_cast<ptrdiff_t>(annotations),
          [&](const Link& known) { return known.box.contains(box.center_x(), box.center_y()); });
      if (!taken) add_link(links, page.space(), link, box);
    }
  }
  pdfium->FPDFLink_CloseWebLinks(web);
}

}  // namespace

std::vector<Link> read_links(const PdfiumLock& pdfium, FpdfDocument document, const OpenPage& page,
                             FpdfTextPage text) {
  std::vector<Link> links;
  read_annotations(pdfium, document, page, links);
  if (text != nullptr) read_web_links(pdfium, page, text, links);
  return links;
}

}  // namespace octavo::document
