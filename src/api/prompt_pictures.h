// Picture files of a prompt -> pixels.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "image/image.h"
#include "octavo/model.h"

namespace octavo {

struct PromptPixels {
  Image image;
  int width = 0, height = 0;  // as the file says, upright
};

// Of a file with several pictures the first. What was tolerated goes to `diagnostics`, with the
// picture's name in the text. Errors: those of reading and decoding, with the file.
Result<PromptPixels> read_prompt_picture(const PromptPicture& picture, Diagnostics& diagnostics);

}  // namespace octavo
