#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "base/try.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/packed_file.h"
#include "engine/tokenizer/tokenizer.h"
#include "octavo/model.h"

namespace octavo {
namespace {

bool is_gguf_file(const std::string& path) {
  std::error_code failure;
  // Opening a FIFO would wait for somebody to write.
  if (!std::filesystem::is_regular_file(path, failure)) return false;
  char magic[4] = {};
  std::ifstream(path, std::ios::binary).read(magic, sizeof magic);
  return std::string_view(magic, sizeof magic) == "GGUF";
}

Result<engine::Tokenizer> load_tokenizer(const std::string& path) {
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure))
    return engine::Tokenizer::load_json((std::filesystem::path(path) / "tokenizer.json").string());
  if (engine::is_packed_file(path)) {
    const auto packed = OCTAVO_TRY(engine::PackedFile::open(path));
    return engine::Tokenizer::parse_json(packed->tokenizer_json(), path);
  }
  if (!is_gguf_file(path)) return engine::Tokenizer::load_json(path);
  const engine::Checkpoint checkpoint = OCTAVO_TRY(engine::Checkpoint::open(path));
  return engine::Tokenizer::load_gguf(checkpoint);
}

}  // namespace

struct ModelTokenizer::Impl {
  engine::Tokenizer tokenizer;
};

ModelTokenizer::ModelTokenizer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ModelTokenizer::ModelTokenizer(ModelTokenizer&&) noexcept = default;
ModelTokenizer& ModelTokenizer::operator=(ModelTokenizer&&) noexcept = default;
ModelTokenizer::~ModelTokenizer() = default;

Result<ModelTokenizer> ModelTokenizer::load(const std::string& path) {
  return ModelTokenizer(std::make_unique<Impl>(Impl{OCTAVO_TRY(load_tokenizer(path))}));
}

std::vector<int32_t> ModelTokenizer::encode(std::string_view text, bool parse_special) const {
  return impl_->tokenizer.encode(
      text, parse_special ? engine::SpecialTokens::kParse : engine::SpecialTokens::kAsText);
}

Result<std::string> ModelTokenizer::decode(std::span<const int32_t> ids, bool skip_special) const {
  for (const int32_t id : ids)
    if (id < 0 || id >= impl_->tokenizer.size())
      return Error{Code::kInvalidArgument,
                   "there is no token " + std::to_string(id) + ": the tokenizer has " +
                       std::to_string(impl_->tokenizer.size()),
                   "",
                   {}};
  return impl_->tokenizer.decode(ids, skip_special);
}

}  // namespace octavo
