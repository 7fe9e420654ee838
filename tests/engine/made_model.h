// Models with weights out of a formula, in many shapes, written as Hugging Face directories or as
// GGUF files: what the parity tests, the reference scripts and the tests of the loader work on.
// Nothing of it has to be kept: the same bytes come out on every machine.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/config.h"
#include "engine/model/image_processor.h"
#include "engine/tensor/dtype.h"
#include "engine/tensor/matrix.h"

namespace octavo::engine {

enum class TensorNames : uint8_t {
  kOld,   // model.layers..., visual...
  kNew,   // model.language_model.layers..., model.visual...
  kGguf,  // blk..., with v.blk... in a file of its own
};

struct MadeModel {
  std::string name;
  LanguageConfig language;
  VisionConfig vision;  // depth 0: a text-only model
  DType dtype = DType::kBF16;
  TensorNames names = TensorNames::kOld;
  bool nested_config = false;  // text_config, as new files have it
  bool sharded = false;
  // GGUF as other converters write it: attention in one piece, ffn_up and ffn_down swapped.
  bool other_gguf = false;
  // The prompt of the parity tests: for each part, so many text tokens, or a picture.
  struct Part {
    int text = 0;
    ImageGrid grid;
  };
  std::vector<Part> prompt;
};

// The shapes of the parity tests, each with a name of its own.
const std::vector<MadeModel>& made_models();
const MadeModel& made_model(std::string_view name);
// The shape and size of MinerU2.5-2509-1.2B: 2.3 GB when written. Its pictures: "square" is a page
// of 1036 x 1036 pixels, as for a layout; "wide" comes from 1024 x 576.
MadeModel full_size_model(std::string_view picture);
inline constexpr std::string_view kFullSizePictures[] = {"square", "wide"};

// Special tokens that every made tokenizer has, after 256 byte symbols.
inline constexpr TokenId kMadeEndOfText = 256, kMadeStart = 257, kMadeEnd = 258,
                         kMadeVisionStart = 259, kMadeVisionEnd = 260, kMadeImagePad = 261;
inline constexpr int kMadeTokens = 262;

// Numbers in [-1, 1), exact multiples of 2^-23, that depend on the name and the index alone.
void fill_made(std::string_view name, int64_t first, std::span<float> out);

struct MadePrompt {
  std::vector<TokenId> ids;
  std::vector<int64_t> image_starts;
  std::vector<ImageGrid> grids;
};
MadePrompt made_prompt(const MadeModel& model);
// What a picture processor could have made of picture `index`.
Matrix<float> made_patches(const MadeModel& model, int index, ImageGrid grid);

struct MadeTensor {
  std::string name;
  std::vector<int64_t> shape;  // outermost first
  DType dtype = DType::kF32;
  // Values from index `first` on.
  std::function<void(int64_t first, std::span<float> out)> values;
};
std::vector<MadeTensor> made_language_tensors(const MadeModel& model);
std::vector<MadeTensor> made_vision_tensors(const MadeModel& model);

// Writes directory `path` with model.safetensors (or shards), config.json, generation_config.json,
// preprocessor_config.json and tokenizer.json, or model.gguf and mmproj.gguf. False when the disk
// refuses.
bool write_made_model(const MadeModel& model, const std::string& path);
// The JSON files alone.
bool write_made_settings(const MadeModel& model, const std::string& path);

}  // namespace octavo::engine
