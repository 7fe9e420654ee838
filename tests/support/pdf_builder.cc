#include "tests/support/pdf_builder.h"

#include <array>
#include <cstdio>

namespace octavo::testing {
namespace {

constexpr std::array kFonts{"Helvetica", "Helvetica-Bold", "Times-Roman", "Times-Italic",
                            "Courier"};
// Objects 1 and 2 are the catalog and the page tree; the fonts follow.
constexpr int kCatalog = 1, kPageTree = 2, kFirstFont = 3;

template <class... Args>
std::string format(const char* pattern, Args... args) {
  std::array<char, 512> buffer{};
  std::snprintf(buffer.data(), buffer.size(), pattern, args...);
  return buffer.data();
}

std::string stream_body(std::string_view entries, std::string_view data) {
  std::string body = "<< /Length " + std::to_string(data.size()) + " ";
  body += entries;
  body += " >>\nstream\n";
  body += data;
  return body + "\nendstream";
}

}  // namespace

PdfBuilder::PdfBuilder() {
  object("");
  object("");
  for (const char* name : kFonts)
    object(
        format("<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>", name));
}

int PdfBuilder::object(std::string body) {
  objects_.push_back(std::move(body));
  return static_cast<int>(objects_.size());
}

int PdfBuilder::stream(std::string_view entries, std::string_view data) {
  return object(stream_body(entries, data));
}

int PdfBuilder::reserve() { return object("null"); }

void PdfBuilder::set(int number, std::string body) {
  objects_[static_cast<size_t>(number) - 1] = std::move(body);
}

int PdfBuilder::gray_image(int width, int height, uint8_t level) {
  return gray_image(width, height,
                    std::string(static_cast<size_t>(width) * static_cast<size_t>(height),
                                static_cast<char>(level)));
}

int PdfBuilder::gray_image(int width, int height, std::string_view samples) {
  return stream(format("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 "
                       "/ColorSpace /DeviceGray",
                       width, height),
                samples);
}

PdfBuilder& PdfBuilder::page(const PdfPage& page) {
  const int content = stream("", page.content);
  std::string fonts;
  for (size_t i = 0; i < kFonts.size(); ++i)
    fonts += format("/F%zu %d 0 R ", i + 1, kFirstFont + static_cast<int>(i));
  // A /Font entry of the caller's own would be a second one; theirs goes inside ours.
  std::string resources = page.resources;
  const size_t own = resources.find("/Font <<");
  if (own != std::string::npos)
    resources.insert(own + 8, " " + fonts);
  else
    resources += " /Font << " + fonts + ">>";
  std::string body = format("<< /Type /Page /Parent %d 0 R /Contents %d 0 R ", kPageTree, content);
  if (page.extra.find("/MediaBox") == std::string::npos)
    body += format("/MediaBox [0 0 %g %g] ", static_cast<double>(page.width),
                   static_cast<double>(page.height));
  body += page.extra + " /Resources << " + resources + " >> >>";
  pages_.push_back(object(std::move(body)));
  return *this;
}

PdfBuilder& PdfBuilder::catalog(std::string_view entries) {
  catalog_ += " ";
  catalog_ += entries;
  return *this;
}

PdfBuilder& PdfBuilder::info(std::string_view entries) {
  info_ += " ";
  info_ += entries;
  return *this;
}

std::vector<uint8_t> PdfBuilder::bytes() const {
  std::vector<std::string> objects = objects_;
  objects[kCatalog - 1] = format("<< /Type /Catalog /Pages %d 0 R", kPageTree) + catalog_ + " >>";
  std::string kids;
  for (const int page : pages_) kids += pdf_ref(page) + " ";
  objects[kPageTree - 1] =
      "<< /Type /Pages /Count " + std::to_string(pages_.size()) + " /Kids [" + kids + "] >>";
  objects.push_back("<<" + info_ + " >>");

  std::string file = "%PDF-1.7\n%\xE2\xE3\xCF\xD3\n";
  std::vector<size_t> offsets;
  for (size_t i = 0; i < objects.size(); ++i) {
    offsets.push_back(file.size());
    file += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const size_t table = file.size();
  file += "xref\n0 " + std::to_string(objects.size() + 1) + "\n0000000000 65535 f \n";
  for (const size_t offset : offsets) file += format("%010zu 00000 n \n", offset);
  file += "trailer\n<< /Size " + std::to_string(objects.size() + 1) +
          format(" /Root %d 0 R", kCatalog) + " /Info " +
          pdf_ref(static_cast<int>(objects.size())) + " >>\nstartxref\n" + std::to_string(table) +
          "\n%%EOF\n";
  return {file.begin(), file.end()};
}

std::string pdf_string(std::string_view text) {
  std::string out = "(";
  for (const char c : text) {
    if (c == '(' || c == ')' || c == '\\') out += '\\';
    out += c;
  }
  return out + ")";
}

std::string pdf_text(float x, float y, float size, std::string_view text, int font) {
  return format("BT /F%d %g Tf %g %g Td ", font, static_cast<double>(size), static_cast<double>(x),
                static_cast<double>(y)) +
         pdf_string(text) + " Tj ET\n";
}

std::string pdf_text_matrix(std::string_view matrix, float size, std::string_view text, int font) {
  return format("BT /F%d %g Tf ", font, static_cast<double>(size)) + std::string(matrix) + " Tm " +
         pdf_string(text) + " Tj ET\n";
}

std::string pdf_ref(int number) { return std::to_string(number) + " 0 R"; }

std::string pdf_to_unicode(uint8_t first, std::u32string_view characters) {
  std::string map =
      "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 "
      "def\n"
      "1 begincodespacerange <00> <FF> endcodespacerange\n";
  map += std::to_string(characters.size()) + " beginbfchar\n";
  for (size_t i = 0; i < characters.size(); ++i) {
    const char32_t c = characters[i];
    map += format("<%02X> ", static_cast<unsigned>(first + i));
    if (c < 0x10000)
      map += format("<%04X>\n", static_cast<unsigned>(c));
    else
      map += format("<%04X%04X>\n", static_cast<unsigned>(0xD800 + ((c - 0x10000) >> 10)),
                    static_cast<unsigned>(0xDC00 + ((c - 0x10000) & 0x3FF)));
  }
  return map + "endbfchar endcmap end end";
}

}  // namespace octavo::testing
