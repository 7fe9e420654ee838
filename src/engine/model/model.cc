#include "engine/model/model.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/try.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/model_file.h"
#include "engine/kernels/kernels.h"
#include "engine/kernels/peak/peak.h"
#include "engine/model/float_products.h"
#include "engine/model/language.h"
#include "engine/model/mapped_pages.h"
#include "engine/model/model_files.h"
#include "engine/model/packed_file.h"
#include "engine/model/quantize_weights.h"
#include "engine/model/vision.h"
#include "engine/model/weights.h"
#include "engine/tokenizer/tokenizer_files.h"

namespace octavo::engine {
namespace {

struct Files {
  Checkpoint language;
  std::optional<Checkpoint> vision;
  const Checkpoint* vision_file() const { return vision ? &*vision : nullptr; }
};

// Mapping all blocks again takes as long as some 60 patches' work in int8; with fewer than this,
// that would be felt.
constexpr int64_t kPatchesToRelease = 1000;

// Where weights are, as `octavo info` tells it.
constexpr const char *kMapped = "mapped", *kOwn = "copies of the matrices in memory of our own";

std::string memory_text(const LargePages& pages) {
  constexpr int64_t kMegabyte = 1'000'000;
  if (pages.wanted_bytes() == 0) return kMapped;
  return std::string(kMapped) + "; " + std::to_string(pages.moved_bytes() / kMegabyte) + " of " +
         std::to_string(pages.wanted_bytes() / kMegabyte) +
         " MB of the language half in large pages";
}

bool is_gguf(const Checkpoint& file) { return file.format() == Checkpoint::Format::kGguf; }

Result<Files> open_files(const std::string& path, const LoadOptions& options) {
  Files files{OCTAVO_TRY(Checkpoint::open(path)), std::nullopt};
  std::string vision = options.vision_path;
  if (!is_gguf(files.language) && !vision.empty())
    return Error{Code::kInvalidArgument,
                 "a vision file is for GGUF models alone; this one is " + path,
                 "leave the vision file out: the model's own files have it",
                 {}};
  if (is_gguf(files.language) && vision.empty())
    vision = OCTAVO_TRY(find_vision_file(files.language));
  if (!vision.empty()) files.vision = OCTAVO_TRY(Checkpoint::open(vision));
  return files;
}

Result<ArchMask> choose_arch(const LoadOptions& options) {
  if (options.kernels == KernelChoice::kReference) return ArchMask{kArchScalar};
  if (options.instruction_set.empty()) return detect_arch();
  const std::optional<ArchMask> named = arch_by_name(options.instruction_set);
  if (named) return *named & detect_arch();
  std::string names;
  for (const std::string_view name : arch_names()) {
    if (!names.empty()) names += ", ";
    names += name;
  }
  return Error{Code::kInvalidArgument,
               "no instruction set is called '" + options.instruction_set + "'",
               "choose one of " + names,
               {}};
}

// The tokenizer of another model gives itself away by its control tokens: without this, pictures
// would stand where the network sees text, or no answer would ever end.
Status check_control_tokens(const std::string& path, const ModelConfig& config,
                            const Tokenizer& tokenizer) {
  const std::array<std::pair<std::string_view, TokenId>, 3> vision = {
      {{"<|image_pad|>", config.image_pad},
       {"<|vision_start|>", config.vision_start},
       {"<|vision_end|>", config.vision_end}}};
  for (const auto& [name, expected] : vision) {
    if (config.vision.depth == 0) break;
    const TokenId found = tokenizer.id_of(name);
    if (found == expected) continue;
    return broken_model(path, "token " + quote_name(std::string(name)) + ": expected the id " +
                                  std::to_string(expected) + " as in the configuration, found " +
                                  (found < 0 ? "none" : std::to_string(found)) +
                                  " (the tokenizer of another model?)");
  }
  const auto known = [&](TokenId id) { return !tokenizer.bytes_of(id).empty(); };
  if (config.end_tokens.empty() || std::ranges::any_of(config.end_tokens, known)) return success();
  return broken_model(path, "the end token " + std::to_string(config.end_tokens.front()) +
                                " is none of its tokens (the tokenizer of another model?)");
}

// Ids that the tokenizer and the settings can produce must have an embedding.
Status check_tokens(const std::string& path, const ModelConfig& config,
                    const Tokenizer& tokenizer) {
  const int64_t vocabulary = config.language.vocabulary;
  const auto too_large = [&](const std::string& what, int64_t ids) {
    return broken_model(path, what + ": expected ids below " + std::to_string(vocabulary) +
                                  " (the embedding's rows), found " + std::to_string(ids - 1));
  };
  if (tokenizer.size() > vocabulary) return too_large("the tokenizer", tokenizer.size());
  for (const TokenId id : {config.image_pad, config.vision_start, config.vision_end})
    if (id >= vocabulary) return too_large("a vision token", int64_t(id) + 1);
  return check_control_tokens(path, config, tokenizer);
}

std::string_view name_of(const WeightView& weights) {
  if (weights.int8.codes != nullptr) return "int4";
  return weights.data == nullptr ? "int8" : facts_of(weights.dtype).name;
}

Precision precision_of(const ModelWeights& weights) {
  return weights.language.layers.front().gate.int8.codes != nullptr ? Precision::kInt4
                                                                    : Precision::kInt8;
}

// What `octavo info` and the JSON of answers say about copies in fewer bits.
std::string precision_text(const ModelWeights& weights, std::string_view why) {
  std::string text = "int8 (";
  if (precision_of(weights) == Precision::kInt4)
    text =
        "int4 (language layers in groups of " + std::to_string(kInt4Group) + ", the rest in int8; ";
  return (text += why) += ')';
}

FloatProducts attention_beside_bytes(ArchMask arch) {
  return choose_attention(arch, [arch] { return measure_bf16_gain(arch); });
}

// "24 layers x 896, 14 heads x 64 (2 with keys), mlp 4864, vocabulary 151936, bf16".
std::string describe(const LanguageConfig& config, const LanguageWeights& weights) {
  std::string text = std::to_string(config.layers) + " layers x " + std::to_string(config.hidden) +
                     ", " + std::to_string(config.heads) + " heads x " +
                     std::to_string(config.head_dim) + " (" + std::to_string(config.kv_heads) +
                     " with keys), mlp " + std::to_string(config.intermediate) + ", vocabulary " +
                     std::to_string(config.vocabulary) + ", ";
  text += name_of(weights.layers.front().gate);
  if (name_of(weights.embedding) != name_of(weights.layers.front().gate)) {
    text += ", embedding ";
    text += name_of(weights.embedding);
  }
  return text;
}

std::string describe(const VisionConfig& config, const VisionWeights& weights) {
  std::string text = std::to_string(config.depth) + " blocks x " + std::to_string(config.width) +
                     ", " + std::to_string(config.heads) + " heads x " +
                     std::to_string(config.head_dim) + ", mlp " + std::to_string(config.mlp) +
                     ", patch " + std::to_string(config.patch) + ", merge " +
                     std::to_string(config.merge) + ", ";
  return text += name_of(weights.blocks.front().fc1);
}

// Copies of the matrices in 8 bits or less, after which their files' pages are no longer needed.
// Returns what is told about it.
std::string make_copies(const ModelConfig& config, const LoadOptions& options, const Files& files,
                        ModelWeights& weights) {
  ThreadPool pool(std::max(options.threads - 1, 0));
  const QuantizeFacts facts{
      .language = options.precision == Precision::kInt4 ? WeightBits::k4 : WeightBits::k8,
      .smoothing =
          options.ranges == nullptr ? Smoothing() : smoothing_of(config, weights, *options.ranges),
      .squares = options.squares};
  quantize_weights(config, facts, pool, weights);
  for (const Checkpoint* file : {&files.language, files.vision_file()})
    for (size_t i = 0; file != nullptr && i < file->tensors().size(); ++i)
      file->release(file->tensors()[i]);
  return precision_text(weights, "as asked, copies made at load");
}

// A visitor (visit_weights.h).
struct ParameterCount {
  int64_t total = 0;
  void vector(const std::string&, const float*, int64_t size) { total += size; }
  void rows(const std::string&, const WeightView&, int64_t cols, int64_t depth) {
    total += cols * depth;
  }
  void matrix(const std::string&, const InputName&, const WeightView& view, int64_t cols,
              int64_t depth) {
    total += cols * depth + (view.bias == nullptr ? 0 : cols);
  }
};

}  // namespace

struct Model::Impl {
  ModelConfig config;
  std::unique_ptr<PackedFile> packed;  // with its own weights; else files
  std::optional<Files> files;
  ModelWeights own_weights;
  Tokenizer tokenizer;
  std::string chat_template;
  Kernels kernels;
  std::string precision;
  std::string memory;
  std::vector<MappedPages> vision_blocks{};
  // Refer to what is above: made once it has its place.
  std::optional<LanguageForward> language{};
  std::optional<VisionForward> vision{};

