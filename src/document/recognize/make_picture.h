// A part of a page as a picture of the output.
#pragma once

#include "image/image.h"
#include "octavo/document.h"
#include "octavo/result.h"

namespace octavo::document {

// As JPEG, named by its content; `dpi` is written into the file when positive. Errors: the
// encoder's.
Result<Picture> make_picture(ImageView pixels, int dpi);

}  // namespace octavo::document
