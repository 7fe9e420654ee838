// What a model is shown while it is quantised: texts of several kinds, and a page.
#pragma once

#include <span>
#include <string_view>

#include "image/image.h"

namespace octavo {

std::span<const std::string_view> calibration_texts();
// None of them is among the others.
std::span<const std::string_view> comparison_texts();
// Begins what is written on greedily.
std::string_view comparison_prompt();
// Dark strokes in lines on white, with a ruled table: the same each time.
Image sample_page();

}  // namespace octavo
