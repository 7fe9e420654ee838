// The second step's questions: what stands in this block?
#pragma once

#include "document/layout/vlm/vlm_block.h"
#include "vlm/vlm.h"

namespace octavo::document::protocol {

// "\nTable Recognition:", "\nFormula Recognition:", "\nImage Analysis:" (images and charts), and
// "\nText Recognition:" for every other type. The model knows these words and no others.
std::string_view prompt_of(BlockType type);

// `picture` (of cut_crop) must outlive the request.
VlmRequest content_request(BlockType type, ImageView picture);

// The answer becomes the block's raw content (see finish_blocks). Answers that were cut at the
// token limit count, as far as they go; those that failed leave the block without content. A
// trailing end token, which some servers leave in the text, is dropped.
void take_answer(const VlmAnswer& answer, VlmBlock& block);

}  // namespace octavo::document::protocol
