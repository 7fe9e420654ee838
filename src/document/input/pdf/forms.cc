#include "document/input/pdf/forms.h"

#include "document/input/pdf/text_codec.h"

namespace octavo::document {
namespace {

constexpr int kMaxAnnotations = 20'000;
constexpr int kUnseen = kAnnotationHidden | kAnnotationNoView;

FormField::Kind kind_of(int type) {
  switch (type) {
    case kFieldText:
      return FormField::Kind::kText;
    case kFieldCheckBox:
      return FormField::Kind::kCheckBox;
    case kFieldRadioButton:
      return FormField::Kind::kRadioButton;
    case kFieldComboBox:
    case kFieldListBox:
      return FormField::Kind::kChoice;
    default:
      return FormField::Kind::kOther;
  }
}

void read_widget(const PdfiumLock& pdfium, FpdfForm form, FpdfAnnotation widget, FormField& field) {
  field.kind = kind_of(pdfium->FPDFAnnot_GetFormFieldType(form, widget));
  field.name = read_utf16([&](uint16_t* buffer, unsigned long bytes) {
    return pdfium->FPDFAnnot_GetFormFieldName(form, widget, buffer, bytes);
  });
  if (field.kind == FormField::Kind::kOther) return;
  field.value = read_utf16([&](uint16_t* buffer, unsigned long bytes) {
    return pdfium->FPDFAnnot_GetFormFieldValue(form, widget, buffer, bytes);
  });
  if (field.kind == FormField::Kind::kCheckBox || field.kind == FormField::Kind::kRadioButton)
    field.checked = pdfium->FPDFAnnot_IsChecked(form, widget) != 0;
}

}  // namespace

std::vector<FormField> read_fields(const PdfiumLock& pdfium, FpdfForm form, const OpenPage& page) {
  std::vector<FormField> fields;
  const int count = std::min(pdfium->FPDFPage_GetAnnotCount(page.page()), kMaxAnnotations);
  for (int i = 0; i < count; ++i) {
    const FpdfAnnotation annotation = pdfium->FPDFPage_GetAnnot(page.page(), i);
    if (annotation == nullptr) continue;
    const int subtype = pdfium->FPDFAnnot_GetSubtype(annotation);
    const bool widget = subtype == kAnnotationWidget && form != nullptr;
    FsRect rect;
    if ((widget || subtype == kAnnotationFreeText) &&
        (pdfium->FPDFAnnot_GetFlags(annotation) & kUnseen) == 0 &&
        pdfium->FPDFAnnot_GetRect(annotation, &rect) != 0) {
      FormField field;
      field.box = intersection(
          transform_box(page.space().to_display, {rect.left, rect.bottom}, {rect.right, rect.top}),
          page.space().bounds());
      if (widget)
        read_widget(pdfium, form, annotation, field);
      else
        field.value = read_utf16([&](uint16_t* buffer, unsigned long bytes) {
          return pdfium->FPDFAnnot_GetStringValue(annotation, "Contents", buffer, bytes);
        });
      if (!field.box.empty()) fields.push_back(std::move(field));
    }
    pdfium->FPDFPage_CloseAnnot(annotation);
  }
  return fields;
}

}  // namespace octavo::document
