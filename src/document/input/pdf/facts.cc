#include "document/input/pdf/facts.h"

#include <set>

#include "base/utf8.h"
#include "document/input/pdf/text_codec.h"

namespace octavo::document {
namespace {

constexpr int kMaxOutlineDepth = 32;

std::string meta(const PdfiumLock& pdfium, FpdfDocument document, const char* key) {
  return collapse_spaces(read_utf16([&](uint16_t* buffer, unsigned long bytes) {
    return pdfium->FPDF_GetMetaText(document, key, buffer, bytes);
  }));
}

class OutlineReader {
 public:
  OutlineReader(const PdfiumLock& pdfium, FpdfDocument document, std::vector<OutlineEntry>& out)
      : pdfium_(pdfium), document_(document), out_(out) {}

  void read(FpdfBookmark parent, int level) {
    if (level > kMaxOutlineDepth) return;
    for (FpdfBookmark item = pdfium_->FPDFBookmark_GetFirstChild(document_, parent);
         item != nullptr && out_.size() < kMaxOutlineEntries && seen_.insert(item).second;
         item = pdfium_->FPDFBookmark_GetNextSibling(document_, item)) {
      OutlineEntry entry;
      entry.level = level;
      entry.title = collapse_spaces(read_utf16([&](uint16_t* buffer, unsigned long bytes) {
        return pdfium_->FPDFBookmark_GetTitle(item, buffer, bytes);
      }));
      place(item, entry);
      out_.push_back(std::move(entry));
      read(item, level + 1);
    }
  }

 private:
  void place(FpdfBookmark item, OutlineEntry& entry) {
    FpdfDestination target = pdfium_->FPDFBookmark_GetDest(document_, item);
    if (target == nullptr) {
      const FpdfAction action = pdfium_->FPDFBookmark_GetAction(item);
      if (action != nullptr && pdfium_->FPDFAction_GetType(action) == kActionGoTo)
        target = pdfium_->FPDFAction_GetDest(document_, action);
    }
    if (target == nullptr) return;
    entry.page = pdfium_->FPDFDest_GetDestPageIndex(document_, target);
    if (entry.page < 0) return;
    int has_x = 0, has_y = 0, has_zoom = 0;
    float x = 0, y = 0, zoom = 0;
    if (pdfium_->FPDFDest_GetLocationInPage(target, &has_x, &has_y, &has_zoom, &x, &y, &zoom) == 0)
      return;
    // Loading the page for its exact boxes would parse all of it; its displayed height is cheap,
    // and right for every page that is neither turned nor cropped at the top.
    FsSize size;
    if (has_y == 0 || pdfium_->FPDF_GetPageSizeByIndexF(document_, entry.page, &size) == 0) return;
    if (y >= 0 && y <= size.height) entry.y = size.height - y;
  }

  const PdfiumLock& pdfium_;
  FpdfDocument document_;
  std::vector<OutlineEntry>& out_;
  std::set<FpdfBookmark> seen_;
};

}  // namespace

SourceFacts read_facts(const PdfiumLock& pdfium, FpdfDocument document) {
  SourceFacts facts;
  facts.title = meta(pdfium, document, "Title");
  facts.author = meta(pdfium, document, "Author");
  facts.subject = meta(pdfium, document, "Subject");
  facts.keywords = meta(pdfium, document, "Keywords");
  facts.creator = meta(pdfium, document, "Creator");
  facts.producer = meta(pdfium, document, "Producer");
  OutlineReader(pdfium, document, facts.outline).read(nullptr, 1);
  return facts;
}

}  // namespace octavo::document
