// The two kinds of files that describe a tokenizer -> TokenizerFile. What is in them but is not the
// Qwen2 form (another model, pre-tokenizer, normaliser, decoder) is refused by name: it would give
// other ids.
#pragma once

#include <string>

#include "engine/checkpoint/checkpoint.h"
#include "engine/tokenizer/vocabulary.h"

namespace octavo::engine {

// tokenizer.json of the `tokenizers` package. Truncation, padding and what a post-processor would
// add around the text do not belong to a model's prompt and are passed over. Errors: those of a
// file, and kModelInvalid with the JSON path.
Result<TokenizerFile> read_tokenizer_json(const std::string& path);
// The same from text; `path` is for errors.
Result<TokenizerFile> parse_tokenizer_json(std::string_view text, const std::string& path);

// tokenizer.ggml.* of GGUF metadata. Errors: kModelInvalid with the key.
Result<TokenizerFile> read_tokenizer_metadata(const Metadata& metadata, const std::string& path);

// A tokenizer.json that reads as the same.
std::string tokenizer_json_text(const TokenizerFile& file);

}  // namespace octavo::engine
