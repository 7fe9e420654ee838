// The part of PDFium's C interface that Octavo uses, declared by us (build 8149, chromium/pdfium
// public/*.h) and bound at run time with dlopen, so that nothing of PDFium is needed to build.
// PDFium must never run on two threads at once: its functions can be reached only through a
// PdfiumLock, which holds the one mutex of the process for as long as it lives. Take one lock for
// one public operation and hand it down by reference; taking a second one on the same thread
// deadlocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "octavo/result.h"

namespace octavo::document {

// Opaque handles of PDFium.
using FpdfDocument = struct FpdfDocumentObject*;
using FpdfPage = struct FpdfPageObject*;
using FpdfForm = struct FpdfFormObject*;
using FpdfTextPage = struct FpdfTextPageObject*;
using FpdfObject = struct FpdfObjectObject*;
using FpdfFont = struct FpdfFontObject*;
using FpdfBitmap = struct FpdfBitmapObject*;
using FpdfClipPath = const struct FpdfClipPathObject*;
using FpdfSegment = const struct FpdfSegmentObject*;
using FpdfLink = struct FpdfLinkObject*;
using FpdfAction = struct FpdfActionObject*;
using FpdfDestination = struct FpdfDestinationObject*;
using FpdfBookmark = struct FpdfBookmarkObject*;
using FpdfAnnotation = struct FpdfAnnotationObject*;
using FpdfWebLinks = struct FpdfWebLinksObject*;

// PDF matrix (ISO 32000-1 8.3.3): x' = a x + c y + e, y' = b x + d y + f.
struct FsMatrix {
  float a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
};
struct FsRect {
  float left = 0, top = 0, right = 0, bottom = 0;
};
struct FsSize {
  float width = 0, height = 0;
};
struct FsQuad {
  float x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0;
};

// FPDF_FORMFILLINFO with every callback absent: forms are drawn, never run. PDFium keeps a pointer
// to it, so it must live as long as the form environment.
struct FormFillInfo {
  int version = 1;
  void* callbacks[15] = {};
  void* javascript = nullptr;
  int xfa_disabled = 1;
  void* later_callbacks[17] = {};
};

// IFSDK_PAUSE: asked between drawing operations whether to stop for now.
struct FsPause {
  int version = 1;
  int (*stop)(FsPause*) = nullptr;
  void* user = nullptr;
};

enum : unsigned long { kErrorFile = 2, kErrorFormat = 3, kErrorPassword = 4, kErrorSecurity = 5 };
enum : int {
  kObjectText = 1,
  kObjectPath = 2,
  kObjectImage = 3,
  kObjectShading = 4,
  kObjectForm = 5
};
enum : int { kSegmentLine = 0, kSegmentBezier = 1, kSegmentMove = 2 };
enum : int {
  kTextStroke = 1,
  kTextFillStroke = 2,
  kTextInvisible = 3,
  kTextStrokeClip = 5,
  kTextClip = 7
};
enum : int { kRenderAnnotations = 0x01, kRenderLimitedImageCache = 0x200 };
enum : int { kRenderGoesOn = 1, kRenderDone = 2 };
enum : int { kBitmapGray = 1, kBitmapBgr = 2, kBitmapBgrx = 3, kBitmapBgra = 4 };
enum : unsigned long { kActionGoTo = 1, kActionUri = 3 };
enum : int { kAnnotationFreeText = 3, kAnnotationWidget = 20 };
enum : int { kAnnotationInvisible = 1, kAnnotationHidden = 2, kAnnotationNoView = 32 };
enum : int {
  kFieldPushButton = 1,
  kFieldCheckBox = 2,
  kFieldRadioButton = 3,
  kFieldComboBox = 4,
  kFieldListBox = 5,
  kFieldText = 6,
  kFieldSignature = 7
};

// One line a function: result, PDFium's own name, parameters. Expanded into the table below and
// into the symbol look-up, so that the two cannot differ.
#define OCTAVO_PDFIUM_FUNCTIONS(X)                                                                \
  X(void, FPDF_InitLibrary, ())                                                                   \
  X(FpdfDocument, FPDF_LoadMemDocument64, (const void*, size_t, const char*))                     \
  X(unsigned long, FPDF_GetLastError, ())                                                         \
  X(void, FPDF_CloseDocument, (FpdfDocument))                                                     \
  X(int, FPDF_GetPageCount, (FpdfDocument))                                                       \
  X(unsigned long, FPDF_GetMetaText, (FpdfDocument, const char*, void*, unsigned long))           \
  X(FpdfPage, FPDF_LoadPage, (FpdfDocument, int))                                                 \
  X(int, FPDF_GetPageSizeByIndexF, (FpdfDocument, int, FsSize*))                                  \
  X(void, FPDF_ClosePage, (FpdfPage))                                                             \
  X(int, FPDFPage_GetRotation, (FpdfPage))                                                        \
  X(int, FPDF_GetPageBoundingBox, (FpdfPage, FsRect*))                                            \
  X(int, FPDF_GetFormType, (FpdfDocument))                                                        \
  X(FpdfForm, FPDFDOC_InitFormFillEnvironment, (FpdfDocument, FormFillInfo*))                     \
  X(void, FPDFDOC_ExitFormFillEnvironment, (FpdfForm))                                            \
  X(void, FORM_OnAfterLoadPage, (FpdfPage, FpdfForm))                                             \
  X(void, FORM_OnBeforeClosePage, (FpdfPage, FpdfForm))                                           \
  X(void, FPDF_FFLDraw, (FpdfForm, FpdfBitmap, FpdfPage, int, int, int, int, int, int))           \
  X(FpdfBitmap, FPDFBitmap_CreateEx, (int, int, int, void*, int))                                 \
  X(int, FPDFBitmap_GetFormat, (FpdfBitmap))                                                      \
  X(int, FPDFBitmap_GetWidth, (FpdfBitmap))                                                       \
  X(int, FPDFBitmap_GetHeight, (FpdfBitmap))                                                      \
  X(int, FPDFBitmap_GetStride, (FpdfBitmap))                                                      \
  X(void*, FPDFBitmap_GetBuffer, (FpdfBitmap))                                                    \
  X(void, FPDFBitmap_Destroy, (FpdfBitmap))                                                       \
  X(int, FPDF_RenderPageBitmap_Start,                                                             \
    (FpdfBitmap, FpdfPage, int, int, int, int, int, int, FsPause*))                               \
  X(void, FPDF_RenderPage_Close, (FpdfPage))                                                      \
  X(FpdfTextPage, FPDFText_LoadPage, (FpdfPage))                                                  \
  X(void, FPDFText_ClosePage, (FpdfTextPage))                                                     \
  X(int, FPDFText_CountChars, (FpdfTextPage))                                                     \
  X(unsigned, FPDFText_GetUnicode, (FpdfTextPage, int))                                           \
  X(int, FPDFText_IsGenerated, (FpdfTextPage, int))                                               \
  X(int, FPDFText_IsHyphen, (FpdfTextPage, int))                                                  \
  X(int, FPDFText_HasUnicodeMapError, (FpdfTextPage, int))                                        \
  X(FpdfObject, FPDFText_GetTextObject, (FpdfTextPage, int))                                      \
  X(int, FPDFText_GetCharBox, (FpdfTextPage, int, double*, double*, double*, double*))            \
  X(int, FPDFText_GetCharOrigin, (FpdfTextPage, int, double*, double*))                           \
  X(int, FPDFText_GetMatrix, (FpdfTextPage, int, FsMatrix*))                                      \
  X(int, FPDFText_GetLooseCharBox, (FpdfTextPage, int, FsRect*))                                  \
  X(int, FPDFTextObj_GetFontSize, (FpdfObject, float*))                                           \
  X(int, FPDFTextObj_GetTextRenderMode, (FpdfObject))                                             \
  X(FpdfFont, FPDFTextObj_GetFont, (FpdfObject))                                                  \
  X(FpdfBitmap, FPDFTextObj_GetRenderedBitmap, (FpdfDocument, FpdfPage, FpdfObject, float))       \
  X(size_t, FPDFFont_GetBaseFontName, (FpdfFont, char*, size_t))                                  \
  X(int, FPDFFont_GetFlags, (FpdfFont))                                                           \
  X(int, FPDFFont_GetWeight, (FpdfFont))                                                          \
  X(int, FPDFFont_GetAscent, (FpdfFont, float, float*))                                           \
  X(int, FPDFFont_GetDescent, (FpdfFont, float, float*))                                          \
  X(int, FPDFFont_GetGlyphWidth, (FpdfFont, uint32_t, float, float*))                             \
  X(int, FPDFPage_CountObjects, (FpdfPage))                                                       \
  X(FpdfObject, FPDFPage_GetObject, (FpdfPage, int))                                              \
  X(int, FPDFFormObj_CountObjects, (FpdfObject))                                                  \
  X(FpdfObject, FPDFFormObj_GetObject, (FpdfObject, unsigned long))                               \
  X(int, FPDFPageObj_GetType, (FpdfObject))                                                       \
  X(int, FPDFPageObj_GetMatrix, (FpdfObject, FsMatrix*))                                          \
  X(int, FPDFPageObj_GetBounds, (FpdfObject, float*, float*, float*, float*))                     \
  X(int, FPDFPageObj_HasTransparency, (FpdfObject))                                               \
  X(int, FPDFPageObj_GetFillColor, (FpdfObject, unsigned*, unsigned*, unsigned*, unsigned*))      \
  X(int, FPDFPageObj_GetStrokeColor, (FpdfObject, unsigned*, unsigned*, unsigned*, unsigned*))    \
  X(int, FPDFPageObj_GetStrokeWidth, (FpdfObject, float*))                                        \
  X(FpdfClipPath, FPDFPageObj_GetClipPath, (FpdfObject))                                          \
  X(int, FPDFClipPath_CountPaths, (FpdfClipPath))                                                 \
  X(int, FPDFClipPath_CountPathSegments, (FpdfClipPath, int))                                     \
  X(FpdfSegment, FPDFClipPath_GetPathSegment, (FpdfClipPath, int, int))                           \
  X(int, FPDFPath_CountSegments, (FpdfObject))                                                    \
  X(FpdfSegment, FPDFPath_GetPathSegment, (FpdfObject, int))                                      \
  X(int, FPDFPath_GetDrawMode, (FpdfObject, int*, int*))                                          \
  X(int, FPDFPathSegment_GetPoint, (FpdfSegment, float*, float*))                                 \
  X(int, FPDFPathSegment_GetType, (FpdfSegment))                                                  \
  X(int, FPDFPathSegment_GetClose, (FpdfSegment))                                                 \
  X(int, FPDFImageObj_GetImagePixelSize, (FpdfObject, unsigned*, unsigned*))                      \
  X(FpdfBitmap, FPDFImageObj_GetRenderedBitmap, (FpdfDocument, FpdfPage, FpdfObject))             \
  X(int, FPDFLink_Enumerate, (FpdfPage, int*, FpdfLink*))                                         \
  X(int, FPDFLink_GetAnnotRect, (FpdfLink, FsRect*))                                              \
  X(int, FPDFLink_CountQuadPoints, (FpdfLink))                                                    \
  X(int, FPDFLink_GetQuadPoints, (FpdfLink, int, FsQuad*))                                        \
  X(FpdfAction, FPDFLink_GetAction, (FpdfLink))                                                   \
  X(FpdfDestination, FPDFLink_GetDest, (FpdfDocument, FpdfLink))                                  \
  X(unsigned long, FPDFAction_GetType, (FpdfAction))                                              \
  X(unsigned long, FPDFAction_GetURIPath, (FpdfDocument, FpdfAction, void*, unsigned long))       \
  X(FpdfDestination, FPDFAction_GetDest, (FpdfDocument, FpdfAction))                              \
  X(int, FPDFDest_GetDestPageIndex, (FpdfDocument, FpdfDestination))                              \
  X(int, FPDFDest_GetLocationInPage, (FpdfDestination, int*, int*, int*, float*, float*, float*)) \
  X(FpdfWebLinks, FPDFLink_LoadWebLinks, (FpdfTextPage))                                          \
  X(int, FPDFLink_CountWebLinks, (FpdfWebLinks))                                                  \
  X(int, FPDFLink_GetURL, (FpdfWebLinks, int, unsigned short*, int))                              \
  X(int, FPDFLink_CountRects, (FpdfWebLinks, int))                                                \
  X(int, FPDFLink_GetRect, (FpdfWebLinks, int, int, double*, double*, double*, double*))          \
  X(void, FPDFLink_CloseWebLinks, (FpdfWebLinks))                                                 \
  X(FpdfBookmark, FPDFBookmark_GetFirstChild, (FpdfDocument, FpdfBookmark))                       \
  X(FpdfBookmark, FPDFBookmark_GetNextSibling, (FpdfDocument, FpdfBookmark))                      \
  X(unsigned long, FPDFBookmark_GetTitle, (FpdfBookmark, void*, unsigned long))                   \
  X(FpdfDestination, FPDFBookmark_GetDest, (FpdfDocument, FpdfBookmark))                          \
  X(FpdfAction, FPDFBookmark_GetAction, (FpdfBookmark))                                           \
  X(int, FPDFPage_GetAnnotCount, (FpdfPage))                                                      \
  X(FpdfAnnotation, FPDFPage_GetAnnot, (FpdfPage, int))                                           \
  X(void, FPDFPage_CloseAnnot, (FpdfAnnotation))                                                  \
  X(int, FPDFAnnot_GetSubtype, (FpdfAnnotation))                                                  \
  X(int, FPDFAnnot_GetRect, (FpdfAnnotation, FsRect*))                                            \
  X(int, FPDFAnnot_GetFlags, (FpdfAnnotation))                                                    \
  X(unsigned long, FPDFAnnot_GetStringValue,                                                      \
    (FpdfAnnotation, const char*, unsigned short*, unsigned long))                                \
  X(int, FPDFAnnot_GetFormFieldType, (FpdfForm, FpdfAnnotation))                                  \
  X(unsigned long, FPDFAnnot_GetFormFieldName,                                                    \
    (FpdfForm, FpdfAnnotation, unsigned short*, unsigned long))                                   \
  X(unsigned long, FPDFAnnot_GetFormFieldValue,                                                   \
    (FpdfForm, FpdfAnnotation, unsigned short*, unsigned long))                                   \
  X(int, FPDFAnnot_IsChecked, (FpdfForm, FpdfAnnotation))

struct PdfiumFunctions {
#define OCTAVO_PDFIUM_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  OCTAVO_PDFIUM_FUNCTIONS(OCTAVO_PDFIUM_MEMBER)
#undef OCTAVO_PDFIUM_MEMBER
};

// A loaded PDFium. Lives until the process ends.
class Pdfium {
 public:
  // Opens the library at `path` on the first call and initialises it; later calls with the same
  // path return the same object. Thread-safe. Errors: kModelMissing (no file, not a library, a
  // function missing), naming the path and what to run.
  static Result<const Pdfium*> load(const std::string& path);

 private:
  friend class PdfiumLock;
  Pdfium() = default;
  PdfiumFunctions functions_;
};

// The right to call PDFium.
class PdfiumLock {
 public:
  explicit PdfiumLock(const Pdfium& library);
  ~PdfiumLock();
  PdfiumLock(const PdfiumLock&) = delete;
  PdfiumLock& operator=(const PdfiumLock&) = delete;

  const PdfiumFunctions* operator->() const { return &functions_; }

 private:
  const PdfiumFunctions& functions_;
};

}  // namespace octavo::document
