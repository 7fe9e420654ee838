// The first step's question: where are the blocks of this page?
#pragma once

#include "image/image.h"
#include "vlm/vlm.h"

namespace octavo::document::protocol {

// The page as the model wants it for layout: RGB, stretched to 1036 x 1036. Must not be empty.
Image layout_picture(ImageView page);

// `picture` (of layout_picture) must outlive the request.
VlmRequest layout_request(ImageView picture);

// What every request of the protocol shares: greedy, no 100 tokens in a row twice, special tokens
// in the text.
VlmRequest protocol_request(ImageView picture, std::string_view prompt);

}  // namespace octavo::document::protocol
