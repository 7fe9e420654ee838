#include "document/output/jpeg_pdf.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace octavo::document {
namespace {

constexpr int kCatalog = 1, kPageTree = 2;

// Two decimals, never an exponent, never a locale.
std::string number(double value) {
  std::array<char, 64> buffer;
  const auto [end, failure] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                            std::chars_format::fixed, 2);
  return failure == std::errc() ? std::string(buffer.data(), end) : "0";
}

std::string reference(int object) { return std::to_string(object) + " 0 R"; }

std::string ten_digits(size_t offset) {
  const std::string digits = std::to_string(offset);
  return std::string(10 - std::min<size_t>(digits.size(), 10), '0') + digits;
}

}  // namespace

JpegPdf::JpegPdf() : offsets_(kPageTree + 1) {
  // The four high bytes say that the file is binary (7.5.2).
  write("%PDF-1.4\n%\xE2\xE3\xCF\xD3\n");
}

void JpegPdf::write(std::string_view text) {
  bytes_.insert(bytes_.end(), text.begin(), text.end());
}

void JpegPdf::begin_object(int object) {
  const auto index = static_cast<size_t>(object);
  if (offsets_.size() <= index) offsets_.resize(index + 1);
  offsets_[index] = bytes_.size();
  write(std::to_string(object) + " 0 obj\n");
}

void JpegPdf::add_page(std::span<const uint8_t> jpeg, int width, int height, float points_a_pixel) {
  const int page = static_cast<int>(offsets_.size()), content = page + 1, image = page + 2;
  const std::string w = number(static_cast<double>(width) * static_cast<double>(points_a_pixel));
  const std::string h = number(static_cast<double>(height) * static_cast<double>(points_a_pixel));
  pages_.push_back(page);

  begin_object(page);
  write("<< /Type /Page /Parent " + reference(kPageTree) + " /MediaBox [0 0 " + w + " " + h +
        "] /Contents " + reference(content) + " /Resources << /XObject << /Im " + reference(image) +
        " >> >> >>\nendobj\n");

  const std::string paint = "q " + w + " 0 0 " + h + " 0 0 cm /Im Do Q";
  begin_object(content);
  write("<< /Length " + std::to_string(paint.size()) + " >>\nstream\n" + paint +
        "\nendstream\nendobj\n");

  begin_object(image);
  write("<< /Type /XObject /Subtype /Image /Width " + std::to_string(width) + " /Height " +
        std::to_string(height) +
        " /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length " +
        std::to_string(jpeg.size()) + " >>\nstream\n");
  bytes_.insert(bytes_.end(), jpeg.begin(), jpeg.end());
  write("\nendstream\nendobj\n");
}

std::vector<uint8_t> JpegPdf::take() {
  begin_object(kCatalog);
  write("<< /Type /Catalog /Pages " + reference(kPageTree) + " >>\nendobj\n");
  begin_object(kPageTree);
  std::string kids;
  for (const int page : pages_) kids += reference(page) + " ";
  write("<< /Type /Pages /Count " + std::to_string(pages_.size()) + " /Kids [ " + kids +
        "] >>\nendobj\n");

  const size_t table = bytes_.size();
  const std::string size = std::to_string(offsets_.size());
  write("xref\n0 " + size + "\n0000000000 65535 f \n");
  for (size_t object = 1; object < offsets_.size(); ++object)
    write(ten_digits(offsets_[object]) + " 00000 n \n");
  write("trailer\n<< /Size " + size + " /Root " + reference(kCatalog) + " >>\nstartxref\n" +
        std::to_string(table) + "\n%%EOF\n");
  return std::move(bytes_);
}

}  // namespace octavo::document
