// A loaded model: configuration, tokenizer and weights, deeply const and shared by sessions and
// threads. Everything that changes during work lives outside (KvSequence, VisionScratch,
// LanguageScratch).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "engine/kernels/arch.h"
#include "engine/model/config.h"
#include "engine/model/sequence_rows.h"
#include "engine/model/smoothing.h"
#include "engine/model/taps.h"
#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

class VisionScratch;  // model/activations.h
class LanguageScratch;

// Which kernels run. kReference is scalar and obviously correct; kFast is the best f32 path of this
// CPU, or of the instruction sets that LoadOptions names.
enum class KernelChoice : uint8_t { kReference, kFast };

// In what the matrices are multiplied. kAuto: what the files hold, which is int8 or int4 for
// prepacked files, and for checkpoints the exact path, or bf16 where they hold that and it gains
// (float_products.h). kBf16: products of values rounded to bf16, sums in f32. kInt8: 8-bit copies,
// made at load where the files have none. kInt4: the same with 4-bit weights in the language
// layers.
enum class Precision : uint8_t { kAuto, kF32, kBf16, kInt8, kInt4 };

struct LoadOptions {
  KernelChoice kernels = KernelChoice::kFast;
  std::string instruction_set;  // "avx2", ... (kernels/arch.h): no more than that; empty: all
  std::string vision_path;      // GGUF: the mmproj file; empty: looked for beside the model
  bool check_tensors = false;   // look at every weight for NaN and Inf (norms are always looked at)
  Precision precision = Precision::kAuto;
  int threads = 1;  // that make copies
  // Of samples, not owned: largest values, for smoothing copies, and mean squares, which say how
  // much an error of a 4-bit weight counts.
  const InputRanges* ranges = nullptr;
  const InputRanges* squares = nullptr;
};

class Model {
 public:
  // `path`: a Hugging Face directory, a .gguf file, or a prepacked file. Errors: kFileNotFound,
  // kModelInvalid naming file and tensor, expected and actual, all mismatches at once.
  static Result<std::shared_ptr<const Model>> load(const std::string& path,
                                                   const LoadOptions& options = {});
  ~Model();

  const ModelConfig& config() const;
  const Tokenizer& tokenizer() const;
  bool has_vision() const;
  const std::string& chat_template() const;  // as found in the files; empty when none
  std::string description() const;           // architecture, sizes, dtypes: for `octavo info`
  int64_t weight_bytes() const;              // of its files
  int64_t parameters() const;                // a head that is the embedding counts once
  // What it computes in, and why: "f32 (exact; ...)".
  const std::string& precision() const;
  bool multiplies_bytes() const;  // the language layers: int8 or int4

  // patches of one image -> [tokens, hidden]. `out` must have that shape. Behind a large picture
  // the vision half's pages of the files are given back to the system; they are mapped again when
  // they are needed. `goes_on` is asked between layers; once it says false the work is given up:
  // false, and `out` is not made.
  bool encode_image(MatView<const float> patches, ImageGrid grid, VisionScratch& scratch,
                    ThreadPool& pool, MatView<float> out, const Tap* tap = nullptr,
                    const std::function<bool()>& goes_on = {}) const;

  // Writes a prepacked file of a model that was loaded from a checkpoint in int8 or int4. Errors:
  // kInvalidArgument, those of writing.
  Status write_packed(const std::string& path) const;

  // Token ids -> embedding rows [ids.size(), hidden]; image tokens are overwritten by the caller.
  void embed(std::span<const TokenId> ids, MatView<float> out) const;

  // Runs `rows` (consumed: it is the working buffer; each row belongs to one sequence) through all
  // layers, writes keys and values behind the length() of every sequence's cache (room must have
  // been reserved; the caller advances it), and the wanted logits in order: [sum of logit_rows,
  // vocabulary]. A sequence's result does not depend on what else is in the batch or
  // on the thread count.
  void forward(MatView<float> rows, std::span<const SequenceRows> sequences,
               LanguageScratch& scratch, ThreadPool& pool, MatView<float> logits,
               const Tap* tap = nullptr) const;

 private:
  struct Impl;
  static Result<std::shared_ptr<const Model>> load_packed(const std::string& path,
                                                          const LoadOptions& options,
                                                          ArchMask arch);
  explicit Model(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo::engine
