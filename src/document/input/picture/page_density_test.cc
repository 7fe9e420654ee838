#include "document/input/picture/page_density.h"

#include <gtest/gtest.h>

#include <limits>

namespace octavo::document {
namespace {

struct Row {
  FrameInfo info;
  float x, y;
};

TEST(PageDensity, NoUnknownPictureIsLargerThanA2) {
  const PageDensity photo = page_density({12'000, 16'000, 0, 0});
  EXPECT_NEAR(12'000 / photo.x * 16'000 / photo.y, 16.5 * 23.4, 0.1);
  EXPECT_EQ(photo.x, photo.y);
  // A long screen grab is not large.
  EXPECT_EQ(page_density({1080, 12'000, 0, 0}).x, 200);
}

TEST(PageDensity, BelievesWhatCanBe) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const Row& row : {
           Row{{2480, 3508, 300, 300}, 300, 300},
           Row{{1728, 1145, 204, 98}, 204, 98},  // fax, standard resolution
           Row{{1000, 1000, 0, 0}, 200, 200},    // not said
           Row{{1000, 1000, 300, 0}, 200, 200},  // half said
           Row{{1000, 1000, 1, 1}, 200, 200},    // an aspect ratio
           Row{{1000, 1000, 2400, 2400}, 200, 200},
           Row{{1000, 1000, 600, 100}, 200, 200},  // no real device
           Row{{1000, 1000, nan, 72}, 200, 200},
           Row{{1000, 1400, 72, 72}, 72, 72},    // A3 or so
           Row{{4032, 3024, 72, 72}, 200, 200},  // a camera: 56 inches
           Row{{1920, 1080, 96, 96}, 96, 96},    // a screen: 20 inches
           Row{{3840, 2160, 96, 96}, 200, 200},
           Row{{9933, 14043, 300, 300}, 300, 300},  // A0, scanned
       }) {
    const PageDensity density = page_density(row.info);
    EXPECT_EQ(density.x, row.x) << row.info.width << " " << row.info.dpi_x;
    EXPECT_EQ(density.y, row.y);
  }
}

}  // namespace
}  // namespace octavo::document
