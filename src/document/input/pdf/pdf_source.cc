#include "document/input/pdf/pdf_source.h"

#include "base/try.h"
#include "document/input/pdf/drawings.h"
#include "document/input/pdf/facts.h"
#include "document/input/pdf/forms.h"
#include "document/input/pdf/glyphs.h"
#include "document/input/pdf/links.h"
#include "document/input/pdf/render.h"
#include "document/input/pdf/visibility.h"

namespace octavo::document {
namespace {

// Drawing an object costs several times what listing it does, and a page is drawn more than once.
constexpr int kDrawingCost = 4;

class PdfSource : public PageSource {
 public:
  PdfSource(const Pdfium& library, const Limits& limits) : library_(library), limits_(limits) {}
  ~PdfSource() override {
    const PdfiumLock pdfium(library_);
    if (form_ != nullptr) pdfium->FPDFDOC_ExitFormFillEnvironment(form_);
    if (document_ != nullptr) pdfium->FPDF_CloseDocument(document_);
  }
  PdfSource(const PdfSource&) = delete;
  PdfSource& operator=(const PdfSource&) = delete;

  Status open(std::span<const uint8_t> bytes, const std::string& password);

  int page_count() const override { return page_count_; }
  SourceFacts facts() const override {
    const PdfiumLock pdfium(library_);
    return read_facts(pdfium, document_);
  }
  Result<PageContent> content(int index, Diagnostics& diagnostics) const override;
  Result<Raster> render(int index, const RenderRequest& request,
                        Diagnostics& diagnostics) const override;

 private:
  Status check(int index, const OpenPage& page) const;
  void leave_out_missing_pages(const PdfiumLock& pdfium);

  const Pdfium& library_;
  Limits limits_;
  FormFillInfo form_info_;  // PDFium keeps a pointer to it
  FpdfDocument document_ = nullptr;
  FpdfForm form_ = nullptr;  // null when the document has no form
  int page_count_ = 0;
  int missing_pages_ = 0;  // after the last, promised by the page tree
};

constexpr int kMostLookups = 100'000;  // of missing pages; about 4 microseconds each

Error open_error(unsigned long reason, bool has_password) {
  switch (reason) {
    case kErrorPassword:
      if (has_password)
        return Error{Code::kFileEncrypted,
                     "the password is wrong",
                     "check the password given with --password",
                     {}};
      return Error{Code::kFileEncrypted,
                   "the file is encrypted and needs a password",
                   "give it with --password",
                   {}};
    case kErrorSecurity:
      return Error{Code::kFileEncrypted,
                   "the file uses an encryption that cannot be opened",
                   "save it without protection in the program that made it",
                   {}};
    default:
      return Error{Code::kFileCorrupted,
                   "the PDF is damaged beyond repair",
                   "try to open it in a viewer and save or print it again",
                   {}};
  }
}

Status PdfSource::open(std::span<const uint8_t> bytes, const std::string& password) {
  const PdfiumLock pdfium(library_);
  document_ = pdfium->FPDF_LoadMemDocument64(bytes.data(), bytes.size(),
                                             password.empty() ? nullptr : password.c_str());
  if (document_ == nullptr) return open_error(pdfium->FPDF_GetLastError(), !password.empty());
  page_count_ = std::max(0, pdfium->FPDF_GetPageCount(document_));
  if (page_count_ == 0)
    return Error{Code::kFileCorrupted,
                 "the PDF has no pages",
                 "try to open it in a viewer and save or print it again",
                 {}};
  leave_out_missing_pages(pdfium);
  if (pdfium->FPDF_GetFormType(document_) != 0)
    form_ = pdfium->FPDFDOC_InitFormFillEnvironment(document_, &form_info_);
  return success();
}

// A damaged page tree can promise more pages than it leads to. A first page is kept in any case.
void PdfSource::leave_out_missing_pages(const PdfiumLock& pdfium) {
  FsSize size{};
  while (page_count_ > 1 && missing_pages_ < kMostLookups &&
         pdfium->FPDF_GetPageSizeByIndexF(document_, page_count_ - 1, &size) == 0) {
    --page_count_;
    ++missing_pages_;
  }
}

Status PdfSource::check(int index, const OpenPage& page) const {
  ErrorPlace place;
  place.page = index;
  if (page.page() == nullptr) return Error{Code::kPageFailed, "the page cannot be read", "", place};
  if (!(page.space().width > 0) || !(page.space().height > 0) || !is_finite(page.space().bounds()))
    return Error{Code::kPageFailed, "the page has no area", "", place};
  return success();
}

Result<PageContent> PdfSource::content(int index, Diagnostics& diagnostics) const {
  const PdfiumLock pdfium(library_);
  const OpenPage page(pdfium, document_, form_, index);
  OCTAVO_TRY_STATUS(check(index, page));
  if (index == page_count_ - 1 && missing_pages_ > 0)
    diagnostics.add(
        Severity::kWarning, "pages_missing",
        std::to_string(missing_pages_) + " more pages are promised by the file and are not in it");
  PageContent content;
  content.width = page.space().width;
  content.height = page.space().height;
  const PageObjects objects = list_objects(pdfium, page, limits_, diagnostics);
  const OpenTextPage text(pdfium, page.page());
  OCTAVO_TRY_STATUS(read_glyphs(pdfium, page, text.get(), objects, limits_, content, diagnostics));
  const std::vector<Paint> paints = read_drawings(pdfium, objects, limits_, content, diagnostics);
  mark_covered(pdfium, document_, page, objects, paints, content);
  content.links = read_links(pdfium, document_, page, text.get());
  content.fields = read_fields(pdfium, form_, page);
  return content;
}

Result<Raster> PdfSource::render(int index, const RenderRequest& request,
                                 Diagnostics& diagnostics) const {
  const PdfiumLock pdfium(library_);
  const OpenPage page(pdfium, document_, form_, index);
  OCTAVO_TRY_STATUS(check(index, page));
  return render_page(pdfium, form_, page, request, limits_.max_path_objects_per_page / kDrawingCost,
                     diagnostics);
}

}  // namespace

Result<std::unique_ptr<PageSource>> open_pdf(std::span<const uint8_t> bytes,
                                             const PdfOptions& options) {
  const Pdfium* library = OCTAVO_TRY(Pdfium::load(options.library));
  auto source = std::make_unique<PdfSource>(*library, options.limits);
  OCTAVO_TRY_STATUS(source->open(bytes, options.password));
  return std::unique_ptr<PageSource>(std::move(source));
}

}  // namespace octavo::document
