#include "image/ink.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "image/draw.h"

namespace octavo {
namespace {

constexpr int kWidth = 827, kHeight = 1169;  // A4 at 100 dpi

// Nearly normal, and the same with every standard library: the sum of twelve 5-bit uniform numbers
// has a standard deviation of 32.
void add_noise(Image& image, double sigma, uint32_t seed) {
  std::mt19937_64 random(seed);
  for (uint8_t& sample : image.bytes()) {
    int sum = 0;
    for (uint64_t bits = random(), i = 0; i < 12; ++i, bits >>= 5)
      sum += static_cast<int>(bits & 31);
    const double value = sample + (sum - 186) * sigma / 32;
    sample = static_cast<uint8_t>(std::clamp(std::lround(value), 0L, 255L));
  }
}

void write(Image& image, int x, int y, const char* text, Color ink) {
  // Transparent background: only the letters are laid over the page.
  Image label(label_size(text).width, label_size(text).height, image.channels());
  draw_label(label, 0, 0, text, Color{0, 0, 0}, Color{255, 255, 255});
  for (int row = 0; row < label.height(); ++row)
    for (int column = 0; column < label.width(); ++column)
      if (label.pixel(column, row)[0] == 0)
        fill_box(image, {x + column, y + row, x + column + 1, y + row + 1}, ink);
}

TEST(Ink, CleanPagesOfAnyTintAreBlank) {
  EXPECT_EQ(measure_ink(Image(kWidth, kHeight, 3)).share, 0);
  EXPECT_EQ(measure_ink(Image(kWidth, kHeight, 1, 0)).share, 0);
  Image tinted(kWidth, kHeight, 3);
  fill_box(tinted, tinted.bounds(), Color{244, 232, 200});
  const InkMeasure measure = measure_ink(tinted);
  EXPECT_EQ(measure.share, 0);
  EXPECT_EQ(measure.paper_level, 232);  // 0.299 * 244 + 0.587 * 232 + 0.114 * 200
  EXPECT_EQ(measure_ink(ImageView{}).share, 0);
  EXPECT_EQ(measure_ink(Image(1, 1, 3, 10)).share, 0);
}

TEST(Ink, GrainIsNotInk) {
  for (const int channels : {1, 3})
    for (const int paper : {255, 235, 128})
      for (const double sigma : {2.0, 10.0}) {
        Image page(kWidth, kHeight, channels, static_cast<uint8_t>(paper));
        add_noise(page, sigma, 7);
        EXPECT_LT(measure_ink(page).share, kBlankInkShare / 4)
            << channels << " channels, paper " << paper << ", sigma " << sigma;
      }
}

TEST(Ink, DustIsNotInk) {
  Image page(kWidth, kHeight, 1);
  for (int i = 0; i < 200; ++i) *page.pixel((i * 37) % kWidth, (i * 101) % kHeight) = 0;
  EXPECT_EQ(measure_ink(page).share, 0);
}

TEST(Ink, UnevenLightIsNotInk) {
  Image page(kWidth, kHeight, 3);
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      for (int c = 0; c < 3; ++c)
        page.pixel(x, y)[c] = static_cast<uint8_t>(250 - 50 * x / kWidth - 50 * y / kHeight);
  add_noise(page, 2, 3);
  EXPECT_LT(measure_ink(page).share, kBlankInkShare / 4);
}

TEST(Ink, OneShortLineIsSeen) {
  struct Case {
    int paper;
    double sigma;
    Color ink;
  };
  for (const Case& c :
       {Case{255, 0, {0, 0, 0}}, Case{255, 3, {0, 0, 0}}, Case{235, 6, {30, 30, 30}},
        Case{255, 0, {205, 205, 205}}, Case{255, 1, {255, 230, 0}}, Case{20, 2, {240, 240, 240}}}) {
    Image page(kWidth, kHeight, 3, static_cast<uint8_t>(c.paper));
    add_noise(page, c.sigma, 11);
    write(page, 90, 100, "Page 3 of 5", c.ink);
    EXPECT_GT(measure_ink(page).share, 10 * kBlankInkShare) << c.paper << " " << c.sigma;
  }
}

TEST(Ink, APageNumberAloneIsSeen) {
  Image page(kWidth, kHeight, 3);
  write(page, 410, 1100, "17", Color{0, 0, 0});
  EXPECT_GT(measure_ink(page).share, 1.5F * kBlankInkShare);
}

TEST(Ink, APictureOrAFullPageIsMuchInk) {
  Image page(kWidth, kHeight, 3);
  fill_box(page, {100, 100, 700, 600}, Color{30, 60, 90});
  EXPECT_NEAR(measure_ink(page).share, 600.0 * 500 / (kWidth * kHeight), 0.01);
  for (int y = 20; y < kHeight - 20; y += 12)
    write(page, 20, y,
          "The quick brown fox jumps over the lazy dog, twice: The quick brown fox jumps over the "
          "lazy dog.",
          Color{});
  EXPECT_GT(measure_ink(page).share, 0.1F);
}

}  // namespace
}  // namespace octavo
