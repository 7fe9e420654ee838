// Small PDFs for tests, written object by object: nothing is checked, so that damaged files can be
// made too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace octavo::testing {

struct PdfPage {
  std::string content;  // operators of the content stream
  float width = 612, height = 792;
  std::string extra;      // further entries of the page dictionary: "/Rotate 90 /CropBox [...]"
  std::string resources;  // further entries of the resource dictionary
};

// Fonts F1 Helvetica, F2 Helvetica-Bold, F3 Times-Roman, F4 Times-Italic, F5 Courier are always
// there (WinAnsi, not embedded).
class PdfBuilder {
 public:
  PdfBuilder();

  // Body between "n 0 obj" and "endobj"; returns n.
  int object(std::string body);
  // `entries` goes into the stream dictionary beside /Length.
  int stream(std::string_view entries, std::string_view data);
  // A number to be given a body later, for references in circles.
  int reserve();
  void set(int number, std::string body);
  // An 8-bit grey image of one colour, or of the given samples (width x height).
  int gray_image(int width, int height, uint8_t level);
  int gray_image(int width, int height, std::string_view samples);

  PdfBuilder& page(const PdfPage& page);
  PdfBuilder& page(std::string content) { return page(PdfPage{.content = std::move(content)}); }
  int page_object(int index) const { return pages_[static_cast<size_t>(index)]; }
  // Entries added to the catalog ("/AcroForm 9 0 R") or to the information dictionary.
  PdfBuilder& catalog(std::string_view entries);
  PdfBuilder& info(std::string_view entries);

  // The file: header, objects, cross-reference table, trailer.
  std::vector<uint8_t> bytes() const;

 private:
  std::vector<std::string> objects_;  // objects_[n - 1] is object n
  std::vector<int> pages_;
  std::string catalog_, info_;
};

// Operators: `text` at (x, y) in user space, in font /F<font> at `size`.
std::string pdf_text(float x, float y, float size, std::string_view text, int font = 1);
// The same with a full text matrix, for turned text; size 1 in the matrix means `size` points.
std::string pdf_text_matrix(std::string_view matrix, float size, std::string_view text,
                            int font = 1);
// A literal string with its special characters escaped.
std::string pdf_string(std::string_view text);
std::string pdf_ref(int number);  // "12 0 R"

// A ToUnicode map from one-byte codes `first`, `first` + 1, ... to these characters.
std::string pdf_to_unicode(uint8_t first, std::u32string_view characters);

}  // namespace octavo::testing