  const ModelWeights& weights() const { return packed ? packed->weights() : own_weights; }
  std::vector<std::span<const uint8_t>> mappings() const {
    if (packed) return {packed->bytes()};
    auto all = files->language.mappings();
    if (files->vision)
      for (const auto file : files->vision->mappings()) all.push_back(file);
    return all;
  }
  // Behind a load that did not wait for it: some more of the language half goes to large pages,
  // with a pass over so many rows. A long pass takes a tenth longer for it at the most. The first
  // tokens of an answer can take three times as long; but it is over after a score of them, and
  // paid back after a hundred.
  void move_pages(int64_t rows, ThreadPool& pool) {
    constexpr int64_t kSteps = 4, kRows = 64;
    if (!packed || packed->pages().is_done()) return;
    for (int64_t i = 0; i < kSteps + rows / kRows; ++i)
      if (!packed->pages().move_some(pool)) return;
  }
  void make_halves() {
    language.emplace(config.language, weights().language, kernels);
    if (config.vision.depth == 0) return;
    vision.emplace(config.vision, weights().vision, kernels);
    vision_blocks = vision_pages(config, weights(), mappings());
  }
};

Model::Model(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Model::~Model() = default;

Result<std::shared_ptr<const Model>> Model::load(const std::string& path,
                                                 const LoadOptions& options) {
  const ArchMask arch = OCTAVO_TRY(choose_arch(options));
  if (is_packed_file(path)) return load_packed(path, options, arch);
  Files files = OCTAVO_TRY(open_files(path, options));
  const bool gguf = is_gguf(files.language);
  const std::string directory = model_directory(path);
  ModelConfig config =
      OCTAVO_TRY(gguf ? read_config(files.language, files.vision_file()) : read_config(directory));
  ModelWeights weights = OCTAVO_TRY(
      ModelWeights::bind(config, files.language, files.vision_file(), options.check_tensors));
  const std::string tokens = gguf ? path : directory + "/tokenizer.json";
  Tokenizer tokenizer =
      OCTAVO_TRY(gguf ? Tokenizer::load_gguf(files.language) : Tokenizer::load_json(tokens));
  OCTAVO_TRY_STATUS(check_tokens(tokens, config, tokenizer));
  std::string chat_template =
      OCTAVO_TRY(gguf ? read_chat_template(files.language) : read_chat_template(directory));
  const bool copies =
      options.precision == Precision::kInt8 || options.precision == Precision::kInt4;
  const ProductsChoice products =
      copies ? ProductsChoice{FloatProducts::kF32, make_copies(config, options, files, weights)}
             : choose_products(options.precision, has_bf16_weights(weights), arch,
                               [arch] { return measure_bf16_gain(arch); });
  const FloatProducts attention = copies ? attention_beside_bytes(arch) : products.products;
  std::unique_ptr<Impl> impl(
      new Impl{.config = std::move(config),
               .packed = nullptr,
               .files = std::move(files),
               .own_weights = std::move(weights),
               .tokenizer = std::move(tokenizer),
               .chat_template = std::move(chat_template),
               .kernels = select_kernels(arch, products.products, attention),
               .precision = products.text + (copies ? attention_text(attention) : ""),
               .memory = copies ? kOwn : kMapped});
  impl->make_halves();
  return std::shared_ptr<const Model>(new Model(std::move(impl)));
}

Result<std::shared_ptr<const Model>> Model::load_packed(const std::string& path,
                                                        const LoadOptions& options, ArchMask arch) {
  std::unique_ptr<PackedFile> packed = OCTAVO_TRY(PackedFile::open(path));
  const Precision held = precision_of(packed->weights());
  const bool other = options.precision != Precision::kAuto && options.precision != held;
  if (other || !options.vision_path.empty())
    return Error{Code::kInvalidArgument,
                 std::string("a prepacked file holds a whole model, this one in ") +
                     (held == Precision::kInt4 ? "int4" : "int8") + ": " + path,
                 "leave out --precision and --vision, or use the model it was made from",
                 {}};
  ThreadPool pool(std::max(options.threads - 1, 0));
  packed->move_language(pool);
  ModelConfig config = packed->config();
  Tokenizer tokenizer = OCTAVO_TRY(Tokenizer::parse_json(packed->tokenizer_json(), path));
  OCTAVO_TRY_STATUS(check_tokens(path, config, tokenizer));
  std::string chat_template = packed->chat_template();
  const FloatProducts attention = attention_beside_bytes(arch);
  std::string precision =
      precision_text(packed->weights(), "as the prepacked file has it") + attention_text(attention);
  std::unique_ptr<Impl> impl(
      new Impl{.config = std::move(config),
               .packed = std::move(packed),
               .files = std::nullopt,
               .own_weights = {},
               .tokenizer = std::move(tokenizer),
               .chat_template = std::move(chat_template),
               .kernels = select_kernels(arch, FloatProducts::kF32, attention),
               .precision = std::move(precision),
               .memory = {}});
  impl->make_halves();
  return std::shared_ptr<const Model>(new Model(std::move(impl)));
}

Status Model::write_packed(const std::string& path) const {
  if (!impl_->files)
    return Error{Code::kInvalidArgument, "this model comes from a prepacked file already", "", {}};
  const Checkpoint& source = impl_->files->language;
  const TokenizerFile tokenizer = OCTAVO_TRY(
      is_gguf(source) ? read_tokenizer_metadata(source.metadata(), source.path())
                      : read_tokenizer_json(model_directory(source.path()) + "/tokenizer.json"));
  return write_packed_file(path, impl_->config, impl_->own_weights,
                           {tokenizer_json_text(tokenizer), impl_->chat_template});
}

const ModelConfig& Model::config() const { return impl_->config; }
const Tokenizer& Model::tokenizer() const { return impl_->tokenizer; }
bool Model::has_vision() const { return impl_->vision.has_value(); }
int64_t Model::weight_bytes() const {
  if (impl_->packed) return static_cast<int64_t>(impl_->packed->bytes().size());
  const Checkpoint* vision = impl_->files->vision_file();
  return impl_->files->language.mapped_bytes() + (vision == nullptr ? 0 : vision->mapped_bytes());
}

int64_t Model::parameters() const {
  ParameterCount count;
  visit_weights(impl_->config, impl_->weights(), count);
  const LanguageConfig& language = impl_->config.language;
  return count.total - (language.tied_head ? int64_t{language.vocabulary} * language.hidden : 0);
}

const std::string& Model::precision() const { return impl_->precision; }
bool Model::multiplies_bytes() const {
  return impl_->weights().language.layers.front().gate.int8.is_there();
}
const std::string& Model::chat_template() const { return impl_->chat_template; }

std::string Model::description() const {
  std::string text = "language: " + describe(impl_->config.language, impl_->weights().language);
  if (has_vision()) text += "\nvision: " + describe(impl_->config.vision, impl_->weights().vision);
  text += "\nkernels: ";
  text += arch_name(impl_->kernels.arch);
  text += "\nweights: ";
  text += impl_->packed ? memory_text(impl_->packed->pages()) : impl_->memory;
  return text += "\nprecision: " + impl_->precision;
}

bool Model::encode_image(MatView<const float> patches, ImageGrid grid, VisionScratch& scratch,
                         ThreadPool& pool, MatView<float> out, const Tap* tap,
                         const std::function<bool()>& goes_on) const {
  OCTAVO_CHECK(has_vision());
  const bool large = grid.patches() >= kPatchesToRelease;
  const auto done = [&](int block) {
    if (large) impl_->vision_blocks[static_cast<size_t>(block)].release();
    return !goes_on || goes_on();
  };
  impl_->move_pages(grid.patches(), pool);
  return impl_->vision->run(patches, grid, scratch, pool, out, tap, done);
}

void Model::embed(std::span<const TokenId> ids, MatView<float> out) const {
  impl_->language->embed(ids, out);
}

void Model::forward(MatView<float> rows, std::span<const SequenceRows> sequences,
                    LanguageScratch& scratch, ThreadPool& pool, MatView<float> logits,
                    const Tap* tap) const {
  impl_->move_pages(rows.rows, pool);
  impl_->language->run(rows, sequences, scratch, pool, logits, tap);
}

}  // namespace octavo::engine
