// Pages with what was found on them drawn in: a numbered, coloured box for each block.
#pragma once

#include <cstdint>
#include <string>

#include "octavo/options.h"

namespace octavo {

enum class OverlayFormat : uint8_t {
  kPdf,  // every page of the document that was read
  kPng,  // the first of them
};

struct OverlayOptions {
  OverlayFormat format = OverlayFormat::kPdf;
  float dpi = 100;
  std::string password;
  Limits limits;
  const CancelFlag* cancel = nullptr;  // not owned; must outlive the call
};

// One page as a reader sees it, without anything drawn in.
struct PagePictureOptions {
  int page = 0;     // 0-based
  int side = 1400;  // pixels of the longer side; fewer when limits.max_page_pixels says so
  std::string password;
  Limits limits;
  const CancelFlag* cancel = nullptr;  // not owned; must outlive the call
};

}  // namespace octavo
