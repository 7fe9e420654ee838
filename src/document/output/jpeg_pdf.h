// A PDF whose pages are one JPEG each (ISO 32000-1; DCTDecode, 7.4.8).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace octavo::document {

// Pages are written as they come; memory grows with the JPEGs and nothing else. Not thread-safe.
class JpegPdf {
 public:
  JpegPdf();
  // An RGB JPEG of width x height pixels, each `points_a_pixel` points wide and high.
  void add_page(std::span<const uint8_t> jpeg, int width, int height, float points_a_pixel);
  // The whole file. Ends the object's use.
  std::vector<uint8_t> take();

 private:
  void write(std::string_view text);
  void begin_object(int number);

  std::vector<uint8_t> bytes_;
  std::vector<size_t> offsets_;  // of object n at n; objects 1 and 2 are written last
  std::vector<int> pages_;       // object numbers
};

}  // namespace octavo::document
