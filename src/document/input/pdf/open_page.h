// Handles of PDFium that close themselves. All of them borrow the lock they were made under and
// must die before it.
#pragma once

#include <utility>

#include "document/input/pdf/page_space.h"
#include "document/input/pdf/pdfium.h"

namespace octavo::document {

// A loaded page with its geometry. page() is null when the page cannot be loaded.
class OpenPage {
 public:
  // `form` may be null. With a form, widgets get their appearances made when they lack them.
  OpenPage(const PdfiumLock& pdfium, FpdfDocument document, FpdfForm form, int index)
      : pdfium_(pdfium), form_(form), page_(pdfium->FPDF_LoadPage(document, index)) {
    if (page_ == nullptr) return;
    if (form_ != nullptr) pdfium_->FORM_OnAfterLoadPage(page_, form_);
    FsRect visible;
    if (pdfium_->FPDF_GetPageBoundingBox(page_, &visible) != 0)
      space_ = PageSpace(visible, pdfium_->FPDFPage_GetRotation(page_));
  }
  ~OpenPage() {
    if (page_ == nullptr) return;
    if (form_ != nullptr) pdfium_->FORM_OnBeforeClosePage(page_, form_);
    pdfium_->FPDF_ClosePage(page_);
  }
  OpenPage(const OpenPage&) = delete;
  OpenPage& operator=(const OpenPage&) = delete;

  FpdfPage page() const { return page_; }
  const PageSpace& space() const { return space_; }

 private:
  const PdfiumLock& pdfium_;
  FpdfForm form_;
  FpdfPage page_;
  PageSpace space_;
};

class OpenTextPage {
 public:
  OpenTextPage(const PdfiumLock& pdfium, FpdfPage page)
      : pdfium_(pdfium), text_(pdfium->FPDFText_LoadPage(page)) {}
  ~OpenTextPage() {
    if (text_ != nullptr) pdfium_->FPDFText_ClosePage(text_);
  }
  OpenTextPage(const OpenTextPage&) = delete;
  OpenTextPage& operator=(const OpenTextPage&) = delete;

  FpdfTextPage get() const { return text_; }

 private:
  const PdfiumLock& pdfium_;
  FpdfTextPage text_;
};

class OpenBitmap {
 public:
  OpenBitmap(const PdfiumLock& pdfium, FpdfBitmap bitmap) : pdfium_(pdfium), bitmap_(bitmap) {}
  ~OpenBitmap() {
    if (bitmap_ != nullptr) pdfium_->FPDFBitmap_Destroy(bitmap_);
  }
  OpenBitmap(const OpenBitmap&) = delete;
  OpenBitmap& operator=(const OpenBitmap&) = delete;

  FpdfBitmap get() const { return bitmap_; }

 private:
  const PdfiumLock& pdfium_;
  FpdfBitmap bitmap_;
};

}  // namespace octavo::document
