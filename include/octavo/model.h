// A language model that may see pictures: ask it, let it write, turn text into tokens and back,
// look into its files. Everything runs on this machine's processors.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/document.h"
#include "octavo/options.h"
#include "octavo/precision.h"
#include "octavo/result.h"

namespace octavo {

// How the next token is picked. Penalties and n-grams look at generated tokens only, as in vLLM.
struct Sampling {
  float temperature = 0;  // 0: always the likeliest token
  float top_p = 1, min_p = 0;
  int top_k = 0;  // 0: all
  float repetition_penalty = 1, presence_penalty = 0, frequency_penalty = 0;
  int no_repeat_ngram = 0;  // n: no n tokens in a row come twice; 0: off
  uint64_t seed = 0;
};

struct ModelOptions {
  int threads = 0;  // 0: what the cgroup quota and the affinity mask allow
  // Memory for keys and values, taken as it is needed: bounds prompt and answer together.
  int64_t kv_bytes = int64_t(512) << 20;
  KvPrecision kv = KvPrecision::kF32;
  std::string vision_path;  // the vision half (mmproj) of a GGUF model; empty: beside it
  Precision precision = Precision::kAuto;
  bool check_weights = false;      // look at every weight for NaN and infinity first
  bool reference_kernels = false;  // plain loops instead of vector instructions: slow, to compare
  // No more than these vector instructions, to compare: "avx2", "avxvnni", "avx512f", "avx512vnni",
  // "avx512bf16"; empty: all that the processor has.
  std::string instructions;
};

// A picture file for a prompt: JPEG, PNG, WebP, TIFF, BMP or GIF.
struct PromptPicture {
  std::string name;            // the path; with bytes, only how messages call it
  std::vector<uint8_t> bytes;  // empty: the file is read
};

// A conversation.
struct PromptPart {
  std::string text;
  bool picture = false;  // the next one of the request's pictures stands here, in place of text
};
struct PromptMessage {
  enum class Role : uint8_t { kSystem, kUser, kAssistant };
  Role role = Role::kUser;
  std::vector<PromptPart> parts;
};

struct GenerateRequest {
  // Not empty: a whole conversation, in place of `prompt`, `raw` and `system`.
  std::vector<PromptMessage> messages;
  std::string prompt;  // UTF-8
  // false: the prompt is a user's message, put into the model's chat form behind the pictures.
  // true: the prompt is taken as it is, special tokens in it count, and each <|image_pad|> in it
  // stands for a picture.
  bool raw = false;
  std::string system;  // empty: what the model's own chat form says
  std::vector<PromptPicture> pictures;
  int max_side = 0;        // pictures are scaled down to it first; 0: no limit but the model's
  int64_t max_pixels = 0;  // and to so many pixels; 0: no limit but the model's
  Sampling sampling;
  int64_t max_new_tokens = 0;     // 0: what the context and the memory leave
  std::vector<std::string> stop;  // at most 16; the text ends before the first of them
  bool keep_special = false;      // special tokens appear in the text
  int logprobs = 0;               // so many of the likeliest tokens at each step, at most 20
  bool ignore_end = false;        // goes on behind the model's end token: for measuring
  // What the text may be, from elsewhere: a good draft saves most of the time of writing, and the
  // text is the same with any draft or none. With keep_special, special tokens in it count.
  std::string draft;
  std::vector<int32_t> draft_ids;  // the same as tokens; counts when `draft` is empty
  // What the prompt and the text itself said before is a draft, too. false: for measuring.
  bool look_back = true;
  // Pictures and beginnings of prompts that this Model had before are not computed again. false:
  // for measuring.
  bool reuse = true;
  const CancelFlag* cancel = nullptr;  // not owned; must outlive the call
  // Gets the text as it comes, in whole characters, on the calling thread; false stops.
  std::function<bool(std::string_view)> on_text;
  // Called once behind the last text, on the calling thread; with what was wrong, if anything was.
  std::function<void(const Error*)> on_end;
};

enum class GenerateEnd : uint8_t { kStop, kLength, kCancelled };
std::string_view generate_end_name(GenerateEnd end);  // "stop" "length" "cancelled"

struct UsedPicture {
  std::string name;
  int width = 0, height = 0;            // upright, as it is in the file
  int used_width = 0, used_height = 0;  // what the model saw
  int64_t tokens = 0;
  bool capped = false;  // smaller than the model itself would have allowed
};

// A token and the logarithm of its probability, as the model gave it: before penalties,
// temperature and the choice among the top ones.
struct TokenChance {
  int32_t id = 0;
  std::string text;  // valid UTF-8: a token that is part of a character has U+FFFD
  float logprob = 0;
};
struct TokenChances {
  TokenChance chosen;
  std::vector<TokenChance> likeliest;  // likeliest first; the chosen one may be among them
};

struct Generation {
  std::vector<int32_t> token_ids;  // without the end token
  std::string text;
  std::vector<TokenChances> logprobs;  // one for each id; empty when none were asked for
  GenerateEnd end = GenerateEnd::kStop;
  int64_t prompt_tokens = 0, image_tokens = 0;  // image tokens are counted in the prompt
  double image_seconds = 0;                     // pictures prepared and encoded
  double prefill_seconds = 0;                   // the prompt read
  double first_token_seconds = 0;               // from the call to the first token
  double decode_seconds = 0;                    // from the first token to the last
  int64_t drafted_tokens = 0;                   // guesses that were checked
  int64_t accepted_tokens = 0;                  // and turned out right
  int64_t reused_tokens = 0;                    // of the prompt: not read again
  std::vector<UsedPicture> pictures;
  std::vector<Diagnostic> diagnostics;  // damage of picture files that was tolerated, reductions

