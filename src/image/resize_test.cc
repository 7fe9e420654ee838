#include "image/resize.h"

#include <gtest/gtest.h>

#include <array>

#include "image/resize_loops.h"

namespace octavo {
namespace {

// The noise of tools/reference/make_resize_goldens.py.
Image noise(int width, int height, int channels) {
  Image image(width, height, channels);
  uint32_t i = 0;
  for (uint8_t& sample : image.bytes()) {
    uint32_t x = i++ * 2654435761U;
    x ^= x >> 15;
    sample = static_cast<uint8_t>((x * 2246822519U) >> 24);
  }
  return image;
}

uint64_t fnv1a(const Image& image) {
  uint64_t value = 0xCBF29CE484222325U;
  for (const uint8_t byte : image.bytes()) value = (value ^ byte) * 0x100000001B3U;
  return value;
}

struct Golden {
  int width, height, channels, target_width, target_height;
  Filter filter;
  uint64_t hash;
};
constexpr Golden kPillow12[] = {
#include "image/resize_golden_table.inc"
};
constexpr Golden kPillow13[] = {
#include "image/resize_golden13_table.inc"
};

void expect_golden(const Golden& golden, PassOrder order) {
  const Image source = noise(golden.width, golden.height, golden.channels);
  const Image result =
      resize(source, golden.target_width, golden.target_height, golden.filter, order);
  EXPECT_EQ(fnv1a(result), golden.hash)
      << golden.width << "x" << golden.height << "x" << golden.channels << " to "
      << golden.target_width << "x" << golden.target_height << " filter "
      << static_cast<int>(golden.filter);
}

TEST(Resize, EqualsPillow12) {
  for (const Golden& golden : kPillow12) expect_golden(golden, PassOrder::kHorizontalFirst);
}

TEST(Resize, EqualsPillow13) {
  for (const Golden& golden : kPillow13) expect_golden(golden, PassOrder::kPillow13);
}

TEST(Resize, PartOfAnImageIsResizedAsIfAlone) {
  const Image source = noise(50, 40, 3);
  const ImageView part = ImageView(source).part({7, 5, 37, 33});
  const Image copy = Image::copy(part);
  EXPECT_EQ(fnv1a(resize(part, 11, 50, Filter::kBicubic)),
            fnv1a(resize(copy, 11, 50, Filter::kBicubic)));
}

TEST(Resize, FlatStaysFlat) {
  for (const int level : {0, 1, 127, 254, 255}) {
    const Image source(37, 29, 3, static_cast<uint8_t>(level));
    const Image result = resize(source, 90, 11, Filter::kBicubic);
    for (const uint8_t sample : result.bytes()) ASSERT_EQ(sample, level);
  }
}

// Every loop variant against the plain one, with lengths around the vector widths.
TEST(ResizeLoops, VariantsAgree) {
  const ResizeLoops& plain = resize_loops().back();
  EXPECT_STREQ(plain.name, "plain");
  const Image source = noise(200, 9, 1);
  const std::array<int32_t, 9> weights{-90000,  250000, 1500000, 2100000, 900000,
                                       -300000, -60000, 4194304, -4194304};
  for (const ResizeLoops& loops : resize_loops())
    for (size_t samples = 1; samples <= 200; ++samples)
      for (int count = 0; count <= 9; ++count) {
        const ResizeTaps taps{weights.data(), 9 - count, count};
        std::vector<uint8_t> expected(samples + 1, 77), actual(samples + 1, 77);
        plain.vertical(source.row(0), 200, taps, samples, expected.data());
        loops.vertical(source.row(0), 200, taps, samples, actual.data());
        ASSERT_EQ(actual, expected) << loops.name << " " << samples << " " << count;
        ASSERT_EQ(actual.back(), 77);
      }
  for (const ResizeLoops& loops : resize_loops())
    for (const int channels : {1, 3}) {
      const std::array<ResizeTaps, 3> taps{
          {{weights.data(), 0, 1}, {weights.data() + 1, 0, 2}, {weights.data() + 3, 1, 2}}};
      std::vector<uint8_t> expected(3U * channels * kResizeRows), actual(expected.size());
      plain.horizontal(source.row(0), channels, taps, expected.data());
      loops.horizontal(source.row(0), channels, taps, actual.data());
      EXPECT_EQ(actual, expected) << loops.name;
    }
}

TEST(ShrinkArea, IsTheMeanOfWholePixels) {
  Image source(4, 2, 1);
  const std::array<uint8_t, 8> samples{10, 20, 30, 40, 50, 60, 71, 81};
  std::copy(samples.begin(), samples.end(), source.bytes().begin());
  const Image half = shrink_area(source, 2, 1);
  EXPECT_EQ(*half.pixel(0, 0), 35);               // (10 + 20 + 50 + 60) / 4
  EXPECT_EQ(*half.pixel(1, 0), 56);               // (30 + 40 + 71 + 81) / 4 = 55.5
  const Image three = shrink_area(source, 3, 2);  // columns {0}, {1}, {2, 3}
  EXPECT_EQ(*three.pixel(0, 0), 10);
  EXPECT_EQ(*three.pixel(2, 1), 76);
  EXPECT_EQ(fnv1a(shrink_area(source, 4, 2)), fnv1a(source));
}

TEST(ShrinkArea, KeepsChannelsApart) {
  Image source(2, 2, 3, 0);
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 2; ++x) source.pixel(x, y)[1] = 200;
  const Image one = shrink_area(source, 1, 1);
  EXPECT_EQ(one.pixel(0, 0)[0], 0);
  EXPECT_EQ(one.pixel(0, 0)[1], 200);
  EXPECT_EQ(one.pixel(0, 0)[2], 0);
}

}  // namespace
}  // namespace octavo