  double decode_tokens_per_second() const;  // 0 when there is nothing to divide
  double prefill_tokens_per_second() const;
};

// Where requests come from while others are answered. Called on the thread that serves.
class GenerateFeed {
 public:
  virtual ~GenerateFeed() = default;
  // The next request, which must stay where it is until done(); nullptr: there is none now.
  virtual const GenerateRequest* next() = 0;
  // Of each request, in any order; may have made more of them possible.
  virtual void done(const GenerateRequest* request, Result<Generation> result) = 0;
};

// A loaded model with its memory for work. Thread-safe: one call works at a time, others wait.
class Model {
 public:
  // `path`: a folder in Hugging Face layout, or a .gguf file. The weights are mapped, not read: the
  // files must stay as they are meanwhile. Errors: kFileNotFound, kModelInvalid (file, tensor,
  // expected, actual), kInvalidArgument, kLimitExceeded.
  static Result<Model> load(const std::string& path, const ModelOptions& options = {});
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  // Errors: those of reading pictures with their place; kInvalidArgument (not UTF-8, pictures for a
  // model that has no eyes, options out of range), kLimitExceeded (prompt longer than the context,
  // with the counts), kModelInvalid when weights turn out to be NaN or infinite. A cancelled run is
  // no error: what there is comes back.
  Result<Generation> generate(const GenerateRequest& request);

  // The same for many at once, several times as fast as one after the other: the weights are read
  // once for all that write. Each result, in order, is what generate() would have given, and a bad
  // request fails alone. Pictures are read when their request's turn has come. `cancel` (not owned)
  // ends all; the requests' own flags are not looked at.
  std::vector<Result<Generation>> generate_all(std::span<const GenerateRequest> requests,
                                               const CancelFlag* cancel = nullptr);

  // The same for requests that come while others are answered. Returns when the feed has none and
  // none runs, or after `cancel`, which ends those that run. A request's on_text may end it.
  void serve(GenerateFeed& feed, const CancelFlag* cancel = nullptr);

  bool has_vision() const;
  double load_seconds() const;
  // What it computes in, and why: "f32 (exact, from the files' own weights)".
  std::string precision() const;

 private:
  struct Impl;
  explicit Model(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Text into tokens and back, without the weights. Immutable and thread-safe.
class ModelTokenizer {
 public:
  // `path`: a folder with a tokenizer.json, such a file, or a .gguf file. Errors: kFileNotFound,
  // kModelInvalid.
  static Result<ModelTokenizer> load(const std::string& path);
  ModelTokenizer(ModelTokenizer&&) noexcept;
  ModelTokenizer& operator=(ModelTokenizer&&) noexcept;
  ~ModelTokenizer();

  // `parse_special`: "<|im_end|>" in the text becomes that token, else it stays ordinary text.
  std::vector<int32_t> encode(std::string_view text, bool parse_special) const;
  // Always valid UTF-8. Errors: kInvalidArgument for an id that does not exist.
  Result<std::string> decode(std::span<const int32_t> ids, bool skip_special) const;

 private:
  struct Impl;
  explicit ModelTokenizer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

struct TensorFacts {
  std::string name, dtype;  // "bf16", "q4_k" ...
  std::vector<int64_t> shape;
  int64_t bytes = 0;
};

struct ModelFacts {
  std::string path, format;           // "safetensors", "gguf" or "prepacked"
  std::string vision_file;            // the vision half (mmproj) of a GGUF model; empty: none
  int64_t file_bytes = 0;             // of all its files with weights
  std::vector<TensorFacts> tensors;   // by name; of a vision file beside a GGUF file too
  std::vector<std::string> unusable;  // tensors of a kind we do not compute with, and why
  // The rest is there when the model can be run; else `problem` says why not.
  bool runnable = false;
  Error problem;
  std::string description;  // architecture and sizes in words
  bool has_vision = false;
  int64_t context_tokens = 0, vocabulary = 0, largest_picture_tokens = 0;
  int64_t parameters = 0;
  int64_t kv_bytes_per_token = 0, kv_bytes = 0, kv_tokens = 0;
  std::string kernels;  // the instruction set that would be used: "avx512f", "avx2", "scalar"
  int threads = 0;
};

// What a model or one file with weights is, and what would happen if it were loaded so. Errors: as
// Model::load, when not even the list of tensors can be read.
Result<ModelFacts> inspect_model(const std::string& path, const ModelOptions& options = {});

}  // namespace octavo
